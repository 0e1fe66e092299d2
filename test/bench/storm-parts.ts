/** What a storm of callbacks and a flood of rubbish cost the app; that nothing is lost in them is for `test/faults`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { makeFolder, startService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import { flood } from '#test/faults/callbacks/flood.ts';
import { LiveApp } from '#test/faults/callbacks/live-app.ts';
import { PEOPLE } from '#test/faults/callbacks/service-changes.ts';
import { sendStorm, type Storm } from '#test/faults/callbacks/storm.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { Random } from '#test/support/random.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { watchTurns, type Turns } from './main-turns.ts';
import { toFigure, toPercentile, toTimes, type Figure } from './measure.ts';

const TURN_MS = 100;
const ANSWER_MS = 100;
const PAGE_MS = 100;
const SEND_MS = 5_000;
const GROWTH = 1.2;
const PER_SECOND = 1_000;
const EVERY_MS = 250;
/** A message that does not exist is looked for four times in two minutes. */
const SETTLED_MS = 480_000;
const SIZE = ['--seed', '1', '--chats', '300', '--messages', '6000', '--contacts', '400', '--speed', '20'];

interface Scale {
  readonly callbacks: number;
  readonly requests: number;
  readonly unending: number;
  /** Whether memory is read once all is over: that takes minutes. */
  readonly settles: boolean;
}

const FULL: Scale = { callbacks: 30_000, requests: 100_000, unending: 60, settles: true };
const QUICK: Scale = { callbacks: 1_000, requests: 1_000, unending: 3, settles: false };

interface Place {
  readonly app: LiveApp;
  readonly account: ServiceAccount;
  readonly random: Random;
  readonly stack: DisposeStack;
}

export async function measureStorm({ isQuick }: { readonly isQuick: boolean }): Promise<Figure[]> {
  const scale = isQuick ? QUICK : FULL;
  return [
    ...(await inPlace((place) => measureCallbackStorm(place, scale))),
    ...(await inPlace((place) => measureRubbish(place, scale))),
  ];
}

/** An app that has read everything, of a service of its own. */
async function inPlace(measure: (place: Place) => Promise<Figure[]>): Promise<Figure[]> {
  const stack = new DisposeStack();
  try {
    const folder = await makeFolder();
    stack.add(() => folder.remove());
    const service = await startService(...SIZE);
    stack.add(() => service.stop());
    const dataFolder = path.join(folder.path, 'data');
    await mkdir(dataFolder);
    const app = await LiveApp.start({ dataFolder, account: service.account, probesIn: folder.path });
    stack.add(() => app.stop());
    await app.waitUntilRead();
    return await measure({ app, account: service.account, random: new Random(7), stack });
  } finally {
    await stack.dispose();
  }
}

async function measureCallbackStorm(place: Place, scale: Scale): Promise<Figure[]> {
  const { app } = place;
  const before = await app.readCost();
  const ending = new AbortController();
  const storms: Storm[] = [];
  const reading = readPages(app.client, ending.signal);
  const sending = timeSend(app.client);
  const turns = await watchTurns(app.turnsFile, async () => {
    storms.push(
      await sendStorm(place, { count: scale.callbacks, perSecond: PER_SECOND }).finally(() => ending.abort()),
    );
  });
  const pageMs = await reading;
  const sendMs = await sending;
  const answerMs = storms.flatMap((storm) => storm.answerMs);
  const name = 'in a storm of callbacks:';
  return [
    toTurnFigure(name, turns),
    toFigure({
      name: `${name} the answer to one, p95`,
      unit: 'ms',
      value: toPercentile(answerMs, 0.95),
      target: ANSWER_MS,
      details: { callbacks: answerMs.length, ...toTimes(answerMs) },
    }),
    toFigure({
      name: `${name} a page of the list, p95`,
      unit: 'ms',
      value: toPercentile(pageMs, 0.95),
      target: PAGE_MS,
      details: { pages: pageMs.length, ...toTimes(pageMs) },
    }),
    toFigure({
      name: `${name} a text until the service has it`,
      unit: 'ms',
      value: sendMs,
      target: SEND_MS,
      details: {},
    }),
    ...(scale.settles ? [await measureGrowth(app, name, { beforeBytes: before.rssBytes, isOver: isSettled })] : []),
  ];
}

async function measureRubbish(place: Place, scale: Scale): Promise<Figure[]> {
  const { app, random, stack } = place;
  const before = await app.readCost();
  const size = { requests: scale.requests, unending: scale.unending, waitsForUnending: scale.settles };
  const turns = await watchTurns(app.turnsFile, () => flood(app, { random, size, stack }));
  const name = 'in a flood of rubbish:';
  const isOver = async (): Promise<boolean> => (await app.readCost()).sockets <= before.sockets + 4;
  return [
    toTurnFigure(name, turns),
    ...(scale.settles ? [await measureGrowth(app, name, { beforeBytes: before.rssBytes, isOver })] : []),
  ];
}

function toTurnFigure(name: string, { cpuMs, wallMs, usedMs }: Turns): Figure {
  return toFigure({
    name: `${name} longest turn of main`,
    unit: 'ms CPU',
    value: cpuMs,
    target: TURN_MS,
    details: { wallMs, usedMs },
  });
}

async function measureGrowth(
  app: LiveApp,
  name: string,
  given: { readonly beforeBytes: number; readonly isOver: (app: LiveApp) => Promise<boolean> },
): Promise<Figure> {
  const latestAt = performance.now() + SETTLED_MS;
  while (!(await given.isOver(app)) && performance.now() < latestAt) await wait(EVERY_MS);
  const { rssBytes } = await app.readCost();
  return toFigure({
    name: `${name} memory afterwards, share of before`,
    unit: 'ratio',
    value: rssBytes / given.beforeBytes,
    target: GROWTH,
    details: { beforeMb: given.beforeBytes / 1e6, afterMb: rssBytes / 1e6 },
  });
}

async function isSettled({ client }: LiveApp): Promise<boolean> {
  return (await client.get('health.get', {})).callbacks.waiting === 0;
}

/** A window that reads the list again and again: how long each page took. */
async function readPages(client: WindowClient, ending: AbortSignal): Promise<readonly number[]> {
  const pageMs: number[] = [];
  while (!ending.aborted) {
    const at = performance.now();
    await client.get('chats.list', { ...OPEN_CHATS, limit: 100 });
    pageMs.push(performance.now() - at);
    await wait(50);
  }
  return pageMs;
}

/** From the request to send a text until its line says that the service has it; NaN where it never does. */
async function timeSend(client: WindowClient): Promise<number> {
  await client.get('settings.set', { holdSeconds: 0 });
  const at = performance.now();
  const text = 'From the middle of the storm';
  const asked = { requestId: 'in-the-storm', phone: PEOPLE[0], text, from: null };
  const { chatId } = await client.get('sends.create', asked);
  while (performance.now() - at < 10 * SEND_MS) {
    const { items } = await client.get('messages.list', { chatId, before: null, limit: 200 });
    if (items.some((item) => item.text === text && item.send?.state === 'accepted')) return performance.now() - at;
    await wait(50);
  }
  return Number.NaN;
}

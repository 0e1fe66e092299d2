/** From a text that somebody writes to the row that shows it: how long that takes, and where the time goes. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { steerService } from '#test/e2e/support/programs.ts';
import type { LivePlace } from './live-place.ts';
import { toFigure, toPercentile, toTimes, type Figure } from './measure.ts';
import { listChats } from './reads.ts';
import { createRandom } from './words.ts';

const TARGET_MS = 250;
/** Texts come at random, so often on average; the shortest and the longest pause between two of them. */
const MEAN_GAP_MS = 1_000;
const [LEAST_GAP_MS, MOST_GAP_MS] = [40, 3_000];

const eventSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ type: v.literal('event'), name: v.string(), payload: v.unknown() }),
);
const changedSchema = v.object({ chatIds: v.array(v.number()), everything: v.boolean() });
const inboundSchema = v.object({ id: v.number() });

/** Instants of one text, epoch ms, all of this computer. */
interface Passage {
  /** The service is about to take it in, and to post its callback. */
  readonly writtenAt: number;
  /** The callback was here. */
  readonly receivedAt: number;
  /** The page was told that its chat changed. */
  readonly toldAt: number;
  /** The row with the text was painted. */
  readonly paintedAt: number;
}

/** Has people of the list write, one after another. */
export async function measureCallbacks(place: LivePlace, count: number): Promise<Figure[]> {
  const passages = await watchTexts(place, count);
  const toStage = (from: keyof Passage, to: keyof Passage): number[] =>
    passages.map((passage) => passage[to] - passage[from]);
  const stages = {
    serviceP95: toPercentile(toStage('writtenAt', 'receivedAt'), 0.95),
    syncP95: toPercentile(toStage('receivedAt', 'toldAt'), 0.95),
    pageP95: toPercentile(toStage('toldAt', 'paintedAt'), 0.95),
  };
  const painted = toStage('writtenAt', 'paintedAt');
  const told = toStage('writtenAt', 'toldAt');
  const name = 'a text that is written until';
  return [
    toFigure({
      name: `${name} its row is painted, p95`,
      unit: 'ms',
      value: toPercentile(painted, 0.95),
      target: TARGET_MS,
      cause: toCause(stages),
      details: { texts: painted.length, ...toTimes(painted), ...stages },
    }),
    toFigure({
      name: `${name} the page is told, p95`,
      unit: 'ms',
      value: toPercentile(told, 0.95),
      target: TARGET_MS,
      details: { ...toTimes(told) },
    }),
  ];
}

/** The stage that takes longest, in words. */
function toCause(stages: Readonly<Record<string, number>>): string {
  const words: Readonly<Record<string, string>> = {
    serviceP95: 'the service took long to post its callback',
    syncP95: 'most of the time goes by between the arrival of the callback and the event for the page',
    pageP95: 'most of the time goes by between the event and the paint',
  };
  const [longest] = Object.entries(stages).toSorted(([, a], [, b]) => b - a);
  return words[longest?.[0] ?? ''] ?? '';
}

async function watchTexts(place: LivePlace, count: number): Promise<Passage[]> {
  const { client, page, world } = place;
  const random = createRandom(5);
  // The service takes nothing from those who are blocked.
  const rows = (await listChats(client, 0)).rows.filter(({ isBlocked }) => !isBlocked);
  const toldAt: { readonly chatId: number; readonly at: number }[] = [];
  client.onFrame = (text) => {
    for (const chatId of toChangedChats(text)) toldAt.push({ chatId, at: Date.now() });
  };
  await page.evaluate(installPaintWatch);
  const texts: (Pick<Passage, 'writtenAt' | 'paintedAt'> & { readonly messageId: number; readonly chatId: number })[] =
    [];
  const waiting: Promise<void>[] = [];
  for (let number = 1; number <= count; number += 1) {
    const chat = rows[Math.floor(random() * rows.length)];
    if (chat === undefined) throw new Error('There is nobody to write');
    const text = `bench ${String(number).padStart(4, '0')} ${random().toString(36).slice(2, 8)}`;
    await page.evaluate(wantText, text);
    const writtenAt = Date.now();
    const told = await steerService(world.account, 'POST inbound', { sender: chat.phone, text });
    const { id: messageId } = v.parse(inboundSchema, told);
    const painting = page.evaluate(awaitText, text).then((paintedAt) => {
      texts.push({ writtenAt, paintedAt, messageId, chatId: chat.id });
    });
    waiting.push(painting);
    await wait(Math.min(MOST_GAP_MS, LEAST_GAP_MS - MEAN_GAP_MS * Math.log(1 - random())));
  }
  await Promise.all(waiting);
  const events = await client.get('live.listEvents', {});
  return texts.map(({ messageId, chatId, ...passage }) => ({
    ...passage,
    receivedAt: events.find((event) => event.messageId === messageId)?.receivedAt ?? Number.NaN,
    toldAt: toldAt.find((one) => one.chatId === chatId && one.at >= passage.writtenAt)?.at ?? Number.NaN,
  }));
}

function toChangedChats(text: string): readonly number[] {
  const frame = v.safeParse(eventSchema, text);
  if (!frame.success || frame.output.name !== 'chats.changed') return [];
  return v.parse(changedSchema, frame.output.payload).chatIds;
}

/** The part of the page that notes when texts are painted. */
interface PaintWatch {
  readonly paintWatch: Map<string, { readonly painted: Promise<number>; readonly note: () => void }>;
}

function installPaintWatch(): void {
  const here = Object.assign(globalThis, { paintWatch: new Map() }) as typeof globalThis & PaintWatch;
  const pane = document.querySelector('#chat-list');
  if (pane === null) throw new Error('There is no chat list');
  new MutationObserver(() => {
    const shown = pane.textContent;
    for (const [text, { note }] of here.paintWatch) if (shown.includes(text)) note();
  }).observe(pane, { subtree: true, childList: true, characterData: true });
}

function wantText(text: string): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  let isNoted = false;
  const note = (): void => {
    if (isNoted) return;
    isNoted = true;
    // What was changed is painted with the next frame.
    requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
  };
  (globalThis as typeof globalThis & PaintWatch).paintWatch.set(text, { painted: promise, note });
}

async function awaitText(text: string): Promise<number> {
  const WITHIN_MS = 20_000;
  const { paintWatch } = globalThis as typeof globalThis & PaintWatch;
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The text never showed: ${text}`)), WITHIN_MS);
  });
  const at = await Promise.race([paintWatch.get(text)?.painted ?? late, late]);
  paintWatch.delete(text);
  return at;
}

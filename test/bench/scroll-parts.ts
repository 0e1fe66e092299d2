/** Scrolling through all chats and through one very long conversation, from end to end and back, in every way. */
import process from 'node:process';
import path from 'node:path';
import type { Page } from 'playwright';
import { makeFolder } from '#test/e2e/support/programs.ts';
import { readUsableMs } from './inbox-steps.ts';
import { awaitIdle } from './live-place.ts';
import { toFigure, type Figure } from './measure.ts';
import { keepLongThread, type LongThread } from './scroll-service.ts';
import { goAll, listWays, threadWays, type WentWay } from './scroll-ways.ts';
import { joinPage, type Place } from './watching.ts';
import { World } from './world.ts';

/** Nodes while it scrolls: with the rows that the browser is given ahead, however many there are beyond them. */
const TARGETS = { stallMs: 50, nodes: 2_500 } as const;

/** Both at that size; everything in them is in the cache before anybody scrolls. */
export async function measureScroll(size: LongThread): Promise<Figure[]> {
  return await withScrollWorld(size, async (place, phone) => {
    say('Through the list');
    const list = await goAll(place, listWays(place.page), TARGETS.stallMs);
    say('Through the thread');
    const thread = await goAll(place, threadWays(place.page, phone), TARGETS.stallMs);
    return [...list, ...thread].flatMap(toFigures);
  });
}

/** `phone`: whose conversation is the long one. */
export async function withScrollWorld<Result>(
  size: LongThread,
  work: (place: Place, phone: string) => Promise<Result>,
): Promise<Result> {
  const folder = await makeFolder();
  const service = path.join(folder.path, 'service');
  let world: World | null = null;
  const end = (): void => void (world?.dispose() ?? Promise.resolve()).finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    const phone = await keepLongThread(service, size);
    world = await World.withService('--data', service);
    await world.startApp();
    const page = await world.openWindow();
    await world.load(page);
    await readUsableMs(page);
    await syncWhole(page);
    return await work({ world, page }, phone);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    await world?.dispose();
    await folder.remove();
  }
}

/** Until everything of the service is in the cache. */
async function syncWhole(page: Page): Promise<void> {
  const beside = await joinPage(page);
  try {
    await awaitIdle({ client: beside });
  } finally {
    beside.close();
  }
}

function toFigures({ rounds }: WentWay): Figure[] {
  const [{ watched, passage }, ...again] = rounds;
  const { activity } = watched;
  const stalls = (['page', 'main'] as const).map((side) => {
    const { cpuMs: value, wallMs, usedMs } = watched[side];
    const name = `longest task of ${side}, ${activity}`;
    const each = again.map((round, index) => [`time ${String(index + 2)}`, round.watched[side].cpuMs] as const);
    const details = { wallMs, usedMs, ...Object.fromEntries(each) };
    return toFigure({ name, unit: 'ms of CPU', value, target: TARGETS.stallMs, details });
  });
  const { mostNodes: value, steps } = passage;
  const name = `nodes of the pane at their most, ${activity}`;
  return [...stalls, toFigure({ name, unit: 'DOM nodes', value, target: TARGETS.nodes, details: { steps } })];
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}

/** Scrolling through all chats and through one very long conversation, from end to end and back, in every way. */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { makeFolder } from '#test/e2e/support/programs.ts';
import { readUsableMs } from './inbox-steps.ts';
import { toFigure, type Figure } from './measure.ts';
import { keepLongThread, type LongThread } from './scroll-service.ts';
import { dragThumb, holdKey, leap, listOf, messagesOf, threadOf, wheel, type Passage } from './scroll-steps.ts';
import { joinPage, watch, type Place, type Watched } from './watching.ts';
import { World } from './world.ts';

/** Nodes while it scrolls: with the rows that the browser is given ahead, however many there are beyond them. */
const TARGETS = { stallMs: 50, nodes: 2_500 } as const;
const SYNC_WITHIN_MS = 600_000;
const LOOK_MS = 250;
/** Pixels of a turn of the wheel, one for every frame: most of a screen. */
const TURN_PX = 700;
/** Frames of a drag to the end and back. */
const DRAG_FRAMES = 200;

export interface ScrolledWay {
  readonly watched: Watched;
  readonly passage: Passage;
  readonly where: 'list' | 'thread';
}

/** Both at that size; everything in them is in the cache before anybody scrolls. */
export async function measureScroll(size: LongThread): Promise<Figure[]> {
  return await withScrollWorld(size, async (place, phone) => {
    say('Through the list');
    const list = await scrollList(place);
    say('Through the thread');
    const thread = await scrollThread(place, phone);
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
    for (const endsAt = Date.now() + SYNC_WITHIN_MS; Date.now() < endsAt;) {
      const { phase, lastSyncedAt } = await beside.get('sync.getStatus', {});
      if (phase === 'idle' && lastSyncedAt !== null) return;
      await wait(LOOK_MS);
    }
  } finally {
    beside.close();
  }
  throw new Error('The first sync does not end');
}

/** Down and up again by the wheel, by its thumb, by keys. */
export async function scrollList(place: Place): Promise<ScrolledWay[]> {
  const where = await listOf(place.page);
  const go = (activity: string, work: () => Promise<Passage>): Promise<ScrolledWay> =>
    watchWay(place, { activity, where: 'list' }, work);
  const ways = [
    await go('the list, down by the wheel', () => wheel(where, TURN_PX)),
    await go('the list, up by the wheel', () => wheel(where, -TURN_PX)),
    await go('the list, by its thumb', () => dragThumb(where, DRAG_FRAMES)),
  ];
  await where.box.focus();
  return [
    ...ways,
    await go('the list, to its end by the key End', () => holdKey(where, 'End', 'end')),
    await go('the list, up by Page Up', () => holdKey(where, 'PageUp', 'top')),
    await go('the list, down by Page Down', () => holdKey(where, 'PageDown', 'end')),
    await go('the list, to its top by the key Home', () => holdKey(where, 'Home', 'top')),
  ];
}

/** Up to the beginning page by page, and then both ways as in a list. */
export async function scrollThread(place: Place, phone: string): Promise<ScrolledWay[]> {
  const { page } = place;
  const go = (activity: string, work: () => Promise<Passage>): Promise<ScrolledWay> =>
    watchWay(place, { activity, where: 'thread' }, work);
  await openChatOf(page, phone);
  const where = await threadOf(page);
  const ways = [
    await go('the thread, up by the wheel, page by page', () => wheel(where, -TURN_PX)),
    await go('the thread, down by the wheel', () => wheel(where, TURN_PX)),
    await go('the thread, leaping up and down', () => leap(where, DRAG_FRAMES)),
  ];
  await messagesOf(page).locator('[tabindex="0"]').last().focus();
  return [
    ...ways,
    await go('the thread, to its beginning by the key Home', () => holdKey(where, 'Home', 'top')),
    await go('the thread, to its end by the key End', () => holdKey(where, 'End', 'end')),
  ];
}

/** Opens it and waits until it stands at its newest message. */
export async function openChatOf(page: Page, phone: string): Promise<void> {
  const beside = await joinPage(page);
  const chat = await beside.get('chats.find', { chatId: null, phone });
  beside.close();
  if (chat === null) throw new Error('The long conversation is not in the cache');
  await page
    .locator('#chat-list')
    .getByRole('listbox')
    .evaluate((list) => list.scrollTo({ top: 0 }));
  await page.locator(`#chat-${String(chat.id)}`).click();
  await messagesOf(page).waitFor();
}

async function watchWay(
  place: Place,
  { activity, where }: { readonly activity: string; readonly where: ScrolledWay['where'] },
  work: () => Promise<Passage>,
): Promise<ScrolledWay> {
  let passage: Passage = { mostNodes: Number.NaN, steps: 0 };
  const watched = await watch(place, activity, async () => {
    passage = await work();
  });
  return { watched, passage, where };
}

function toFigures({ watched, passage }: ScrolledWay): Figure[] {
  const { activity } = watched;
  const stalls = (['page', 'main'] as const).map((side) => {
    const { cpuMs: value, wallMs, usedMs } = watched[side];
    const name = `longest task of ${side}, ${activity}`;
    return toFigure({ name, unit: 'ms of CPU', value, target: TARGETS.stallMs, details: { wallMs, usedMs } });
  });
  const { mostNodes: value, steps } = passage;
  const name = `nodes of the pane at their most, ${activity}`;
  return [...stalls, toFigure({ name, unit: 'DOM nodes', value, target: TARGETS.nodes, details: { steps } })];
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}

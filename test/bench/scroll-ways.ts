/** Every way through a list and a conversation, gone once; where it stalls, twice more. */
import type { Page } from 'playwright';
import { openOption } from './inbox-steps.ts';
import {
  dragThumb,
  holdKey,
  leap,
  listOf,
  messagesOf,
  placeAt,
  settle,
  threadOf,
  wheel,
  type Passage,
  type Scrolled,
} from './scroll-steps.ts';
import { joinPage, watch, type Place, type Watched } from './watching.ts';

/** Pixels of a turn of the wheel, one for every frame: most of a screen. */
const TURN_PX = 700;
/** Frames of a drag to the end and back. */
const DRAG_FRAMES = 200;
/** How often a way is gone that was slow. */
const ROUNDS = 3;

export interface Way {
  readonly activity: string;
  /** Stands where the way begins, however it stood before. */
  readonly begin: () => Promise<Scrolled>;
  readonly go: (where: Scrolled) => Promise<Passage>;
}

export interface Round {
  readonly watched: Watched;
  readonly passage: Passage;
}

export interface WentWay {
  /** The first is what counts; where it was slow, two more tell whether that comes again. */
  readonly rounds: readonly [Round, ...Round[]];
}

/** Down and up again by the wheel, by its thumb, by keys. */
export function listWays(page: Page): Way[] {
  const { at, after } = toBeginnings(
    page,
    () => listOf(page),
    async () => {
      const { box } = await listOf(page);
      await box.focus();
      await box.dispose();
    },
  );
  return [
    { activity: 'the list, down by the wheel', begin: at('top'), go: (where) => wheel(where, TURN_PX) },
    { activity: 'the list, up by the wheel', begin: at('end'), go: (where) => wheel(where, -TURN_PX) },
    { activity: 'the list, by its thumb', begin: at('top'), go: (where) => dragThumb(where, DRAG_FRAMES) },
    {
      activity: 'the list, to its end by the key End',
      begin: after('Home'),
      go: (where) => holdKey(where, 'End', 'end'),
    },
    { activity: 'the list, up by Page Up', begin: after('End'), go: (where) => holdKey(where, 'PageUp', 'top') },
    { activity: 'the list, down by Page Down', begin: after('Home'), go: (where) => holdKey(where, 'PageDown', 'end') },
    {
      activity: 'the list, to its top by the key Home',
      begin: after('End'),
      go: (where) => holdKey(where, 'Home', 'top'),
    },
  ];
}

/** Up to the beginning page by page, and then both ways as in a list. `phone`: whose conversation it is. */
export function threadWays(page: Page, phone: string): Way[] {
  const { at, after } = toBeginnings(
    page,
    () => threadOf(page),
    () => messagesOf(page).locator('[tabindex="0"]').last().focus(),
  );
  const anew = async (): Promise<Scrolled> => {
    await openAnew(page, phone);
    return await threadOf(page);
  };
  return [
    { activity: 'the thread, up by the wheel, page by page', begin: anew, go: (where) => wheel(where, -TURN_PX) },
    { activity: 'the thread, down by the wheel', begin: at('top'), go: (where) => wheel(where, TURN_PX) },
    { activity: 'the thread, leaping up and down', begin: at('end'), go: (where) => leap(where, DRAG_FRAMES) },
    {
      activity: 'the thread, to its beginning by the key Home',
      begin: after('End'),
      go: (where) => holdKey(where, 'Home', 'top'),
    },
    {
      activity: 'the thread, to its end by the key End',
      begin: after('Home'),
      go: (where) => holdKey(where, 'End', 'end'),
    },
  ];
}

/** At one end by no act of a person, or by a key. */
function toBeginnings(page: Page, find: () => Promise<Scrolled>, focus: () => Promise<void>) {
  const at = (end: 'top' | 'end') => async () => {
    const where = await find();
    await placeAt(where, end);
    return where;
  };
  const after = (key: 'Home' | 'End') => async () => {
    await focus();
    await page.keyboard.press(key);
    const where = await find();
    await settle(where);
    return where;
  };
  return { at, after };
}

/**
 * Goes them one after another. One with a task of more than `mostMs` is gone twice more: what the app does it does each
 * time, while the machine (pages of memory that come back, another guest) slows down any one task by chance.
 */
export async function goAll(place: Place, ways: readonly Way[], mostMs: number): Promise<WentWay[]> {
  const went: WentWay[] = [];
  for (const way of ways) {
    const first = await goOnce(place, way);
    const rounds: [Round, ...Round[]] = [first];
    const isSlow = Math.max(first.watched.page.cpuMs, first.watched.main.cpuMs) > mostMs;
    while (isSlow && rounds.length < ROUNDS) rounds.push(await goOnce(place, way));
    went.push({ rounds });
  }
  return went;
}

/** Goes a way once, from where it begins. */
export async function goOnce(place: Place, { activity, begin, go }: Way): Promise<Round> {
  let passage: Passage = { mostNodes: Number.NaN, steps: 0 };
  const where = await begin();
  const watched = await watch(place, activity, async () => {
    passage = await go(where);
  });
  // A handle would keep the whole conversation that is left.
  await where.box.dispose();
  return { watched, passage };
}

/** Opens it with its newest page only, whatever was read of it before. */
async function openAnew(page: Page, phone: string): Promise<void> {
  const beside = await joinPage(page);
  const chat = await beside.get('chats.find', { chatId: null, phone });
  beside.close();
  if (chat === null) throw new Error('The long conversation is not in the cache');
  const list = await listOf(page);
  await placeAt(list, 'top');
  await list.box.dispose();
  const row = `#chat-${String(chat.id)}`;
  await openOption(page, page.locator(`#chat-list [role=option][aria-selected=false]:not(${row})`).first());
  await openOption(page, page.locator(row));
}

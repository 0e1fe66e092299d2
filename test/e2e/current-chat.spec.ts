import { expect, test } from '@playwright/test';
import type { Page } from 'playwright';
import type { ChatView } from '#shared/contract/index.ts';
import { enterLive } from '#test/bench/live-place.ts';
import { listChats } from '#test/bench/reads.ts';
import { createRandom } from '#test/bench/words.ts';
import { World } from '#test/bench/world.ts';
import { isFull } from '#test/support/full-counts.ts';
import { steerService, type ServiceAccount } from './support/programs.ts';
import { readNumber } from './support/service-state.ts';
import {
  countRequests,
  recordRequests,
  readInView,
  readRequests,
  untilLoaded,
  untilOne,
  untilRequested,
  untilUndone,
  type InView,
  type ChatRequest,
} from './support/requests-to-main.ts';

/** Chats that something is done to; those of the account are several times as many. */
const WORKED = isFull ? 300 : 18;
const CHATS = isFull ? 1_800 : 270;
const PAGE = 200;
/** Keys that lead to another row: several of them at once are a quick series. */
const WAYS = [
  ['j'],
  ['j', 'j'],
  ['j', 'j', 'k', 'j', 'j'],
  ['ArrowDown', 'ArrowDown', 'ArrowUp'],
  ['k'],
  ['PageDown', 'j'],
  ['PageUp'],
  ['Home', 'j'],
  ['End', 'k', 'k'],
  ['Alt+ArrowDown'],
  ['Alt+Shift+ArrowDown'],
  ['j', 'j', 'Enter', 'Escape'],
  ['j', 'n', 'Escape'],
  ['Escape'],
  [],
] as const;
const ACTS = ['e', 'e', 'p', 'u', 'm', 's', '#', 'several', 'answer'] as const;

/** Everybody who can be written to, by what the head of a thread shows of them. */
interface Crowd {
  readonly account: ServiceAccount;
  readonly phones: readonly string[];
  readonly idOf: (inView: string) => number | null;
}

async function meetCrowd(account: ServiceAccount, list: (offset: number) => Promise<readonly ChatView[]>) {
  const chats: ChatView[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const rows = await list(offset);
    chats.push(...rows);
    if (rows.length < PAGE) break;
  }
  const ids = new Map(chats.map(({ phone, id }) => [phone.replaceAll(/\D/g, '') || phone, id]));
  const phones = chats.filter(({ isBlocked }) => !isBlocked).map(({ phone }) => phone);
  return {
    account,
    phones: phones.filter((phone) => /^\d{9,}$/.test(phone)),
    idOf: (shown: string) => ids.get(shown) ?? null,
  };
}

/** Somebody writes, whoever it is; nobody waits for it. */
function letWrite({ account, phones }: Crowd, random: () => number): Promise<unknown> {
  const sender = phones[Math.floor(random() * phones.length)] ?? '';
  return steerService(account, 'POST inbound', { sender, text: `Meanwhile ${String(random()).slice(2, 8)}` });
}

/** What is done to the chat in view by keys: resolves once main was told of it. */
async function act(page: Page, kind: (typeof ACTS)[number], count: number): Promise<void> {
  const { keyboard } = page;
  if (kind === 'several') await actOnSeveral(page);
  else if (kind === 'answer') await answer(page);
  else await keyboard.press(kind);
  const menu = page.locator('[role=menu] [data-highlighted], [role=dialog] [role=option][aria-selected=true]');
  if (kind === 'm' || kind === 's') {
    // A chat that is muted or snoozed already has no menu. What time marks as read meanwhile says nothing of that.
    await page.waitForFunction(
      (from) =>
        document.querySelector('[role=menu] [data-highlighted], [role=dialog] [role=option][aria-selected=true]') !==
          null ||
        (globalThis as unknown as { noted: { requests: ChatRequest[] } }).noted.requests
          .slice(from)
          .some((request) => request.kind !== 'read'),
      count,
    );
    if ((await menu.count()) > 0) await keyboard.press('Enter');
  }
  await untilRequested(page, count, kind === 'u');
  // What lay over the list is gone, and the keys are in it again.
  await page.locator('#chat-list [role=listbox]:focus').waitFor();
}

/**
 * The row under the keys may have moved to where nothing is loaded: what is checked is on screen before something is done to
 * it.
 */
async function actOnSeveral(page: Page): Promise<void> {
  for (const key of ['x', 'Shift+ArrowDown', 'Shift+ArrowDown']) {
    await page.keyboard.press(key);
    await untilLoaded(page);
  }
  await page.keyboard.press('e');
}

/** Where nothing can be written to somebody, they are pinned instead. */
async function answer(page: Page): Promise<void> {
  await page.keyboard.press('r');
  await page.locator('[data-place=composer]:focus, [data-place=message]:focus').waitFor();
  if ((await page.locator('[data-place=composer]:focus').count()) > 0) {
    await page.keyboard.type('On our way');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('[data-place=composer]')?.value === '',
    );
    await page.keyboard.press('Escape');
  } else for (const key of ['Escape', 'p']) await page.keyboard.press(key);
}

/** The chat that was current at the key: that of the row under the keys; where there was none, that of the thread. */
const toCurrent = ({ current, header }: InView, { idOf }: Crowd): number | null =>
  current === '' ? idOf(header) : Number(current.replace('chat-', ''));

/** Keys whose row may have to be found or loaded first: what is pressed meanwhile counts from there. */
const FAR: readonly string[] = ['PageDown', 'PageUp', 'Home', 'End', 'Alt+Shift+ArrowDown'];

async function go(page: Page, way: readonly string[]): Promise<void> {
  for (const key of way) {
    await page.keyboard.press(key);
    if (FAR.includes(key)) await untilLoaded(page);
  }
}

/** What is wrong with it, in words. */
function judge({ name, chatIds, phone, kind, atKey, atOnce }: ChatRequest, crowd: Crowd): string[] {
  if (chatIds.length > 1) {
    const rows = chatIds.map((id) => `chat-${String(id)}`);
    const isSame = atKey.checkedCount === rows.length && atKey.checked.every((row) => rows.includes(row));
    return isSame ? [] : [`${rows.join(' ')} in place of ${JSON.stringify(atKey)}`];
  }
  const inView = crowd.idOf(atOnce.header);
  const told = name === 'sends.create' ? crowd.idOf(phone.replace('+', '')) : (chatIds[0] ?? null);
  const words = `${name} ${kind} told of ${String(told)}: ${JSON.stringify({ atKey, atOnce })}`;
  // What time marks as read was no key's.
  const isMeant = kind === 'read' || name === 'sends.create' || toCurrent(atKey, crowd) === told;
  return told === inView && isMeant ? [] : [words];
}

test('at each step the chat that is acted on is the one in view, while texts arrive all the time', async () => {
  test.setTimeout(1_800_000);
  const world = await World.create({ chats: CHATS, messages: CHATS * 5, contacts: CHATS });
  try {
    const { page, client } = await enterLive(world, recordRequests);
    await client.get('settings.set', { holdSeconds: 0 });
    const crowd = await meetCrowd(world.account, async (offset) => (await listChats(client, offset, PAGE)).rows);
    const random = createRandom(16);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const [faults, writing, pins] = [[] as string[], [] as Promise<unknown>[], new Map<number, boolean>()];
    await page.locator('#chat-list [role=listbox]:focus').waitFor();
    await page.keyboard.press('j');
    // At small counts each act has its turn.
    const acts = isFull ? [] : [...new Set(ACTS), ...new Set(ACTS)];
    for (let worked = 0; worked < WORKED;) {
      writing.push(letWrite(crowd, random), letWrite(crowd, random));
      await go(page, pick(WAYS));
      const kind = acts.shift() ?? pick(ACTS);
      const count = await countRequests(page);
      await act(page, kind, count);
      const done = (await readRequests(page)).slice(count);
      faults.push(...done.flatMap((one) => judge(one, crowd)));
      worked += done.filter((one) => one.kind !== 'read').length;
      for (const { chatIds, isPinned } of done) if (isPinned !== null) pins.set(chatIds[0] ?? 0, isPinned);
      const after = await untilOne(page);
      if (after.open !== '' && after.open !== `chat-${String(crowd.idOf(after.header))}`)
        faults.push(`after ${kind}: ${JSON.stringify(after)}`);
      if (kind !== 'answer' && random() < 0.3) await undo(page, { crowd, done, faults, pins });
      expect(faults).toEqual([]);
    }
    await Promise.all(writing);
    for (const [chatId, isPinned] of pins) {
      const chat = await client.get('chats.find', { chatId, phone: null });
      const there = async () => (await readNumber(world.account, chat?.phone ?? '')).chat.pinned;
      await expect.poll(there, { message: chat?.phone ?? String(chatId) }).toBe(isPinned);
    }
    client.close();
  } finally {
    await world.dispose();
  }
});

interface Step {
  readonly crowd: Crowd;
  readonly done: readonly ChatRequest[];
  readonly faults: string[];
  readonly pins: Map<number, boolean>;
}

/** Takes it back: chat, row and thread are those of the key. */
async function undo(page: Page, { crowd, done, faults, pins }: Step): Promise<void> {
  const acts = done.filter(({ name }) => name === 'chats.applyAction');
  // What time marked as read meanwhile is not taken back by a key.
  const last = acts.findLast(({ kind }) => kind !== 'read') ?? acts.at(-1);
  if (last === undefined) return;
  const count = await countRequests(page);
  await page.keyboard.press('z');
  await untilUndone(page, count);
  const current = toCurrent(last.atKey, crowd);
  await page.waitForFunction(
    (id) => {
      const { open, current: row } = (globalThis as unknown as { noted: { look: () => InView } }).noted.look();
      return row === open && (open === id || open === '');
    },
    `chat-${String(current)}`,
  );
  const after = await readInView(page);
  if (crowd.idOf(after.header) !== current) faults.push(`undone ${last.kind}: ${JSON.stringify({ last, after })}`);
  if (last.isPinned !== null) pins.set(last.chatIds[0] ?? 0, !last.isPinned);
}

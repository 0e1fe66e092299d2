/** How the day ended: whether the service has what was done, once, and the app says the same of it. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { ChatScope, ChatView } from '#shared/contract/index.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import { steerService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import type { DayPlace, Expected } from './day.ts';

const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 500;
const PAGE = 200;
const COUNTED = ['open', 'unread', 'closed', 'pinned', 'muted', 'snoozed', 'waiting', 'failed'] as const;

const stateSchema = v.object({
  counts: v.object({ unread: v.number() }),
  chat: v.nullable(v.object({ status: v.string(), pinned: v.boolean(), muted: v.boolean(), unread: v.number() })),
  sent: v.array(v.object({ text: v.string() })),
});
type ServiceState = v.InferOutput<typeof stateSchema>;
const LETTERS: Readonly<Record<ChatView['status'], string>> = { active: 'a', closed: 'c', deleted: 'd', unknown: '?' };

/** What is not as it should be, in words; empty once everything is. Waits for what is still on its way. */
export async function listDifferences(place: DayPlace, expected: readonly Expected[]): Promise<string[]> {
  const endsAt = Date.now() + WITHIN_MS;
  for (;;) {
    const differences = await findDifferences(place, expected);
    if (differences.length === 0 || Date.now() > endsAt) return differences;
    await wait(LOOK_EVERY_MS);
  }
}

async function findDifferences({ client, account, crowd }: DayPlace, expected: readonly Expected[]): Promise<string[]> {
  const differences: string[] = [];
  for (const one of expected) {
    const { chat, sent } = await readState(account, one.phone);
    const found = await client.get('chats.find', { chatId: null, phone: one.phone });
    differences.push(
      ...compareChat(one, chat),
      ...compareTexts(one, { sent, found }),
      ...compareViews(one, { chat, found }),
    );
  }
  for (const { phone } of crowd.others) {
    const { chat } = await readState(account, phone);
    const found = await client.get('chats.find', { chatId: null, phone });
    differences.push(...compareViews({ phone, sent: [] }, { chat, found }));
  }
  return differences.length > 0 ? differences : await compareCounts(client, account);
}

async function readState(account: ServiceAccount, phone: string): Promise<ServiceState> {
  return v.parse(stateSchema, await steerService(account, `GET state?phone=${phone}`));
}

function compareChat(wanted: Expected, chat: ServiceState['chat']): string[] {
  if (chat === null) return [`${wanted.phone}: the service has no chat`];
  const is: Partial<Record<keyof Expected, unknown>> = {
    status: chat.status,
    pinned: chat.pinned,
    muted: chat.muted,
    isUnread: chat.unread > 0,
  };
  const keys = ['status', 'pinned', 'muted', 'isUnread'] as const;
  return keys
    .filter((key) => wanted[key] !== undefined && wanted[key] !== is[key])
    .map((key) => `${wanted.phone}: at the service ${key} is ${String(is[key])}`);
}

/** Each text once, the newest of all, in their order. */
function compareTexts(
  { phone, sent }: Expected,
  there: Pick<ServiceState, 'sent'> & { readonly found: ChatView | null },
): string[] {
  const texts = there.sent.map(({ text }) => text);
  const isOnce = sent.every((text) => texts.filter((other) => other === text).length === 1);
  const newest = sent.length === 0 ? [] : texts.slice(-sent.length);
  if (isOnce && JSON.stringify(newest) === JSON.stringify(sent)) return [];
  const { lastText, lastDirection, lastMark, lastSendState, draft } = there.found ?? {};
  const here = JSON.stringify({ lastText, lastDirection, lastMark, lastSendState, draft });
  return [
    `${phone}: sent ${JSON.stringify(texts.slice(-3))} in place of ${JSON.stringify(sent)}; the app says ${here}`,
  ];
}

/** What the app says against what the service has. */
function compareViews(
  { phone, isSnoozed }: Expected,
  { chat, found }: { readonly chat: ServiceState['chat']; readonly found: ChatView | null },
): string[] {
  if (chat === null || found === null) return [`${phone}: one of both has no chat`];
  const here = [LETTERS[found.status], found.isPinned, found.isMuted, found.unreadCount].join(' ');
  const there = [chat.status, chat.pinned, chat.muted, chat.unread].join(' ');
  const isAway = found.snoozedUntil !== null;
  return [
    ...(here === there ? [] : [`${phone}: here ${here}, at the service ${there}`]),
    ...(isSnoozed === undefined || isSnoozed === isAway ? [] : [`${phone}: snoozed is ${String(isAway)}`]),
  ];
}

/** Lists are as long as their counts say, and hold as many unread messages as the service counts. */
async function compareCounts(client: WindowClient, account: ServiceAccount): Promise<string[]> {
  const counts = await client.get('chats.count', {});
  const differences: string[] = [];
  for (const name of COUNTED) {
    const { total } = await readPage(client, SCOPES[name], { offset: 0, limit: 1 });
    if (total !== counts[name]) differences.push(`${name}: counted ${counts[name]}, listed ${String(total)}`);
  }
  const unread = (await countUnread(client, 'any')) + (await countUnread(client, 'deleted'));
  const { unread: there } = v.parse(stateSchema, await steerService(account, 'GET state')).counts;
  return unread === there ? differences : [...differences, `unread: ${String(unread)} here, ${String(there)} there`];
}

async function countUnread(client: WindowClient, shelf: ChatScope['shelf']): Promise<number> {
  let sum = 0;
  for (let offset = 0; ; offset += PAGE) {
    const scope: ChatScope = { shelf, marks: ['unread'], listId: null };
    const { rows, total } = await readPage(client, scope, { offset, limit: PAGE });
    sum += rows.reduce((all, { unreadCount }) => all + unreadCount, 0);
    if (offset + PAGE >= total) return sum;
  }
}

function readPage(client: WindowClient, scope: ChatScope, place: { readonly offset: number; readonly limit: number }) {
  return client.get('chats.list', { scope, sort: 'newest', ...place, todayAt: 0, yesterdayAt: 0 });
}

/** What deleting messages and calls does: they leave their chats and lists, and the chats show what is left. */
import type { Chat, Inbound, Outbound, ThreadItem, VoiceCall } from './model.ts';
import { toPhone } from './threads.ts';
import type { World } from './world.ts';

type Removable = Outbound | Inbound | VoiceCall;

/**
 * Deletes messages and calls. Outbound messages stay as deleted ones, which lists show to those who ask for them;
 * replies and calls are gone. Nothing is paid back.
 */
export function removeMessages(world: World, items: readonly Removable[]): void {
  if (items.length === 0) return;
  const ids = { in: new Set<number>(), out: new Set<number>(), call: new Set<number>() };
  const byPhone = new Map<string, Set<ThreadItem>>();
  for (const item of items) {
    ids[item.kind].add(item.id);
    if (item.kind === 'out') item.deleted = true;
    const phone = toPhone(item);
    const gone = byPhone.get(phone) ?? new Set();
    byPhone.set(phone, gone.add(item));
  }
  if (ids.in.size > 0) world.inbound.removeAll(ids.in);
  if (ids.call.size > 0) world.calls.removeAll(ids.call);
  if (ids.out.size > 0) {
    world.sent.removeAll(ids.out);
    world.outbound.touch();
  }
  for (const [phone, gone] of byPhone) removeFromThread(world, phone, gone);
  world.chats.touch();
  world.changed();
}

function removeFromThread(world: World, phone: string, gone: ReadonlySet<ThreadItem>): void {
  const chat = world.findChatByPhone(phone);
  if (chat !== undefined) chat.unread -= countUnread(world.threads.list(phone), chat.unread, gone);
  world.threads.remove(phone, gone);
  if (chat !== undefined) showNewest(chat, world.threads.list(phone));
}

/** How many of the chat's unread messages are among those that go: its newest inbound ones count as the unread. */
function countUnread(items: readonly ThreadItem[], unread: number, gone: ReadonlySet<ThreadItem>): number {
  const newest = items.filter(({ kind }) => kind === 'in').slice(-unread);
  return unread === 0 ? 0 : newest.filter((item) => gone.has(item)).length;
}

/** A chat without messages keeps its times and its place. */
function showNewest(chat: Chat, items: readonly ThreadItem[]): void {
  const messages = items.filter((item) => item.kind === 'in' || item.kind === 'out');
  const last = messages.at(-1);
  chat.lastText = last?.text ?? null;
  chat.lastDirection = last === undefined ? null : last.kind === 'in' ? 'i' : 'o';
  chat.lastAt = last?.at ?? chat.lastAt;
  chat.updatedAt = messages.findLast(({ kind }) => kind === 'in')?.at ?? messages[0]?.at ?? chat.updatedAt;
}

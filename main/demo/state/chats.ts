import type { Chat, ChatStatus, Inbound, Outbound, VoiceCall } from './model.ts';
import type { World } from './world.ts';

export type ChatOrder = 'id' | 'unread' | 'messageTime';

/** Which chats, and in which order: highest first. */
export interface ChatOrdering {
  readonly status: ChatStatus;
  readonly order: ChatOrder;
  readonly pinnedFirst: boolean;
  readonly unreadOnly: boolean;
  /** Voice calls count as last items. */
  readonly withCalls: boolean;
}

/** Remembers each ordering until a chat changes: pages are read one after another. */
export class ChatOrderings {
  readonly #world: World;
  #version = -1;
  readonly #kept = new Map<string, readonly Chat[]>();

  constructor(world: World) {
    this.#world = world;
  }

  list(asked: ChatOrdering): readonly Chat[] {
    const { chats } = this.#world;
    if (this.#version !== chats.version) {
      this.#kept.clear();
      this.#version = chats.version;
    }
    const { status, order, pinnedFirst, unreadOnly, withCalls } = asked;
    const name = `${status} ${order} ${pinnedFirst} ${unreadOnly} ${withCalls}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const wanted = chats.rows.filter((chat) => chat.status === status && (!unreadOnly || chat.unread > 0));
    const ordered = sortChats(this.#world, wanted, asked);
    this.#kept.set(name, ordered);
    return ordered;
  }
}

/** Chats in an order of their own array, highest first; equal ones by id. */
export function sortChats(
  world: World,
  chats: readonly Chat[],
  { order, pinnedFirst = false, withCalls = false }: Pick<ChatOrdering, 'order'> & Partial<ChatOrdering>,
): readonly Chat[] {
  const toKey = (chat: Chat): number => {
    if (order === 'unread') return chat.unread;
    if (order === 'id') return chat.id;
    return (withCalls ? findLastCall(world, chat)?.at : undefined) ?? chat.lastAt;
  };
  return chats
    .map((chat) => ({ chat, key: toKey(chat) }))
    .sort((a, b) => {
      if (pinnedFirst && a.chat.pinned !== b.chat.pinned) return a.chat.pinned ? -1 : 1;
      return b.key - a.key || b.chat.id - a.chat.id;
    })
    .map(({ chat }) => chat);
}

/** The call that is newer than every message of a chat; undefined where there is none. */
export function findLastCall({ threads }: World, chat: Chat): VoiceCall | undefined {
  const last = threads.list(chat.phone).findLast(({ kind }) => kind !== 'note');
  return last?.kind === 'call' ? last : undefined;
}

/** Ends a mute whose time is over. Called before a chat is shown or changed: no timer has to remember it. */
export function settleMute(chat: Chat, nowAt: number): void {
  if (!chat.muted || chat.mutedUntil === null || chat.mutedUntil > nowAt) return;
  chat.muted = false;
  chat.mutedUntil = null;
}

/** Mutes for that many hours, without end when null. */
export function mute(chat: Chat, nowAt: number, hours: number | null): void {
  chat.muted = true;
  chat.mutedUntil = hours === null ? null : nowAt + hours * 3_600_000;
}

export function unmute(chat: Chat): void {
  chat.muted = false;
  chat.mutedUntil = null;
}

export function createChat(world: World, phone: string, nowAt: number): Chat {
  return world.addChat({
    id: world.chats.nextId(),
    phone,
    status: 'a',
    unread: 0,
    muted: false,
    mutedUntil: null,
    pinned: false,
    from: null,
    updatedAt: nowAt,
    lastAt: nowAt,
    lastText: null,
    lastDirection: null,
  });
}

/** Shows an inbound message on its chat: one more unread, and a closed or deleted chat is open again. */
export function showInbound(world: World, chat: Chat, message: Inbound): void {
  settleMute(chat, message.at);
  chat.unread += 1;
  chat.updatedAt = message.at;
  chat.status = 'a';
  showLast(chat, message);
  world.chats.touch();
}

export function showOutbound(world: World, chat: Chat, message: Outbound): void {
  showLast(chat, message);
  world.chats.touch();
}

function showLast(chat: Chat, message: Inbound | Outbound): void {
  if (message.at < chat.lastAt && chat.lastDirection !== null) return;
  chat.lastAt = message.at;
  chat.lastText = message.text;
  chat.lastDirection = message.kind === 'in' ? 'i' : 'o';
}

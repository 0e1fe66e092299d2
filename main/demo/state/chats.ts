import type { Chat, ChatStatus, Inbound, Outbound } from './model.ts';
import type { World } from './world.ts';

export type ChatOrder = 'id' | 'unread' | 'messageTime';

const KEYS: Record<ChatOrder, (chat: Chat) => number> = {
  id: (chat) => chat.id,
  unread: (chat) => chat.unread,
  messageTime: (chat) => chat.lastAt,
};

/** Orders chats, highest first, and remembers each ordering until a chat changes: pages are read one after another. */
export class ChatOrderings {
  readonly #world: World;
  #version = -1;
  readonly #kept = new Map<string, readonly Chat[]>();

  constructor(world: World) {
    this.#world = world;
  }

  list(status: ChatStatus, order: ChatOrder, pinnedFirst: boolean): readonly Chat[] {
    const { chats } = this.#world;
    if (this.#version !== chats.version) {
      this.#kept.clear();
      this.#version = chats.version;
    }
    const name = `${status} ${order} ${pinnedFirst}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const toKey = KEYS[order];
    const ordered = chats.rows
      .filter((chat) => chat.status === status)
      .sort((a, b) => {
        if (pinnedFirst && a.pinned !== b.pinned) return a.pinned ? -1 : 1;
        return toKey(b) - toKey(a) || b.id - a.id;
      });
    this.#kept.set(name, ordered);
    return ordered;
  }
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

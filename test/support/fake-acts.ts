/** What is done to chats of the main in memory: at once, with its undo, by the words of the contract. */
import type { ChatView, RequestInput } from '#shared/contract/index.ts';
import { isInScope, type FakeLists } from './fake-chats.ts';
import type { FakeData } from './fake-data.ts';

type Act = Omit<RequestInput<'chats.act'>, 'requestId'>;

const HOUR_MS = 3_600_000;

export class FakeActs {
  readonly #data: FakeData;
  readonly #lists: FakeLists;
  readonly #undo = new Map<string, ReadonlyMap<number, ChatView>>();

  constructor(data: FakeData, lists: FakeLists) {
    this.#data = data;
    this.#lists = lists;
  }

  /** The chats that are different now. */
  act({ target, action }: Act): { readonly chats: readonly ChatView[]; readonly undoId: string | null } {
    const isMeant = (chat: ChatView): boolean =>
      target.kind === 'chats'
        ? target.chatIds.includes(chat.id)
        : isInScope(chat, target.scope, this.#lists) && !target.except.includes(chat.id);
    const before = new Map<number, ChatView>();
    const after: ChatView[] = [];
    this.#data.chats = this.#data.chats.map((chat) => {
      const changed = isMeant(chat) ? { ...chat, ...toChanges(action) } : chat;
      if (JSON.stringify(changed) === JSON.stringify(chat)) return chat;
      before.set(chat.id, chat);
      after.push(changed);
      return changed;
    });
    if (after.length === 0) return { chats: [], undoId: null };
    const undoId = `undo-chats-${String(this.#undo.size + 1)}`;
    this.#undo.set(undoId, before);
    return { chats: after, undoId };
  }

  /** How many chats are as they were; null where that id is not one of an act on chats. */
  undo(undoId: string): number | null {
    const before = this.#undo.get(undoId);
    if (before === undefined) return null;
    this.#undo.delete(undoId);
    this.#data.chats = this.#data.chats.map((chat) => before.get(chat.id) ?? chat);
    return before.size;
  }
}

function toChanges(action: Act['action']): Partial<ChatView> {
  switch (action.kind) {
    case 'read':
      return { unreadCount: action.isRead ? 0 : 1 };
    case 'status':
      return { status: action.status, snoozedUntil: null };
    case 'pin':
      return { isPinned: action.isPinned };
    case 'mute': {
      const { isMuted, hours } = action;
      return { isMuted, mutedUntil: isMuted && hours !== null ? Date.now() + hours * HOUR_MS : null };
    }
    case 'block':
      return { isBlocked: action.isBlocked };
    case 'snooze':
      return { snoozedUntil: action.until };
  }
}

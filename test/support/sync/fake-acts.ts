import type { Chat, Message } from '#shared/domain/entities.ts';
import type { ChatId, MessageKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { ChatAction, PendingAction } from '#shared/domain/sync.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { SyncStore } from '#main/sync/ports.ts';

type Deletion = Awaited<ReturnType<SyncStore['listMessageDeletions']>>[number];

/** When the clock of the tests begins: later than whatever the service has. */
const BEGINNING_AT = Date.UTC(2026, 10, 20, 9);

/** The part of the cache in memory that knows what a person did. */
export class FakeActs {
  readonly chats = new Map<ChatId, Chat>();
  readonly messages = new Map<MessageKey, Message>();
  pending: PendingAction[] = [];
  deletions: Deletion[] = [];
  /** Chats that are snoozed here. */
  readonly snoozed = new Set<ChatId>();
  /** The next call of a method rejects with this. */
  failure: { readonly method: keyof SyncStore; readonly error: Error } | null = null;
  #actionId = 0;

  /** What a person does to a chat; an unconfirmed action of the same kind goes. */
  act(chatId: ChatId, action: ChatAction, times: { createdAt?: number; dueAt?: number } = {}): PendingAction {
    this.#actionId += 1;
    const chat = this.chats.get(chatId);
    const phone = chat?.phone ?? toPhoneKey('');
    const { createdAt = BEGINNING_AT, dueAt = createdAt } = times;
    const pending = { id: this.#actionId, chatId, phone, action, createdAt, dueAt, attempts: 0 };
    this.pending = this.pending.filter((other) => other.chatId !== chatId || other.action.kind !== action.kind);
    this.pending.push(pending);
    if (chat !== undefined) this.chats.set(chatId, this.replay(chat));
    return pending;
  }

  /** A person deletes messages: they are hidden until the service confirmed it. */
  deleteMessages(chatId: ChatId, keys: readonly MessageKey[], times: { createdAt: number; dueAt: number }): void {
    this.deletions.push(...keys.map((key) => ({ chatId, key, ...times })));
  }

  /** What a person sees of the messages of all chats. */
  get shownKeys(): MessageKey[] {
    const hidden = new Set(this.deletions.map(({ key }) => key));
    return [...this.messages.keys()].filter((key) => !hidden.has(key));
  }

  async listPendingActions(): Promise<readonly PendingAction[]> {
    await this.enter('listPendingActions');
    return [...this.pending];
  }

  async finishActions({ actionIds }: { actionIds: readonly number[] }): Promise<void> {
    await this.enter('finishActions');
    this.pending = this.pending.filter(({ id }) => !actionIds.includes(id));
  }

  async listMessageDeletions(): Promise<readonly Deletion[]> {
    await this.enter('listMessageDeletions');
    return [...this.deletions];
  }

  async finishMessageDeletion(input: { keys: readonly MessageKey[]; isDeleted: boolean }): Promise<void> {
    await this.enter('finishMessageDeletion');
    this.deletions = this.deletions.filter(({ key }) => !input.keys.includes(key));
    if (input.isDeleted) for (const key of input.keys) this.messages.delete(key);
  }

  /** Knows the scopes that sync asks for: open or snoozed chats that have nothing unread. */
  async listChatIds({ scope }: Parameters<SyncStore['listChatIds']>[0]): Promise<readonly ChatId[]> {
    await this.enter('listChatIds');
    if (scope.marks.join() !== 'read' || scope.listId !== null) throw new Error('The fake store has no such scope');
    return [...this.chats.values()]
      .filter(({ id, status, unreadCount }) => status === 'active' && unreadCount === 0 && id > 0)
      .map(({ id }) => id)
      .filter((id) => this.snoozed.has(id) === (scope.shelf === 'snoozed'));
  }

  async getUnreadTotal(): Promise<number> {
    await this.enter('getUnreadTotal');
    const open = [...this.chats.values()].filter(({ status }) => status === 'active');
    return open.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  }

  protected enter(method: keyof SyncStore): Promise<void> {
    const { failure } = this;
    if (failure?.method !== method) return Promise.resolve();
    this.failure = null;
    return Promise.reject(failure.error);
  }

  protected replay(chat: Chat): Chat {
    return this.pending
      .filter(({ chatId }) => chatId === chat.id)
      .reduce((row, { action }) => applyAction(row, action), chat);
  }
}

function applyAction(chat: Chat, action: ChatAction): Chat {
  switch (action.kind) {
    case 'read':
      return { ...chat, unreadCount: action.isRead ? 0 : Math.max(1, chat.unreadCount) };
    case 'status':
      return { ...chat, status: action.status };
    case 'pin':
      return { ...chat, isPinned: action.isPinned };
    case 'mute':
      return { ...chat, isMuted: action.isMuted };
    case 'block':
      return { ...chat, isBlocked: action.isBlocked };
    default:
      return assertNever(action, 'Every action on a chat is known');
  }
}

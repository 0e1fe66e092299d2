import { mergeLetter } from '#shared/domain/delivery.ts';
import type { Account, Chat, Contact, ContactList, Message } from '#shared/domain/entities.ts';
import type { ChatId, ContactId, ListId, MessageKey } from '#shared/domain/ids.ts';
import type { ChatAction, FeedCursor, FeedName, PendingAction } from '#shared/domain/sync.ts';
import type { CommitMessagesInput, CommitMessagesOutput, SyncStore } from '#main/sync/ports.ts';

/** The cache in memory, with the promises that the real store makes to sync. */
export class FakeStore implements SyncStore {
  account: Account | null = null;
  readonly chats = new Map<ChatId, Chat>();
  readonly messages = new Map<MessageKey, Message>();
  readonly contacts = new Map<ContactId, Contact>();
  readonly lists = new Map<ListId, ContactList>();
  readonly cursors = new Map<FeedName, FeedCursor>();
  readonly marks = new Map<string, number>();
  readonly completeChats = new Set<ChatId>();
  pending: PendingAction[] = [];
  /** The next call of a method rejects with this. */
  failure: { readonly method: keyof SyncStore; readonly error: Error } | null = null;
  #actionId = 0;

  /** What a person does to a chat. */
  act(chatId: ChatId, action: ChatAction): PendingAction {
    this.#actionId += 1;
    const pending = { id: this.#actionId, chatId, action, createdAt: 0, attempts: 0 };
    this.pending.push(pending);
    const chat = this.chats.get(chatId);
    if (chat !== undefined) this.chats.set(chatId, this.#replay(chat));
    return pending;
  }

  async saveAccount({ account }: { account: Account }): Promise<void> {
    await this.#enter('saveAccount');
    this.account = account;
  }

  async commitChats({ chats }: { chats: readonly Chat[] }): Promise<{ changedIds: readonly ChatId[] }> {
    await this.#enter('commitChats');
    const changedIds: ChatId[] = [];
    for (const chat of chats) {
      const next = this.#replay(chat);
      if (JSON.stringify(next) !== JSON.stringify(this.chats.get(chat.id))) changedIds.push(chat.id);
      this.chats.set(chat.id, next);
    }
    return { changedIds };
  }

  async commitMessages(input: CommitMessagesInput): Promise<CommitMessagesOutput> {
    await this.#enter('commitMessages');
    const phones = new Set([...this.chats.values()].map(({ phone }) => phone));
    const newKeys: MessageKey[] = [];
    let isChanged = false;
    for (const message of input.messages) {
      const before = this.messages.get(message.key);
      if (before === undefined) newKeys.push(message.key);
      const letter =
        input.source === 'page' && before !== undefined ? mergeLetter(before.letter, message.letter) : message.letter;
      const after = { ...message, letter };
      isChanged ||= JSON.stringify(after) !== JSON.stringify(before);
      this.messages.set(message.key, after);
    }
    if (input.feed !== undefined) this.cursors.set(input.feed.name, input.feed.cursor);
    if (input.completeChatId !== undefined) this.completeChats.add(input.completeChatId);
    const phonesWithoutChat = [...new Set(input.messages.map(({ phone }) => phone))].filter((p) => !phones.has(p));
    return { newKeys, phonesWithoutChat, isChanged };
  }

  async commitContacts({ contacts }: { contacts: readonly Contact[] }): Promise<void> {
    await this.#enter('commitContacts');
    for (const contact of contacts) this.contacts.set(contact.id, contact);
  }

  async commitLists({ lists }: { lists: readonly ContactList[] }): Promise<void> {
    await this.#enter('commitLists');
    for (const list of lists) this.lists.set(list.id, list);
  }

  async getFeedCursor({ name }: { name: FeedName }): Promise<FeedCursor | null> {
    await this.#enter('getFeedCursor');
    return this.cursors.get(name) ?? null;
  }

  async getSyncMark({ key }: { key: string }): Promise<number | null> {
    await this.#enter('getSyncMark');
    return this.marks.get(key) ?? null;
  }

  async setSyncMark({ key, value }: { key: string; value: number }): Promise<void> {
    await this.#enter('setSyncMark');
    this.marks.set(key, value);
  }

  async countMessages(): Promise<number> {
    await this.#enter('countMessages');
    return this.messages.size;
  }

  async listPendingActions(): Promise<readonly PendingAction[]> {
    await this.#enter('listPendingActions');
    return [...this.pending];
  }

  async finishAction({ actionId }: { actionId: number }): Promise<void> {
    await this.#enter('finishAction');
    this.pending = this.pending.filter(({ id }) => id !== actionId);
  }

  #enter(method: keyof SyncStore): Promise<void> {
    const { failure } = this;
    if (failure?.method !== method) return Promise.resolve();
    this.failure = null;
    return Promise.reject(failure.error);
  }

  #replay(chat: Chat): Chat {
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
  }
}

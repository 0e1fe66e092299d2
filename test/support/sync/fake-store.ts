import type { CallbackEvent, CallbackState, KeptCallback } from '#shared/domain/callbacks.ts';
import type { CollectionName, CollectionRows } from '#shared/domain/collections.ts';
import { isFinalLetter, mergeLetter } from '#shared/domain/delivery.ts';
import type { Account, Chat, Contact, ContactList } from '#shared/domain/entities.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import type { ChatId, ContactId, ListId, MessageKey } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import type { Completeness, FeedCursor, FeedName, ReadVia } from '#shared/domain/sync.ts';
import type { CommitMessagesInput, CommitMessagesOutput, SyncStore } from '#main/sync/ports.ts';
import { FakeActs } from './fake-acts.ts';
import { FakeSpans, listMissing, toFeedSpan } from './fake-spans.ts';

/** The cache in memory, with the promises that the real store makes to sync. */
export class FakeStore extends FakeActs implements SyncStore {
  account: Account | null = null;
  readonly contacts = new Map<ContactId, Contact>();
  readonly lists = new Map<ListId, ContactList>();
  readonly cursors = new Map<FeedName, FeedCursor>();
  readonly marks = new Map<string, number>();
  readonly completeChats = new Set<ChatId>();
  /** Rows of the smaller collections, by name and id. */
  readonly rows = new Map<CollectionName, Map<number, unknown>>();
  readonly members = new Map<ListId, readonly ContactId[]>();
  readonly notes = new Map<ContactId, readonly ContactNote[]>();
  prices: readonly { readonly countryId: string; readonly price: number }[] = [];
  /** How each message came here first. */
  readonly via = new Map<MessageKey, ReadVia>();
  callbacks: KeptCallback[] = [];
  /** How often the notices were opened. */
  noticesOpened = 0;
  readonly #spans = new FakeSpans();

  /** A callback reaches the inbox; one that is there already only counts up. */
  keep(event: Pick<CallbackEvent, 'direction' | 'messageId'> & Partial<CallbackEvent>): void {
    const full = { letter: '', phone: null, referenceId: null, happenedAt: null, receivedAt: 0, ...event };
    const isSame = (kept: KeptCallback): boolean =>
      kept.direction === full.direction && kept.messageId === full.messageId && kept.letter === full.letter;
    if (this.callbacks.some(isSame)) {
      this.callbacks = this.callbacks.map((kept) => (isSame(kept) ? { ...kept, times: kept.times + 1 } : kept));
      return;
    }
    const seq = this.callbacks.length + 1;
    this.callbacks.push({ ...full, seq, state: 'waiting', settledAt: null, times: 1 });
  }

  /** How many callbacks are in each state. */
  countCallbacks(): Record<CallbackState, number> {
    const counts = { waiting: 0, confirmed: 0, refuted: 0 };
    for (const { state } of this.callbacks) counts[state] += 1;
    return counts;
  }

  async saveAccount({ account }: { account: Account }): Promise<void> {
    await this.enter('saveAccount');
    this.account = account;
  }

  async commitChats({ chats }: { chats: readonly Chat[] }): Promise<{ changedIds: readonly ChatId[] }> {
    await this.enter('commitChats');
    const changedIds: ChatId[] = [];
    for (const chat of chats) {
      const next = this.replay(chat);
      if (JSON.stringify(next) !== JSON.stringify(this.chats.get(chat.id))) changedIds.push(chat.id);
      this.chats.set(chat.id, next);
    }
    return { changedIds };
  }

  async commitMessages(input: CommitMessagesInput): Promise<CommitMessagesOutput> {
    await this.enter('commitMessages');
    const phones = new Set([...this.chats.values()].map(({ phone }) => phone));
    const keys = new Set(input.messages.map(({ key }) => key));
    const missingKeys = this.#judge(input, keys);
    const newKeys: MessageKey[] = [];
    const contestedKeys: MessageKey[] = [];
    let isChanged = false;
    for (const message of input.messages) {
      const before = this.messages.get(message.key);
      if (before === undefined) newKeys.push(message.key);
      if (before === undefined) this.via.set(message.key, input.via ?? 'poll');
      const letter =
        input.source === 'page' && before !== undefined ? mergeLetter(before.letter, message.letter) : message.letter;
      if (message.letter !== null && letter !== message.letter) contestedKeys.push(message.key);
      const after = { ...message, letter };
      isChanged ||= JSON.stringify(after) !== JSON.stringify(before);
      this.messages.set(message.key, after);
    }
    if (input.feed !== undefined) this.cursors.set(input.feed.name, input.feed.cursor);
    if (input.completeChatId !== undefined) this.completeChats.add(input.completeChatId);
    const phonesWithoutChat = [...new Set(input.messages.map(({ phone }) => phone))].filter((p) => !phones.has(p));
    return { newKeys, phonesWithoutChat, isChanged, missingKeys, contestedKeys };
  }

  async removeMessages({ keys }: { keys: readonly MessageKey[] }): Promise<{ removedCount: number }> {
    await this.enter('removeMessages');
    const removedCount = keys.filter((key) => this.messages.delete(key)).length;
    return { removedCount };
  }

  async removeChats({ chatIds }: { chatIds: readonly ChatId[] }): Promise<void> {
    await this.enter('removeChats');
    for (const chatId of chatIds) this.chats.delete(chatId);
  }

  async getCompleteness({ chatId }: { chatId: ChatId }): Promise<Completeness | null> {
    await this.enter('getCompleteness');
    const chat = this.chats.get(chatId);
    if (chat === undefined) return null;
    const atOf = (index: number, id: number): number | undefined =>
      this.messages.get(toMessageKey(index === 0 ? 'in' : 'out', id))?.at;
    const feed = toFeedSpan([this.cursors.get('inbound'), this.cursors.get('outbound')], atOf);
    const own = [...this.messages.values()].filter(({ phone }) => phone === chat.phone);
    return this.#spans.measure(chatId, feed, own);
  }

  async listOpenLetters({ limit, sinceAt }: { limit: number; sinceAt: number }): Promise<readonly number[]> {
    await this.enter('listOpenLetters');
    return [...this.messages.values()]
      .filter(({ key, letter, at }) => key.startsWith('out:') && !isFinalLetter(letter) && at >= sinceAt)
      .map(({ id }) => id)
      .sort((a, b) => b - a)
      .slice(0, limit);
  }

  async listMessageIds(query: {
    direction: 'in' | 'out';
    fromId: number;
    toId: number;
    limit: number;
  }): Promise<readonly number[]> {
    await this.enter('listMessageIds');
    return [...this.messages.values()]
      .filter(({ key, id }) => key.startsWith(`${query.direction}:`) && id >= query.fromId && id <= query.toId)
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .slice(0, query.limit);
  }

  async openNotices(): Promise<void> {
    await this.enter('openNotices');
    this.noticesOpened += 1;
  }

  async listWaitingCallbacks(query: { afterSeq: number; limit: number }): Promise<readonly KeptCallback[]> {
    await this.enter('listWaitingCallbacks');
    const waiting = this.callbacks.filter(({ seq, state }) => state === 'waiting' && seq > query.afterSeq);
    return waiting.slice(0, query.limit);
  }

  async settleCallbacks(input: {
    settled: readonly { readonly seq: number; readonly state: Exclude<CallbackState, 'waiting'> }[];
    at: number;
  }): Promise<void> {
    await this.enter('settleCallbacks');
    const states = new Map(input.settled.map(({ seq, state }) => [seq, state]));
    this.callbacks = this.callbacks.map((kept) => {
      const state = states.get(kept.seq);
      return state === undefined ? kept : { ...kept, state, settledAt: input.at };
    });
  }

  async commitRows({ name, rows }: CollectionRows): Promise<void> {
    await this.enter('commitRows');
    const kept = this.#rowsOf(name);
    for (const row of rows) kept.set(row.id, row);
  }

  async removeRows({ name, ids }: { name: CollectionName; ids: readonly number[] }): Promise<void> {
    await this.enter('removeRows');
    const kept: Map<number, unknown> = this.#rowsOf(name);
    for (const id of ids) kept.delete(id);
  }

  async listRowIds(input: { name: CollectionName | 'chats'; status?: Chat['status'] }): Promise<readonly number[]> {
    await this.enter('listRowIds');
    const { name, status } = input;
    if (name !== 'chats') return [...this.#rowsOf(name).keys()].sort((a, b) => a - b);
    const chats = [...this.chats.values()].filter((chat) => status === undefined || chat.status === status);
    return chats.map(({ id }) => id).sort((a, b) => a - b);
  }

  async listUnevenLists(): Promise<readonly ListId[]> {
    await this.enter('listUnevenLists');
    const uneven = [...this.lists.values()].filter((list) => {
      return list.membersCount !== (this.members.get(list.id)?.length ?? 0);
    });
    return uneven.map(({ id }) => id);
  }

  async listRecentContactIds(input: { sinceAt: number; limit: number }): Promise<readonly ContactId[]> {
    await this.enter('listRecentContactIds');
    const recent = [...this.chats.values()].filter(({ status, updatedAt }) => {
      return status === 'active' && (updatedAt ?? 0) >= input.sinceAt;
    });
    return recent.flatMap(({ contactId }) => (contactId === null ? [] : [contactId])).slice(0, input.limit);
  }

  async setListMembers(input: { listId: ListId; contactIds: readonly ContactId[] }): Promise<void> {
    await this.enter('setListMembers');
    this.members.set(input.listId, input.contactIds);
  }

  async setContactNotes(input: { contactId: ContactId; notes: readonly ContactNote[] }): Promise<void> {
    await this.enter('setContactNotes');
    this.notes.set(input.contactId, input.notes);
  }

  async setPrices({ prices }: { prices: readonly { readonly countryId: string; readonly price: number }[] }) {
    await this.enter('setPrices');
    this.prices = prices;
  }

  async commitContacts({ contacts }: { contacts: readonly Contact[] }): Promise<void> {
    await this.enter('commitContacts');
    for (const contact of contacts) this.contacts.set(contact.id, contact);
  }

  async commitLists({ lists }: { lists: readonly ContactList[] }): Promise<void> {
    await this.enter('commitLists');
    for (const list of lists) this.lists.set(list.id, list);
  }

  async getFeedCursor({ name }: { name: FeedName }): Promise<FeedCursor | null> {
    await this.enter('getFeedCursor');
    return this.cursors.get(name) ?? null;
  }

  async getSyncMark({ key }: { key: string }): Promise<number | null> {
    await this.enter('getSyncMark');
    return this.marks.get(key) ?? null;
  }

  async setSyncMark({ key, value }: { key: string; value: number }): Promise<void> {
    await this.enter('setSyncMark');
    this.marks.set(key, value);
  }

  async countMessages(): Promise<number> {
    await this.enter('countMessages');
    return this.messages.size;
  }

  /** Notes what was covered, and names what the answer left out of it. */
  #judge({ covers }: CommitMessagesInput, keys: ReadonlySet<MessageKey>): MessageKey[] {
    if (covers === undefined) return [];
    const phone = covers.kind === 'chat' ? (this.chats.get(covers.chatId)?.phone ?? null) : null;
    if (covers.kind === 'chat') {
      this.#spans.add(covers.chatId, { fromAt: covers.fromAt ?? -Infinity, toAt: covers.toAt });
    }
    return listMissing(covers, this.messages.values(), { keys, phone });
  }

  #rowsOf(name: CollectionName): Map<number, unknown> {
    if (name === 'contacts') return this.contacts;
    if (name === 'lists') return this.lists;
    const kept = this.rows.get(name) ?? new Map<number, unknown>();
    this.rows.set(name, kept);
    return kept;
  }
}

/**
 * The store that sync fills, without its threads: its own commands, queries and queue on real files, run where they are
 * called. What the tests look at is read from the files.
 */
import type { CallbackEvent, KeptCallback } from '#shared/domain/callbacks.ts';
import type { CollectionName } from '#shared/domain/collections.ts';
import type { Account, Chat, Message } from '#shared/domain/entities.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import type { ChatId, ContactId, ListId, MessageKey } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import type { ChatAct, FeedCursor, FeedName, PendingAction } from '#shared/domain/sync.ts';
import type { Template } from '#shared/domain/templates.ts';
import type { StoreCommands, StoreQueries } from '#main/store/api.ts';
import type { PendingDeletion } from '#main/store/api/chats.ts';
import { toKeyParts } from '#main/store/core/line-key.ts';
import { toAppError, toStoredError } from '#main/store/errors.ts';
import { commandNames, queryNames } from '#main/store/names.ts';
import type { CallResult, CommandCall } from '#main/store/protocol.ts';
import { queries } from '#main/store/queries/table.ts';
import { WriterQueue } from '#main/store/queue.ts';
import { toChat } from '#main/store/rows/chat-row.ts';
import type { ChatRow } from '#main/store/rows/chat-row.ts';
import { toMessage } from '#main/store/rows/message-row.ts';
import type { MessageRow } from '#main/store/rows/message-row.ts';
import type { SqlParams } from '#main/store/open.ts';
import { runGroup } from '#main/store/writer.ts';
import type { SyncStore } from '#main/sync/ports.ts';
import { openStoreFiles } from '../store-files.ts';
import type { FakeClock } from './fake-clock.ts';

interface Failure {
  readonly method: keyof SyncStore;
  readonly error: Error;
  readonly isLasting?: boolean;
}

type AnyQuery = (db: unknown, input: unknown, now: number) => unknown;
type Calls = { -readonly [Name in keyof SyncStore]: SyncStore[Name] };

/** Runs the queue's groups and the queries on files of a store, on the thread of the caller. */
class Executor {
  readonly files = openStoreFiles();
  /** The next call of that name rejects with this and does nothing; `isLasting`: all of them do. */
  failure: Failure | null = null;
  readonly #clock: Pick<FakeClock, 'now'>;
  readonly #queue: WriterQueue;
  #isClosed = false;

  constructor(clock: Pick<FakeClock, 'now'>) {
    this.#clock = clock;
    this.#queue = new WriterQueue((calls) => Promise.resolve(this.runNow(calls)));
  }

  /** As a caller of the store writes: through its queue, in small parts. */
  async write(name: CommandCall['name'], input: unknown): Promise<unknown> {
    this.#failWhereWanted(name);
    return structuredClone(await this.#queue.push({ name, input: structuredClone(input) } as CommandCall));
  }

  async read(name: keyof StoreQueries, input: unknown): Promise<unknown> {
    this.#failWhereWanted(name);
    await Promise.resolve();
    try {
      return structuredClone(this.ask(name, input as never));
    } catch (error) {
      throw toAppError(toStoredError(error, name));
    }
  }

  runNow(calls: readonly CommandCall[]): readonly CallResult[] {
    return runGroup(this.files, calls, this.#clock.now()).results;
  }

  ask<Name extends keyof StoreQueries>(name: Name, input: StoreQueries[Name]['input']): StoreQueries[Name]['output'] {
    const { reader } = this.files;
    const query = queries[name] as unknown as AnyQuery;
    return reader.transaction(() => query(reader, input, this.#clock.now())) as StoreQueries[Name]['output'];
  }

  get now(): number {
    return this.#clock.now();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.files.close();
  }

  #failWhereWanted(name: string): void {
    const { failure } = this;
    if (failure?.method !== name) return;
    if (failure.isLasting !== true) this.failure = null;
    throw failure.error;
  }
}

/** Every call of the store, as sync makes it. */
function toCalls(executor: Executor): Calls {
  const calls: unknown = Object.fromEntries([
    ...commandNames.map((name) => [name, (input: unknown) => executor.write(name, input)]),
    ...queryNames.map((name) => [name, (input: unknown) => executor.read(name, input)]),
  ]);
  return calls as Calls;
}

/** A store that is open, what it keeps, and what a user does to it. */
export type InProcessStore = Calls & Kept;

/** Opens an empty store; `clock` says when its commands run. */
export function openInProcessStore(clock: Pick<FakeClock, 'now'>): InProcessStore {
  const kept = new Kept(clock);
  return Object.assign(kept, toCalls(kept.executor));
}

/** The store's content, read anew each time. */
class Kept {
  readonly executor: Executor;

  constructor(clock: Pick<FakeClock, 'now'>) {
    this.executor = new Executor(clock);
  }

  close(): void {
    this.executor.close();
  }

  set failure(failure: Failure | null) {
    this.executor.failure = failure;
  }

  get failure(): Failure | null {
    return this.executor.failure;
  }

  get account(): Account | null {
    return this.executor.ask('getAccount', {});
  }

  get messagesCount(): number {
    return this.executor.ask('countMessages', {});
  }

  /** Of those that are shown: not of those that wait to be deleted. */
  messageOf(key: MessageKey): Message | undefined {
    const { sequence, id } = toKeyParts(key);
    return this.#all<MessageRow>('SELECT * FROM messages WHERE sequence = ? AND id = ?', [sequence, id]).map(
      toMessage,
    )[0];
  }

  hasMessage(key: MessageKey): boolean {
    return this.messageOf(key) !== undefined;
  }

  /** As `messageOf`, all of them, in the order of their times. */
  get messages(): readonly Message[] {
    return this.#all<MessageRow>('SELECT * FROM messages ORDER BY seq').map(toMessage);
  }

  /** A chat with what the list shows as unread. */
  chatOf(chatId: ChatId): Chat | undefined {
    return this.chats.find(({ id }) => id === chatId);
  }

  /** By id. */
  get chats(): readonly Chat[] {
    const rows = this.#all<ChatRow>('SELECT * FROM chats ORDER BY id');
    return rows.map((row) => ({ ...toChat(row), unreadCount: row.unread_count }));
  }

  /** Chats whose messages are all here. */
  get completeChatIds(): readonly ChatId[] {
    return this.#all<{ id: number }>('SELECT id FROM chats WHERE is_complete = 1').map(({ id }) => toChatId(id));
  }

  idsOf(name: CollectionName): readonly number[] {
    return this.executor.ask('listRowIds', { name });
  }

  get templates(): readonly Template[] {
    return this.executor.ask('listTemplates', {});
  }

  membersOf(listId: number): readonly ContactId[] {
    return this.executor.ask('listMembers', { listId: toListId(listId) });
  }

  /** Lists that have members. */
  get filledListIds(): readonly ListId[] {
    const rows = this.#all<{ id: number }>('SELECT DISTINCT list_id AS id FROM contact_lists ORDER BY id');
    return rows.map(({ id }) => toListId(id));
  }

  notesOf(contactId: number): readonly ContactNote[] {
    return this.executor.ask('listContactNotes', { contactId: toContactId(contactId) });
  }

  /** Contacts that have notes. */
  get notedContactIds(): readonly ContactId[] {
    const rows = this.#all<{ id: number }>('SELECT DISTINCT contact_id AS id FROM contact_notes ORDER BY id');
    return rows.map(({ id }) => toContactId(id));
  }

  get prices(): readonly { readonly countryId: string; readonly price: number }[] {
    return this.#all('SELECT country_id AS countryId, price FROM country_prices ORDER BY country_id');
  }

  cursorOf(name: FeedName): FeedCursor | null {
    return this.executor.ask('getFeedCursor', { name });
  }

  markOf(key: string): number | null {
    return this.executor.ask('getSyncMark', { key });
  }

  removeMark(key: string): void {
    this.executor.files.cache.run('DELETE FROM sync_marks WHERE key = ?', [key]);
  }

  /** What news is noted as having come by. */
  viaOf(key: MessageKey): string | undefined {
    const { sequence, id } = toKeyParts(key);
    return this.#all<{ via: string }>('SELECT via FROM arrivals WHERE direction = ? AND message_id = ?', [
      sequence,
      id,
    ])[0]?.via;
  }

  /** Whether what comes now is news. */
  get areNoticesOpen(): boolean {
    return this.markOf('notices.floor') !== null;
  }

  get pending(): readonly PendingAction[] {
    return this.executor.ask('listPendingActions', {});
  }

  get deletions(): readonly PendingDeletion[] {
    return this.executor.ask('listMessageDeletions', {});
  }

  get callbacks(): readonly KeptCallback[] {
    return this.executor.ask('listCallbacks', { limit: 1_000_000 });
  }

  get callbackCounts(): StoreQueries['countCallbacks']['output'] {
    return this.executor.ask('countCallbacks', {});
  }

  /** Callbacks reach the inbox. */
  keep(...events: readonly (Pick<CallbackEvent, 'direction' | 'messageId'> & Partial<CallbackEvent>)[]): void {
    const unsaid = { letter: '', phone: null, referenceId: null, happenedAt: null, receivedAt: this.executor.now };
    this.run('keepCallbacks', { events: events.map((event) => ({ ...unsaid, ...event })) });
  }

  /** What a user does to a chat. */
  act(chatId: ChatId, action: ChatAct, { createdAt = this.executor.now, dueAt = createdAt }: ActTimes = {}): void {
    this.run('applyActions', { chatIds: [chatId], action, at: createdAt, dueAt });
  }

  /** A user deletes messages: they are hidden until the service confirms it. */
  removeByUser(chatId: ChatId, keys: readonly MessageKey[], times: Required<ActTimes>): void {
    this.run('deleteMessages', { chatId, keys, at: times.createdAt, dueAt: times.dueAt });
  }

  /** Runs a command at once. @throws what a caller would get */
  run<Name extends keyof StoreCommands>(
    name: Name,
    input: StoreCommands[Name]['input'],
  ): StoreCommands[Name]['output'] {
    const [result] = this.executor.runNow([{ name, input } as CommandCall]);
    if (result?.ok !== true) throw result === undefined ? new Error('No result') : toAppError(result.error);
    return result.output as StoreCommands[Name]['output'];
  }

  #all<Row>(sql: string, params?: SqlParams): Row[] {
    return this.executor.files.reader.all<Row>(sql, params);
  }
}

interface ActTimes {
  readonly createdAt?: number;
  readonly dueAt?: number;
}

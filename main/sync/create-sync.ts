import type { ChatId, ContactId, ListId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { Gap, HistoryChoice, SyncStatus } from '#shared/domain/sync.ts';
import type { Activity } from './core/pace.ts';
import type { WaitingAct } from './drivers/acts.ts';
import { SyncEngine } from './drivers/engine.ts';
import type { SyncParts } from './drivers/engine.ts';

/** Keeps the cache of one account in step with the service. */
export interface Sync {
  /** Begins to read and never stops by itself, except where the key is refused. */
  start(): void;
  /** Whether somebody looks: decides how often the service is asked. */
  setActivity(activity: Activity): void;
  /** A chat came on screen: it is read at once. */
  openChat(chatId: ChatId): void;
  /** One more page above what the cache has of this chat. Rejects with `AppError`. */
  fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }>;
  /**
   * Asks the service for chats by the text of their messages and by who they are with, and keeps them. At most 50 of each.
   * The next search ends the one before. Rejects with `AppError`; `cancelled` where it was ended so.
   */
  searchChats(text: string): Promise<{
    readonly byText: readonly ChatId[];
    readonly byPerson: readonly ChatId[];
    readonly hasMore: boolean;
  }>;
  /** Reads the messages of a chat with that text (at most 100) and keeps them; the newest. Rejects with `AppError`. */
  findInChat(chatId: ChatId, text: string): Promise<MessageKey | null>;
  /** Reads the messages of a chat between two instants and keeps them. Rejects with `AppError`. */
  readPeriod(chatId: ChatId, period: { readonly fromAt: number; readonly toAt: number }): Promise<void>;
  /** There are new pending actions, or deletions of messages, in the store; some may be due later. */
  actionsChanged(): void;
  /** There are new changes of people in the store, or fewer; some may be due later. */
  peopleChanged(): void;
  /** Reads all lists and who is on each now; lists that are gone are taken out. Rejects with `AppError`. */
  readAllMembers(): Promise<void>;
  /** No change of people leaves for the service while that work is done. Rejects as the work does. */
  holdPeopleChanges<T>(work: () => Promise<T>): Promise<T>;
  /** A contact came on screen: it, its lists and its notes are read at once. */
  openContact(contactId: ContactId): void;
  /** Who is on a list is read at once. */
  readMembers(listId: ListId): void;
  /** The same; resolves when it is read. Rejects with `AppError`. */
  fetchMembers(listId: ListId): Promise<void>;
  /** The service may have deleted those of them that are on no list: they are asked for, and taken out. */
  checkContacts(contactIds: readonly number[]): void;
  /** Takes back what waits; false where it is on its way to the service, or does not wait any more. Rejects with `disk`. */
  cancel(act: WaitingAct): Promise<boolean>;
  /** A message to this number was accepted: its ticks and its chat are looked for soon. */
  messageSent(phone: PhoneKey): void;
  /** Ends every wait and asks the service now; also after a refused key. */
  tryNow(): void;
  /** The inbox of callbacks has something new: it is confirmed by reading, and only then believed. */
  callbacksArrived(): void;
  /** Whether callbacks are known to get through: then news is asked for once a minute only. */
  setLive(isLive: boolean): void;
  /** How far back history is read, and whether that goes on. May be told before `start`. */
  setHistory(choice: HistoryChoice): void;
  /**
   * Compares everything with the service, deletions included, ahead of what is planned. Resolves when that is done; with
   * others who asked meanwhile. Rejects with `AppError` where the service cannot be asked now.
   */
  checkEverything(): Promise<void>;
  /** Reads what is missing in a gap of a chat. Rejects with `AppError`. */
  fillGap(chatId: ChatId, gap: Gap): Promise<void>;
  /** Who is on that register is read again as soon as can be: a person changed it. */
  readRegister(name: 'blocked' | 'unsubscribers'): void;
  /** The service's schedules are read again as soon as can be: one of them should have gone out, or was changed. */
  readSchedulesSoon(): void;
  /** The account, its name and picture included, is read again as soon as can be. */
  readAccountSoon(): void;
  /** The same; resolves when it is read. Rejects with `AppError`, `not-found` where the service has none. */
  readSchedules(): Promise<void>;
  /** Reads the newest texts with that number, as far as the service has a chat with it. Rejects with `AppError`. */
  readReplies(phone: PhoneKey): Promise<void>;
  getStatus(): SyncStatus;
  /** Ends every call and wait, and resolves when nothing runs any more. */
  dispose(): Promise<void>;
}

/** Builds sync over its ports; nothing happens before `start`. */
export function createSync(parts: SyncParts): Sync {
  return new SyncEngine(parts);
}

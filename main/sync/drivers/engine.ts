import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatId, ContactId, ListId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { Gap, HistoryChoice, SyncStatus } from '#shared/domain/sync.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { afterActivity, afterLive, afterRound, afterSend, createPace, planNextRoundAt } from '../core/pace.ts';
import type { Activity } from '../core/pace.ts';
import { toLink } from '../core/status.ts';
import type { SyncClock, SyncSink, SyncSource, SyncStore } from '../ports.ts';
import { Acts, type WaitingAct } from './acts.ts';
import { Alarm } from './alarm.ts';
import type { SyncContext } from './context.ts';
import { Helpers } from './helpers.ts';
import { Link } from './link.ts';
import { runOpening } from './opening.ts';
import { PeopleChanges } from './people-changes.ts';
import { createReaders } from './readers.ts';
import type { Readers } from './readers.ts';
import type { FoundChats } from './searches.ts';
import { RoundMarks } from './round-marks.ts';
import { Rounds } from './rounds.ts';
import { StatusBoard } from './status-board.ts';

/** Of a chat that is asked about: who wrote is among them. */
const NEWEST_REPLIES = 20;

/** What sync needs. */
export interface SyncParts {
  readonly source: SyncSource;
  readonly store: SyncStore;
  readonly sink: SyncSink;
  readonly clock: SyncClock;
}

/** The main loop and its helpers. SYNC-9: after `dispose` no port is called any more. */
export class SyncEngine {
  readonly #parts: SyncParts;
  readonly #stop = new AbortController();
  readonly #alarm: Alarm;
  readonly #context: SyncContext;
  readonly #readers: Readers;
  readonly #rounds: Rounds;
  readonly #acts: Acts;
  readonly #people: PeopleChanges;
  readonly #helpers: Helpers;
  readonly #marks: RoundMarks;
  readonly #opened = Promise.withResolvers<undefined>();
  readonly #running = new Set<Promise<void>>();
  #pace = createPace();
  #isStarted = false;
  #isOpened = false;
  #isForced = false;
  #bugs = 0;
  /** Ends the rest after a bug, or after a disk that failed. */
  #wakeUp = (): void => undefined;

  constructor(parts: SyncParts) {
    this.#parts = parts;
    this.#alarm = new Alarm(parts.clock);
    const board = new StatusBoard(parts.sink, parts.clock);
    const { signal } = this.#stop;
    const link = new Link({ ...parts, board, signal, onChange: () => this.#alarm.ring() });
    this.#context = { ...parts, link, board, signal };
    this.#readers = createReaders(this.#context);
    this.#rounds = new Rounds(this.#context, this.#readers);
    this.#acts = new Acts(this.#context, this.#readers, (phones) => this.#rounds.want(phones));
    this.#people = new PeopleChanges(this.#context, this.#readers, (ids) => this.checkContacts(ids));
    const opening = { rounds: this.#rounds, whenOpened: () => this.#opened.promise };
    this.#helpers = new Helpers(this.#context, this.#readers, opening);
    this.#marks = new RoundMarks(this.#context);
    // Who waits for the opening of a sync that ended goes on, and is refused by the link.
    signal.addEventListener('abort', () => this.#opened.resolve(undefined), { once: true });
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#track(this.#run());
    this.#track(this.#acts.run());
    this.#track(this.#people.run());
  }

  setActivity(activity: Activity): void {
    this.#pace = afterActivity(this.#pace, activity, this.#parts.clock.now());
    this.#alarm.ring();
  }

  openChat(chatId: ChatId): void {
    this.#track(this.#readers.gaps.open(chatId));
  }

  fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }> {
    return this.#answer(this.#readers.messages.fetchOlder(chatId));
  }

  fillGap(chatId: ChatId, gap: Gap): Promise<void> {
    return this.#answer(this.#readers.gaps.fill(chatId, gap));
  }

  searchChats(text: string): Promise<FoundChats> {
    return this.#answer(this.#readers.searches.findChats(text));
  }

  findInChat(chatId: ChatId, text: string): Promise<MessageKey | null> {
    return this.#answer(this.#readers.searches.findInChat(chatId, text));
  }

  readPeriod(chatId: ChatId, period: { readonly fromAt: number; readonly toAt: number }): Promise<void> {
    return this.fillGap(chatId, period);
  }

  checkEverything(): Promise<void> {
    return this.#answer(this.#helpers.check.run());
  }

  actionsChanged(): void {
    this.#acts.kick();
  }

  peopleChanged(): void {
    this.#people.kick();
  }

  openContact(contactId: ContactId): void {
    const { contacts, notes } = this.#readers;
    this.#try(async () => {
      await contacts.refresh(contactId, 'user');
      await notes.read(contactId, 'user');
    });
  }

  readMembers(listId: ListId): void {
    this.#try(async () => {
      await this.#people.members.readMembers(listId);
    });
  }

  async fetchMembers(listId: ListId): Promise<void> {
    await this.#answer(this.#people.members.readMembers(listId));
  }

  readAllMembers(): Promise<void> {
    return this.#answer(this.#people.members.readAllMembers());
  }

  holdPeopleChanges<T>(work: () => Promise<T>): Promise<T> {
    return this.#people.hold(work);
  }

  checkContacts(contactIds: readonly number[]): void {
    this.#try(() => this.#people.members.checkGone(contactIds));
  }

  readonly cancel = (act: WaitingAct): Promise<boolean> => this.#acts.cancel(act);
  messageSent(phone: PhoneKey): void {
    this.#rounds.want([phone]);
    this.#pace = afterSend(this.#pace, this.#parts.clock.now());
    this.#alarm.ring();
  }

  tryNow(): void {
    this.#isForced = true;
    this.#wakeUp();
    this.#acts.hurry();
    this.#people.hurry();
    this.#alarm.ring();
  }

  callbacksArrived(): void {
    this.#helpers.hints.kick();
  }

  setLive(isLive: boolean): void {
    this.#pace = afterLive(this.#pace, isLive);
    this.#alarm.ring();
  }

  setHistory(choice: HistoryChoice): void {
    this.#readers.history.choose(choice);
    if (!this.#isOpened) return;
    this.#helpers.background.wake();
    this.#track(this.#showPause());
  }

  readRegister(name: 'blocked' | 'unsubscribers'): void {
    this.#helpers.background.want(name);
  }

  readSchedulesSoon(): void {
    this.#helpers.background.want('schedules');
  }

  readAccountSoon(): void {
    this.#helpers.background.want('account');
  }

  readSchedules(): Promise<void> {
    return this.#answer(this.#helpers.background.readNow('schedules'));
  }

  readReplies(phone: PhoneKey): Promise<void> {
    return this.#answer(this.#readReplies(phone));
  }

  getStatus(): SyncStatus {
    return this.#context.board.status;
  }

  async dispose(): Promise<void> {
    this.#stop.abort();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let nextAt = 0;
    while (!signal.aborted) {
      if (!this.#isForced && nextAt > this.#parts.clock.now()) {
        const isSetBack = await this.#alarm.sleepUntil(nextAt, signal);
        // Nothing that the old clock planned can be believed; a refused key keeps still all the same.
        if (isSetBack && nextAt !== Infinity) this.#isForced = true;
      } else {
        this.#isForced = false;
        await this.#attempt();
      }
      nextAt = this.#planNextAt();
    }
  }

  async #attempt(): Promise<void> {
    const { link, board, sink, clock } = this.#context;
    board.apply({ kind: 'attempting' });
    try {
      await this.#readNews();
      link.settle();
      this.#bugs = 0;
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      if (isAppError(error) && toLink(error) !== null) {
        link.fail(error);
        return;
      }
      sink.broken(error);
      this.#bugs += 1;
      await this.#rest(planBackoffMs({ failures: this.#bugs, random: clock.random(), retryAfterMs: null }));
    }
  }

  async #rest(ms: number): Promise<void> {
    const waking = new AbortController();
    this.#wakeUp = () => waking.abort();
    await this.#parts.clock.wait(ms, AbortSignal.any([this.#stop.signal, waking.signal]));
  }

  async #readNews(): Promise<void> {
    const { clock, board } = this.#context;
    const startedAt = clock.now();
    let isLively = true;
    if (this.#isOpened) {
      const { activity, isLive } = this.#pace;
      isLively = await this.#rounds.run({ isVisible: activity.isVisible, isLive });
    } else {
      await this.#marks.recall();
      await runOpening(this.#context, this.#readers);
      this.#isOpened = true;
      this.#opened.resolve(undefined);
      this.#acts.open();
      for (const helper of this.#helpers.start()) this.#track(helper);
      await this.#showPause();
    }
    board.apply({ kind: 'synced', at: startedAt });
    this.#pace = afterRound(this.#pace, { startedAt, endedAt: clock.now(), isLively });
    await this.#marks.save(startedAt);
  }

  /** Infinite while a refused key keeps everything still. */
  #planNextAt(): number {
    const { link, nextAttemptAt } = this.#context.board.status;
    if (link === 'unauthorized') return Infinity;
    if (nextAttemptAt !== null && this.#context.link.isPlanStale) return 0;
    return nextAttemptAt ?? planNextRoundAt(this.#pace, this.#parts.clock.now());
  }

  async #readReplies(phone: PhoneKey): Promise<void> {
    const { chats, messages } = this.#readers;
    const chat = await chats.find(phone);
    if (chat === undefined) return;
    await messages.readNewest({ chatId: chat.id, phone: chat.phone, priority: 'sync', limit: NEWEST_REPLIES });
  }

  /** Whether a person paused what is not over yet. */
  async #showPause(): Promise<void> {
    const { history, outbound, inbound } = this.#readers;
    const isPaused = history.isPaused && ((await outbound.isUnfinished()) || (await inbound.isUnfinished()));
    this.#context.board.apply({ kind: 'history', isPaused });
  }

  /** Whoever asked gets the failure; the tracked copy only holds up `dispose`. */
  async #answer<T>(work: Promise<T>): Promise<T> {
    this.#track(Promise.allSettled([work]).then(() => undefined));
    try {
      return await work;
    } catch (error) {
      if (isAppError(error)) this.#context.link.note(error);
      throw error;
    }
  }

  /** Reads what a person is about to see; what cannot be read now is read another time. */
  #try(read: () => Promise<void>): void {
    if (this.#stop.signal.aborted) return;
    const tried = read().catch((error: unknown) => {
      if (!isAppError(error) || error.code === 'disk') throw error;
      this.#context.link.note(error);
    });
    this.#track(tried);
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error: unknown) => {
      if (!isAppError(error, 'cancelled')) this.#parts.sink.broken(error);
    });
    this.#running.add(tracked);
    void tracked.then(() => this.#running.delete(tracked));
  }
}

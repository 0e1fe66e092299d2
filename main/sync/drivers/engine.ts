import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { afterActivity, afterRound, afterSend, createPace, planNextRoundAt } from '../core/pace.ts';
import type { Activity } from '../core/pace.ts';
import { toLink } from '../core/status.ts';
import type { SyncClock, SyncSink, SyncSource, SyncStore } from '../ports.ts';
import { ActionDrain } from './action-drain.ts';
import { Alarm } from './alarm.ts';
import { Background } from './background.ts';
import type { SyncContext } from './context.ts';
import { Link } from './link.ts';
import { runOpening } from './opening.ts';
import { createReaders } from './readers.ts';
import type { Readers } from './readers.ts';
import { Rounds } from './rounds.ts';
import { StatusBoard } from './status-board.ts';

/** What sync needs. */
export interface SyncParts {
  readonly source: SyncSource;
  readonly store: SyncStore;
  readonly sink: SyncSink;
  readonly clock: SyncClock;
}

/** Key of the mark that keeps `lastSyncedAt` over restarts. */
const LAST_SYNCED_MARK = 'sync.lastSyncedAt';
const SAVE_LAST_SYNCED_MS = 60_000;

/** The main loop and its helpers. SYNC-9: after `dispose` no port is called any more. */
export class SyncEngine {
  readonly #parts: SyncParts;
  readonly #stop = new AbortController();
  readonly #alarm: Alarm;
  readonly #context: SyncContext;
  readonly #readers: Readers;
  readonly #rounds: Rounds;
  readonly #actions: ActionDrain;
  readonly #background: Background;
  readonly #running = new Set<Promise<void>>();
  #pace = createPace();
  #isStarted = false;
  #isOpened = false;
  #isForced = false;
  #bugs = 0;
  #savedLastSyncedAt = 0;

  constructor(parts: SyncParts) {
    this.#parts = parts;
    this.#alarm = new Alarm(parts.clock);
    const board = new StatusBoard(parts.sink, parts.clock);
    const { signal } = this.#stop;
    const link = new Link({ ...parts, board, signal, onChange: () => this.#alarm.ring() });
    this.#context = { ...parts, link, board, signal };
    this.#readers = createReaders(this.#context);
    this.#rounds = new Rounds(this.#context, this.#readers);
    this.#actions = new ActionDrain(this.#context, this.#readers.chats);
    this.#background = new Background(this.#context, this.#readers);
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#track(this.#run());
    this.#track(this.#actions.run());
  }

  setActivity(activity: Activity): void {
    this.#pace = afterActivity(this.#pace, activity);
    this.#alarm.ring();
  }

  openChat(chatId: ChatId): void {
    this.#track(this.#readers.messages.open(chatId));
  }

  async fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }> {
    const fetching = this.#readers.messages.fetchOlder(chatId);
    // Whoever asked gets the failure; the tracked copy only holds up `dispose`.
    this.#track(fetching.then(noMatter, noMatter));
    try {
      return await fetching;
    } catch (error) {
      if (isAppError(error)) this.#context.link.note(error);
      throw error;
    }
  }

  actionsChanged(): void {
    this.#actions.kick();
  }

  messageSent(phone: PhoneKey): void {
    this.#rounds.want([phone]);
    this.#pace = afterSend(this.#pace, this.#parts.clock.now());
    this.#alarm.ring();
  }

  tryNow(): void {
    this.#isForced = true;
    this.#actions.kick();
    this.#alarm.ring();
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
      const waitMs = planBackoffMs({ failures: this.#bugs, random: clock.random(), retryAfterMs: null });
      await clock.wait(waitMs, this.#stop.signal);
    }
  }

  async #readNews(): Promise<void> {
    const { clock, board } = this.#context;
    const startedAt = clock.now();
    let isLively = true;
    if (this.#isOpened) {
      isLively = await this.#rounds.run(this.#pace.activity.isVisible);
    } else {
      await this.#loadLastSyncedAt();
      await runOpening(this.#context, this.#readers);
      this.#isOpened = true;
      this.#track(this.#background.run());
    }
    board.apply({ kind: 'synced', at: startedAt });
    this.#pace = afterRound(this.#pace, { startedAt, endedAt: clock.now(), isLively });
    await this.#saveLastSyncedAt(startedAt);
  }

  /** Infinite while a refused key keeps everything still. */
  #planNextAt(): number {
    const { link, nextAttemptAt } = this.#context.board.status;
    if (link === 'unauthorized') return Infinity;
    return nextAttemptAt ?? planNextRoundAt(this.#pace, this.#parts.clock.now());
  }

  async #loadLastSyncedAt(): Promise<void> {
    const { store, board, clock } = this.#context;
    const at = await store.getSyncMark({ key: LAST_SYNCED_MARK });
    // What lies ahead comes from a clock that was wrong: better nothing than that.
    if (at !== null && at <= clock.now()) board.apply({ kind: 'recalled', at });
  }

  async #saveLastSyncedAt(at: number): Promise<void> {
    if (Math.abs(at - this.#savedLastSyncedAt) < SAVE_LAST_SYNCED_MS) return;
    await this.#context.store.setSyncMark({ key: LAST_SYNCED_MARK, value: at });
    this.#savedLastSyncedAt = at;
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error: unknown) => {
      if (!isAppError(error, 'cancelled')) this.#parts.sink.broken(error);
    });
    this.#running.add(tracked);
    void tracked.then(() => this.#running.delete(tracked));
  }
}

function noMatter(): void {
  // The outcome is somebody else's.
}

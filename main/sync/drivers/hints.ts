/**
 * Confirms callbacks: what waits in their inbox is read from the service, and only that is believed.
 *
 *   inbox ──► by message ──► known already? ──► heads ──► stretches, singles, chats ──► rows of the chats ──► settled
 *
 * SYNC-13  An event is confirmed only by an answer of the service that was asked for after the event came; what the
 *          service does not know is asked for again over about two minutes, and then refuted.
 * SYNC-14  A callback never moves a cursor: heads that are read move it by what they show themselves.
 */
import { afterPass, FRESH_PACE, groupByMessage, planPassAt } from '../core/hints.ts';
import type { HintedMessage } from '../core/hints.ts';
import { Alarm } from './alarm.ts';
import type { SyncContext } from './context.ts';
import { HintPass } from './hint-pass.ts';
import { HintQueue, MOST_AT_ONCE } from './hint-queue.ts';
import { runLoop } from './loop.ts';
import type { Readers } from './readers.ts';
import type { Rounds } from './rounds.ts';

const PORTION = 500;

export class Hints {
  readonly #context: SyncContext;
  readonly #readers: Readers;
  readonly #rounds: Rounds;
  readonly #alarm: Alarm;
  readonly #queue = new HintQueue();
  #afterSeq = 0;
  /** More waits in the inbox than was taken in. */
  #hasMore = false;
  #pace = FRESH_PACE;

  constructor(context: SyncContext, readers: Readers, rounds: Rounds) {
    this.#context = context;
    this.#readers = readers;
    this.#rounds = rounds;
    this.#alarm = new Alarm(context.clock);
  }

  /** There is something new in the inbox. */
  kick(): void {
    this.#alarm.ring();
  }

  /** Takes up what waits from the last run, then whatever comes. Runs until sync ends. */
  run(): Promise<void> {
    return runLoop(this.#context, this.#alarm, () => this.#step());
  }

  async #step(): Promise<number> {
    const { clock } = this.#context;
    const now = clock.now();
    const readyAt = planPassAt(this.#pace, now);
    if (readyAt > now) return readyAt;
    await this.#takeIn();
    const events = this.#queue.listNext(now);
    if (events.length > 0) {
      const messages = groupByMessage(events);
      this.#pace = afterPass(this.#pace, now, messages.length);
      await this.#confirm(messages);
    }
    return this.#planNextAt(clock.now());
  }

  /** Reads the inbox as far as one pass can use it. */
  async #takeIn(): Promise<void> {
    const { store, clock } = this.#context;
    this.#hasMore = true;
    for (let count = this.#queue.countNew(); this.#hasMore && count < MOST_AT_ONCE; count += PORTION) {
      const events = await store.listWaitingCallbacks({ afterSeq: this.#afterSeq, limit: PORTION });
      this.#hasMore = events.length === PORTION;
      this.#afterSeq = events.reduce((most, { seq }) => Math.max(most, seq), this.#afterSeq);
      this.#queue.add(events, clock.now());
    }
  }

  async #confirm(messages: readonly HintedMessage[]): Promise<void> {
    const outcomes = await new HintPass(this.#context, this.#readers, this.#rounds).run(messages);
    const { store, clock } = this.#context;
    const at = clock.now();
    const settled: { readonly seq: number; readonly state: 'confirmed' | 'refuted' }[] = [];
    for (const { seqs, key } of messages) {
      for (const seq of seqs) {
        const state = this.#queue.judge(seq, outcomes.get(key) ?? 'later', at);
        if (state !== null) settled.push({ seq, state });
      }
    }
    if (settled.length === 0) return;
    await store.settleCallbacks({ settled, at });
    for (const { seq } of settled) this.#queue.drop(seq);
  }

  #planNextAt(now: number): number {
    const nextAt = this.#hasMore ? 0 : this.#queue.nextAt;
    return Math.max(nextAt, planPassAt(this.#pace, now));
  }
}

import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { Serial } from '#shared/lib/serial.ts';
import { getNextLookAt } from '../core/look-plan.ts';
import { decideFindings } from '../core/search.ts';
import type { Reading } from '../core/search.ts';
import { decideStep } from '../core/send-machine.ts';
import type { SendStep } from '../core/send-machine.ts';
import type { SendingClock } from '../ports.ts';
import { Alarm } from './alarm.ts';
import { applyEffects } from './effects.ts';
import type { EffectParts } from './effects.ts';
import { readService } from './read-service.ts';

export interface LostAnswersParts {
  readonly effects: EffectParts;
  readonly clock: SendingClock;
  /** Those of the outbox: a verdict and a person's word on the same send come one after the other. */
  readonly turns: Serial;
  /** Aborts when the app ends: a look under way is given up. */
  readonly signal: AbortSignal;
  readonly isPaused: () => boolean;
}

interface Verdict {
  readonly send: Send;
  readonly step: SendStep;
}

/** Looks for the sends that are `checking`, by the plan that stands with each of them on disk. */
export class LostAnswers {
  readonly #parts: LostAnswersParts;
  readonly #alarm: Alarm;
  /** One look at a time: each is given all that may have been found. */
  readonly #looks = new Serial();
  #pausing = new AbortController();
  /** The next look does not wait for its plan. */
  #isWoken = true;
  #failures = 0;

  constructor(parts: LostAnswersParts) {
    this.#parts = parts;
    this.#alarm = new Alarm(parts.clock);
  }

  /** Looks until the app ends. Never rejects. */
  async run(): Promise<void> {
    const { signal } = this.#parts;
    while (!signal.aborted) await this.#alarm.sleepUntil(await this.#lookSafely(), signal);
  }

  /** An answer may have got lost. */
  ring(): void {
    this.#alarm.ring();
  }

  /** The service can be reached again. */
  wake(): void {
    this.#isWoken = true;
    this.#alarm.ring();
  }

  /** The key is refused: a look under way is given up, and none begins. */
  pause(): void {
    this.#pausing.abort();
    this.#pausing = new AbortController();
  }

  /** For a person. Resolves when the look is over. Rejects with `not-found` where no answer of this send is missing. */
  async lookNow(sendId: SendId): Promise<void> {
    const send = await this.#parts.effects.store.findSend({ sendId });
    if (send?.state !== 'checking') {
      throw new AppError({ code: 'not-found', message: `No answer of send ${sendId} is missing`, outcome: 'refused' });
    }
    try {
      await this.#looks.run(() => this.#look([sendId]));
    } catch (error) {
      this.#parts.effects.report(error);
    }
    this.#alarm.ring();
  }

  /** Returns when to look again. */
  async #lookSafely(): Promise<number> {
    const { clock, effects } = this.#parts;
    try {
      const nextAt = await this.#lookWhereDue();
      this.#failures = 0;
      return nextAt;
    } catch (error) {
      effects.report(error);
      this.#failures += 1;
      return clock.now() + planBackoffMs({ failures: this.#failures, random: clock.random(), retryAfterMs: null });
    }
  }

  async #lookWhereDue(): Promise<number> {
    const { clock, effects, isPaused } = this.#parts;
    if (isPaused()) return Infinity;
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    const due: SendId[] = [];
    let nextAt = Infinity;
    for (const send of await effects.store.listSends({ states: ['checking'] })) {
      const at = getNextLookAt(send, clock.now());
      if (at === null) continue;
      if (isWoken || at <= clock.now()) due.push(send.id);
      else nextAt = Math.min(nextAt, at);
    }
    if (due.length === 0) return nextAt;
    await this.#looks.run(() => this.#look(due));
    return clock.now();
  }

  /** Reads once for all, and writes down what that says of the sends that are due, and of others what it found. */
  async #look(dueIds: readonly SendId[]): Promise<void> {
    const { effects, turns } = this.#parts;
    const signal = AbortSignal.any([this.#parts.signal, this.#pausing.signal]);
    const lost = await effects.store.listSends({ states: ['checking'] });
    const due = lost.filter(({ id }) => dueIds.includes(id));
    if (due.length === 0 || signal.aborted) return;
    const reading = await this.#read(due, signal);
    if (reading === null) return;
    const verdicts = await turns.run(() => this.#conclude(lost, new Set(dueIds), reading));
    for (const { send, step } of verdicts) await applyEffects(effects, send, step.effects);
  }

  /** Null where the look was given up. */
  async #read(due: readonly Send[], signal: AbortSignal): Promise<Reading | null> {
    const { effects, clock, isPaused } = this.#parts;
    const nothing = { startedAt: clock.now(), sends: 'unanswered', messages: null } as const;
    if (isPaused()) return { ...nothing, ofSends: new Map(), ofCallbacks: new Map() };
    const sendIds = due.map(({ id }) => id);
    const named = Map.groupBy(await effects.store.listCallbackMessages({ sendIds }), ({ sendId }) => sendId);
    const namedIds = new Map([...named].map(([id, rows]) => [id, rows.map(({ messageId }) => messageId)]));
    try {
      return await readService({ service: effects.service, clock, signal }, due, namedIds);
    } catch (error) {
      if (isAppError(error) && signal.aborted) return null;
      throw error;
    }
  }

  /** What a person or the service decided while it was read stays decided. */
  async #conclude(before: readonly Send[], dueIds: ReadonlySet<SendId>, reading: Reading): Promise<readonly Verdict[]> {
    const { effects, clock } = this.#parts;
    const { store } = effects;
    const attempts = new Map(before.map((send) => [send.id, send.attempts]));
    const checking = await store.listSends({ states: ['checking'] });
    const lost = checking.filter((send) => attempts.get(send.id) === send.attempts);
    const { messages, ofSends, ofCallbacks } = reading;
    const read = [...(messages?.rows ?? []), ...[...ofSends.values(), ...ofCallbacks.values()].flat()];
    const claimedIds = new Set(await store.listClaimed({ messageIds: read.map(({ id }) => id) }));
    const results = decideFindings({ lost, reading, claimedIds });
    const verdicts: Verdict[] = [];
    for (const send of lost) {
      const result = results.get(send.id);
      // Only for those that were due was everything read.
      const isWhole = dueIds.has(send.id) || (result?.kind === 'found' && result.messageId !== null);
      if (result === undefined || !isWhole) continue;
      const { startedAt } = reading;
      const step = decideStep(send, { kind: 'looked', now: clock.now(), startedAt, attempts: send.attempts, result });
      if (step === null) continue;
      await store.updateSend({ sendId: send.id, patch: step.patch });
      verdicts.push({ send, step });
    }
    return verdicts;
  }
}

import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { assert } from '#shared/lib/assert.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { planDepartures } from '../core/departures.ts';
import { decideStep, isDoubtful } from '../core/send-machine.ts';
import type { SendEvent, SendStep } from '../core/send-machine.ts';
import type { SendingClock, SendingService, SendingStore } from '../ports.ts';
import { Alarm } from './alarm.ts';
import { Delivery } from './delivery.ts';
import type { EffectParts } from './effects.ts';
import { LostAnswers } from './lost-answers.ts';
import { Serial } from '#shared/lib/serial.ts';

export interface OutboxParts {
  readonly service: SendingService;
  readonly store: SendingStore;
  readonly clock: SendingClock;
  /** The service took a message to this number. */
  readonly onAccepted: (phone: PhoneKey) => void;
  /** A refused key stopped the outbox, or it goes on. */
  readonly onPauseChange?: (isPaused: boolean) => void;
  /** A bug or a failing disk met the outbox, which goes on after a while: to be logged. Untold, `dispose` rejects. */
  readonly onBroken?: (error: unknown) => void;
}

/** Requests under way get this long to end when the app quits. */
const GRACE_MS = 5_000;

/** The driver behind `createOutbox`: plans from the disk, lets sends leave, carries what people decide. */
export class OutboxDriver {
  readonly #parts: OutboxParts;
  readonly #alarm: Alarm;
  /** Changes of state are made one at a time, so that a send cannot leave while a person takes it back. */
  readonly #turns = new Serial();
  readonly #closing = new AbortController();
  readonly #stopping = new AbortController();
  readonly #busy = new Map<PhoneKey, Promise<void>>();
  readonly #untold: unknown[] = [];
  readonly #delivery: Delivery;
  readonly #lostAnswers: LostAnswers;
  #loop: Promise<unknown> | null = null;
  #isRecovered = false;
  #isPaused = false;
  #failures = 0;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#alarm = new Alarm(parts.clock);
    const effects: EffectParts = {
      ...parts,
      signal: this.#stopping.signal,
      pause: () => this.#setPaused(true),
      report: (error) => this.#report(error),
    };
    this.#delivery = new Delivery({ ...effects, clock: parts.clock });
    this.#lostAnswers = new LostAnswers({
      ...{ effects, clock: parts.clock, turns: this.#turns, signal: this.#closing.signal },
      isPaused: () => this.#isPaused,
    });
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  start(): void {
    this.#loop ??= Promise.all([this.#run(), this.#lostAnswers.run()]);
  }

  async create(send: Send): Promise<void> {
    assert(send.state === 'queued' || send.state === 'held', 'A new send is queued or held');
    await this.#parts.store.createSend({ send });
    this.#alarm.ring();
  }

  async retry(sendId: SendId, { mayDouble }: { readonly mayDouble: boolean }): Promise<void> {
    await this.#decide(sendId, { kind: 'retried', now: this.#parts.clock.now(), mayDouble });
    this.#alarm.ring();
  }

  lookNow(sendId: SendId): Promise<void> {
    return this.#lostAnswers.lookNow(sendId);
  }

  async discard(sendId: SendId): Promise<{ readonly text: string }> {
    const { text } = await this.#decide(sendId, { kind: 'discarded' });
    this.#alarm.ring();
    return { text };
  }

  wake(): void {
    if (this.#closing.signal.aborted) return;
    this.#setPaused(false);
    this.#lostAnswers.wake();
    this.#turns.run(() => this.#wakeAll()).catch((error: unknown) => this.#report(error));
  }

  async dispose(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
    const ended = Promise.all(this.#busy.values());
    const isEnded = new AbortController();
    void ended.then(() => isEnded.abort());
    if (this.#busy.size > 0) await this.#parts.clock.wait(GRACE_MS, isEnded.signal);
    this.#stopping.abort();
    await ended;
    await this.#turns.run(() => Promise.resolve());
    if (this.#untold.length > 0) throw new AggregateError(this.#untold.splice(0), 'The outbox met failures');
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) await this.#alarm.sleepUntil(await this.#pumpSafely(), signal);
  }

  /** Returns when to look again. */
  async #pumpSafely(): Promise<number> {
    const { clock } = this.#parts;
    try {
      const nextAt = await this.#turns.run(() => this.#pump());
      this.#failures = 0;
      return nextAt;
    } catch (error) {
      this.#report(error);
      this.#failures += 1;
      return clock.now() + planBackoffMs({ failures: this.#failures, random: clock.random(), retryAfterMs: null });
    }
  }

  async #pump(): Promise<number> {
    const { store, clock } = this.#parts;
    if (!this.#isRecovered) await this.#recover();
    if (this.#isPaused) return Infinity;
    const queued = await store.listSends({ states: ['queued'] });
    const { leaving, nextDueAt } = planDepartures({ queued, busy: new Set(this.#busy.keys()), now: clock.now() });
    for (const send of leaving) await this.#letGo(send);
    return nextDueAt ?? Infinity;
  }

  /** On disk as `sending` first, then the request leaves (SEND-2). */
  async #letGo(send: Send): Promise<void> {
    const step = decideStep(send, { kind: 'left', now: this.#parts.clock.now() });
    assert(step !== null, 'SEND-2: only what is queued leaves');
    await this.#parts.store.updateSend({ sendId: send.id, patch: step.patch });
    const delivering = this.#delivery.deliver({ ...send, ...step.patch }).finally(() => {
      this.#busy.delete(send.phone);
      this.#alarm.ring();
      this.#lostAnswers.ring();
    });
    this.#busy.set(send.phone, delivering);
  }

  /** What an earlier run left in the middle (SEND-4). */
  async #recover(): Promise<void> {
    const { store, clock } = this.#parts;
    for (const send of await store.listSends({ states: ['sending'] })) {
      const step = decideStep(send, { kind: 'found', now: clock.now() });
      if (step !== null) await store.updateSend({ sendId: send.id, patch: step.patch });
    }
    this.#isRecovered = true;
    this.#lostAnswers.ring();
  }

  async #wakeAll(): Promise<void> {
    const { store, clock } = this.#parts;
    for (const send of await store.listSends({ states: ['queued'] })) {
      const step = decideStep(send, { kind: 'woken', now: clock.now() });
      if (step !== null) await store.updateSend({ sendId: send.id, patch: step.patch });
    }
    this.#alarm.ring();
  }

  /** A person's word on a send. Throws `not-found` where it comes too late, `validation` where it says too little. */
  #decide(sendId: SendId, event: SendEvent): Promise<Send> {
    return this.#turns.run(async () => {
      const { store } = this.#parts;
      const send = await store.findSend({ sendId });
      const step: SendStep | null = send === null ? null : decideStep(send, event);
      if (send === null || step === null) throw toRefusal(sendId, send, event);
      if (step.effects.includes('delete')) await store.deleteSend({ sendId });
      else await store.updateSend({ sendId, patch: step.patch });
      return send;
    });
  }

  #setPaused(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#lostAnswers.pause();
    this.#parts.onPauseChange?.(isPaused);
  }

  #report(error: unknown): void {
    if (isAppError(error, 'cancelled') && this.#closing.signal.aborted) return;
    if (this.#parts.onBroken === undefined) this.#untold.push(error);
    else this.#parts.onBroken(error);
  }
}

function toRefusal(sendId: SendId, send: Send | null, event: SendEvent): AppError {
  if (send !== null && event.kind === 'retried' && isDoubtful(send)) {
    const message = `Send ${sendId} may be in the service already`;
    return new AppError({ code: 'validation', message, fields: { mayDouble: ['required'] }, outcome: 'refused' });
  }
  return new AppError({ code: 'not-found', message: `Nothing to do for send ${sendId}`, outcome: 'refused' });
}

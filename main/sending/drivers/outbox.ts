import { isAppError } from '#shared/domain/app-error.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { assert } from '#shared/lib/assert.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { Serial } from '#shared/lib/serial.ts';
import { planDepartures } from '../core/departures.ts';
import { listEndedHolds } from '../core/holds.ts';
import { decideStep } from '../core/send-machine.ts';
import { Alarm } from './alarm.ts';
import { Delivery } from './delivery.ts';
import type { EffectParts } from './effects.ts';
import { HoldTimers } from './hold-timers.ts';
import { LostAnswers } from './lost-answers.ts';
import type { OutboxParts } from './outbox-parts.ts';
import { PersonActs } from './person-acts.ts';
import { Stillness } from './stillness.ts';
import { sweep } from './sweep.ts';
import { UnderWay } from './under-way.ts';
import { Uploads } from './uploads.ts';

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
  readonly #underWay: UnderWay;
  readonly #stillness = new Stillness();
  readonly #untold: unknown[] = [];
  readonly #acts: PersonActs;
  readonly #holds: HoldTimers;
  readonly #uploads: Uploads;
  readonly #delivery: Delivery;
  readonly #lostAnswers: LostAnswers;
  #loop: Promise<unknown> | null = null;
  #isRecovered = false;
  #isPaused = false;
  #failures = 0;

  constructor(parts: OutboxParts) {
    const { clock, store } = parts;
    const [signal, turns] = [this.#closing.signal, this.#turns];
    this.#parts = parts;
    this.#alarm = new Alarm(clock);
    const ring = (): void => this.#alarm.ring();
    const effects: EffectParts = {
      ...parts,
      signal: this.#stopping.signal,
      pause: () => this.#setPaused(true),
      report: (error) => this.#report(error),
    };
    this.#underWay = new UnderWay(ring);
    this.#acts = new PersonActs({ store, clock, turns });
    this.#holds = new HoldTimers({ clock, signal, ring });
    this.#uploads = new Uploads({ ...parts, effects, signal, turns });
    this.#delivery = new Delivery({ ...effects, clock });
    this.#lostAnswers = new LostAnswers({ effects, clock, turns, signal, isPaused: () => this.#isPaused });
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

  async sendNow(sendId: SendId): Promise<void> {
    await this.#acts.sendNow(sendId);
    this.#alarm.ring();
  }

  async retry(sendId: SendId, word: { readonly mayDouble: boolean }): Promise<void> {
    await this.#acts.retry(sendId, word);
    this.#alarm.ring();
  }

  lookNow(sendId: SendId): Promise<void> {
    return this.#lostAnswers.lookNow(sendId);
  }

  async discard(sendId: SendId): Promise<{ readonly text: string; readonly files: readonly SendFile[] }> {
    const given = await this.#acts.discard(sendId);
    this.#uploads.giveUp(sendId);
    this.#alarm.ring();
    return given;
  }

  async flush({ withinMs }: { readonly withinMs: number }): Promise<void> {
    const { clock } = this.#parts;
    const isOver = new AbortController();
    await Promise.race([this.#flush(), clock.wait(withinMs, isOver.signal)]);
    isOver.abort();
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
    this.#stillness.end();
    const ended = this.#underWay.settled();
    const isEnded = new AbortController();
    void ended.then(() => isEnded.abort());
    if (!this.#underWay.isEmpty) await this.#parts.clock.wait(GRACE_MS, isEnded.signal);
    this.#stopping.abort();
    await ended;
    await this.#turns.settled();
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
    const { clock } = this.#parts;
    if (!this.#isRecovered) await this.#recover();
    const waiting = await this.#endHolds();
    const plan = planDepartures({ waiting, underWay: this.#underWay, now: clock.now() });
    const isAnybodyLeaving = !this.#isPaused && plan.leaving.length + plan.uploading.length > 0;
    if (isAnybodyLeaving) {
      for (const send of plan.leaving) await this.#letGo(send);
      for (const send of plan.uploading) this.#underWay.add('upload', send.phone, this.#uploads.upload(send));
    } else if (this.#underWay.isEmpty) this.#stillness.reach();
    return plan.nextDueAt ?? Infinity;
  }

  /** What waits once every hold that is over has ended, also where nothing can leave (SEND-12). */
  async #endHolds(): Promise<readonly Send[]> {
    const { store, clock } = this.#parts;
    const states = ['held', 'queued'] as const;
    const before = await store.listSends({ states });
    const ended = listEndedHolds({ waiting: before, elapsed: this.#holds.elapsed, now: clock.now() });
    await this.#acts.release(ended);
    const waiting = ended.length === 0 ? before : await store.listSends({ states });
    this.#holds.watch(waiting);
    return waiting;
  }

  /** On disk as `sending` first, then the request leaves (SEND-2). */
  async #letGo(send: Send): Promise<void> {
    const { store, clock, webUrl } = this.#parts;
    const step = decideStep(send, { kind: 'left', now: clock.now(), webUrl });
    assert(step !== null, 'SEND-2: only what is queued and has its files leaves');
    await store.updateSend({ sendId: send.id, patch: step.patch });
    if (step.patch.state !== 'sending') {
      // Too long with its links: whoever stands behind it goes next.
      this.#alarm.ring();
      return;
    }
    const delivering = this.#delivery.deliver({ ...send, ...step.patch });
    this.#underWay.add(
      'request',
      send.phone,
      delivering.finally(() => this.#lostAnswers.ring()),
    );
  }

  /** What an earlier run left in the middle (SEND-4). */
  async #recover(): Promise<void> {
    await sweep(this.#parts, 'sending', 'found');
    this.#isRecovered = true;
    this.#lostAnswers.ring();
  }

  async #wakeAll(): Promise<void> {
    await sweep(this.#parts, 'queued', 'woken');
    this.#alarm.ring();
  }

  async #flush(): Promise<void> {
    await this.#acts.releaseAll().catch((error: unknown) => this.#report(error));
    if (this.#loop === null || this.#closing.signal.aborted) return;
    const still = this.#stillness.wait();
    this.#alarm.ring();
    await still;
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

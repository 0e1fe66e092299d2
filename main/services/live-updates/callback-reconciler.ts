import { isDeepStrictEqual } from 'node:util';
import type { CallOptions } from '#main/sync/calls.ts';
import type { TunnelChoice } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { createSecrets, type CallbackListener } from './callback-listener.ts';
import type { CallbackRegistration, Consent } from './callback-registration.ts';
import type { LiveUpdatesRecord } from './live-updates-record.ts';
import type { LiveUpdatesState } from './live-updates-state.ts';
import type { TunnelCheck } from './tunnel-check.ts';
import type { ChosenTunnel } from './chosen-tunnel.ts';

interface CallbackReconcilerNeeds {
  readonly record: LiveUpdatesRecord;
  readonly listener: CallbackListener;
  readonly tunnel: ChosenTunnel;
  readonly tunnelCheck: TunnelCheck;
  readonly registration: CallbackRegistration;
  readonly state: LiveUpdatesState;
  readonly now: () => number;
}

export interface ReconcileOptions extends CallOptions {
  readonly signal: AbortSignal;
  readonly consents: readonly Consent[];
}

const CHECK_EVERY_MS = 10 * 60_000;
const READ_EVERY_MS = 15 * 60_000;
/** How long a user who turns live updates off or signs out waits for the service. */
const RESTORE_WITHIN_MS = 4_000;
/** In the background: the service calls each address before it accepts it, and a dead one takes its time. */
const RESTORE_LATER_WITHIN_MS = 30_000;

/** Brings listener, tunnel and the addresses at the service to what the user chose, one step after the other. */
export class CallbackReconciler {
  readonly #needs: CallbackReconcilerNeeds;
  #reconciledAt: number | null = null;
  #isKeyRefused = false;
  #hasFailed = false;
  /** Consents that could not be used yet, because nothing led here. */
  #consents: readonly Consent[] = [];

  constructor(needs: CallbackReconcilerNeeds) {
    this.#needs = needs;
  }

  /** When the last `reconcile` began; null: there was none. */
  get reconciledAt(): number | null {
    return this.#reconciledAt;
  }

  /** Whether a step is left that only works while the service answers. */
  get isUnfinished(): boolean {
    const { isOn, former } = this.#needs.record.saved;
    return isOn === true ? this.#hasFailed : former !== null;
  }

  /** Remembers the choice and that it is on. Addresses get new secrets if it was off. Throws `disk`. */
  async choose(choice: TunnelChoice): Promise<void> {
    const { record, listener, state, now } = this.#needs;
    const { saved, ownSecrets } = record;
    state.noteChosen();
    // A consent holds for the choice that it was given with; consenting to one direction takes back no other.
    if (saved.isOn !== true || !isDeepStrictEqual(choice, saved.choice)) this.#consents = [];
    if (saved.isOn === true && saved.secrets !== null) {
      await record.save({ choice });
      return;
    }
    await listener.close();
    const pastSecrets = saved.former === null ? [] : [...ownSecrets];
    await record.save({ isOn: true, choice, secrets: createSecrets(), pastSecrets, turnedOnAt: now() });
  }

  /** Takes every step that is possible now. Throws `AppError`. */
  async reconcile(options: ReconcileOptions): Promise<void> {
    this.#reconciledAt = this.#needs.now();
    this.#isKeyRefused = this.#hasFailed = false;
    try {
      await this.#reconcile(options);
    } catch (error) {
      this.#hasFailed = true;
      this.#isKeyRefused = isAppError(error, 'unauthorized');
      throw error;
    }
  }

  /** Opens listener and tunnel, and checks the way from the public address to here. */
  async check(signal: AbortSignal): Promise<void> {
    const { tunnelCheck, state, tunnel, listener } = this.#needs;
    await this.#open();
    const own = state.ownUrls;
    const result = own === null || !tunnel.isReady ? null : await tunnelCheck.run(own, signal);
    if (signal.aborted) throw toCancelled();
    // If the tunnel has another address by now, the result says nothing about it.
    if (result === null || state.ownUrls?.in !== own?.in) return;
    state.noteCheck(result);
    tunnel.noteCheck(result);
    if (result.arrived) listener.noteReached();
  }

  /** Whether the next background `reconcile` is due. */
  isDue(): boolean {
    const { record, registration, state, tunnel, now } = this.#needs;
    const isOver = (at: number | null, everyMs: number): boolean => at === null || Math.abs(now() - at) >= everyMs;
    if (record.saved.isOn !== true && record.saved.former === null) return false;
    // A refused key is not sent to the service every minute.
    if (record.saved.isOn !== true || this.#isKeyRefused) return isOver(this.#reconciledAt, READ_EVERY_MS);
    // The tunnel reports by itself when it is up.
    if (!tunnel.isReady) return isOver(registration.readAt, READ_EVERY_MS);
    const { lastCheck } = state;
    if (lastCheck?.arrived !== true || isOver(lastCheck.at, CHECK_EVERY_MS)) return true;
    return registration.settings === 'unknown' || isOver(registration.readAt, READ_EVERY_MS);
  }

  /**
   * Gives back the addresses that ours replaced, then closes tunnel and listener. Resolves with whether all were given
   * back; the state notes the reason if not. Throws `disk`.
   */
  async restore(
    signal: AbortSignal,
    { withinMs = RESTORE_WITHIN_MS, emptiesRefused = false }: { withinMs?: number; emptiesRefused?: boolean } = {},
  ): Promise<boolean> {
    const { registration, state, record, listener, tunnel } = this.#needs;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), withinMs);
    const { former, port, secrets } = record.saved;
    try {
      // If only one direction is given back, the service calls our address in the other one again.
      if (former !== null && secrets !== null) await listener.open(port, secrets);
      const options = { priority: 'user', signal: AbortSignal.any([signal, late.signal]) } as const;
      const failure = await registration.restore(options, { emptiesRefused });
      state.noteRestored(failure);
      return failure === null;
    } finally {
      clearTimeout(timer);
      this.#consents = [];
      await tunnel.close();
      await listener.close();
    }
  }

  async #reconcile(options: ReconcileOptions): Promise<void> {
    const { record, registration } = this.#needs;
    if (record.saved.isOn === true) {
      await this.check(options.signal);
      await this.#register(options);
    } else if (record.saved.former !== null) await this.restore(options.signal, { withinMs: RESTORE_LATER_WITHIN_MS });
    else if (options.priority === 'user') await registration.read(options);
  }

  async #open(): Promise<void> {
    const { record, listener, tunnel } = this.#needs;
    const { isOn, port, secrets } = record.saved;
    if (isOn !== true || secrets === null) return;
    const opened = await listener.open(port, secrets);
    if (opened !== null && opened !== port) await record.save({ port: opened });
    if (opened !== null) await tunnel.open(opened);
  }

  /** The service is given an address only after a check through it has arrived. */
  async #register({ consents, ...options }: ReconcileOptions): Promise<void> {
    const { registration, state, tunnel } = this.#needs;
    await registration.read(options);
    const isReplaced = ({ direction }: Consent): boolean => consents.some((one) => one.direction === direction);
    this.#consents = [...this.#consents.filter((one) => !isReplaced(one)), ...consents];
    const own = state.ownUrls;
    if (own === null || state.lastCheck?.arrived !== true || !tunnel.isReady) return;
    // A consent serves for one attempt.
    const used = this.#consents;
    this.#consents = [];
    await registration.register({ own, consents: used }, options);
  }
}

/** The user turned live updates off meanwhile, or the account was closed. */
export function toCancelled(): AppError {
  return new AppError({
    code: 'cancelled',
    message: 'live updates were turned off, or the account was closed',
    outcome: 'not-accepted',
  });
}

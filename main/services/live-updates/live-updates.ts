import type { Log } from '#main/platform/log.ts';
import type { AccountParts } from '#main/services/account/ports.ts';
import type { Store } from '#main/store/api.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import { isLoopbackHost } from '#main/webhooks/public-address.ts';
import type { CallbackEventView, LiveView, TunnelChoice, TunnelFault } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { CallbackDirection, KeptCallback } from '#shared/domain/callbacks.ts';
import { Serial } from '#shared/lib/serial.ts';
import { CallbackListener } from './callback-listener.ts';
import { CallbackReconciler, toCancelled } from './callback-reconciler.ts';
import { CallbackRegistration, toConsents, type CallbackClient } from './callback-registration.ts';
import { LiveUpdatesRecord, toHostKey, type AddressLeft } from './live-updates-record.ts';
import { LiveUpdatesState } from './live-updates-state.ts';
import { TunnelCheck } from './tunnel-check.ts';
import { ChosenTunnel } from './chosen-tunnel.ts';

interface LiveUpdatesNeeds {
  readonly client: CallbackClient;
  readonly store: Pick<
    Store,
    | 'getSettings'
    | 'saveSetting'
    | 'keepCallbacks'
    | 'listCallbacks'
    | 'getSyncMark'
    | 'setSyncMark'
    | 'summariseArrivals'
  >;
  readonly sync: Pick<Sync, 'callbacksArrived' | 'setLive' | 'tryNow'>;
  readonly parts: Pick<AccountParts, 'createReceiver' | 'createProbe' | 'tunnels'>;
  readonly baseUrl: string;
  readonly hasKey: boolean;
  /** In the demo live updates turn themselves on, unless the user turned them off. */
  readonly isDemo: boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly tell: (view: LiveView) => void;
}

const LOOK_EVERY_MS = 60_000;
const MOST_EVENTS = 200;

/**
 * Live updates of one open account: what the user and the app ask of them, one action at a time. See README.md for the
 * invariants LIVE-1 to LIVE-5.
 */
export class LiveUpdates {
  readonly #needs: LiveUpdatesNeeds;
  readonly #isLocalService: boolean;
  readonly #record: LiveUpdatesRecord;
  readonly #registration: CallbackRegistration;
  readonly #listener: CallbackListener;
  readonly #tunnel: ChosenTunnel;
  readonly #tunnelCheck: TunnelCheck;
  readonly #state: LiveUpdatesState;
  readonly #reconciler: CallbackReconciler;
  readonly #actions = new Serial();
  /** Ends the action that runs and those that wait. */
  #interruption = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #isDisposed = false;

  constructor(needs: LiveUpdatesNeeds) {
    const { parts, client, store, sync, log, now, hasKey, tell } = needs;
    this.#needs = needs;
    this.#isLocalService = isLoopbackHost(URL.parse(needs.baseUrl)?.hostname ?? '');
    const isLocalService = this.#isLocalService;
    const record = (this.#record = new LiveUpdatesRecord(store));
    const tunnelCheck = (this.#tunnelCheck = new TunnelCheck({ probe: parts.createProbe(), now }));
    const registration = (this.#registration = new CallbackRegistration({ client, record, now }));
    const listener = (this.#listener = new CallbackListener({
      ...{ store, log, now },
      createReceiver: (options) => parts.createReceiver(options),
      onTest: (direction, nonce) => tunnelCheck.noteArrival(direction, nonce),
      onEvents: () => {
        sync.callbacksArrived();
        this.#state.noteEvents();
      },
    }));
    const tunnel = (this.#tunnel = new ChosenTunnel({
      ...{ tunnels: parts.tunnels, record, isLocalService, log, now },
      onChange: (change) => this.#noteTunnel(change),
      onRetry: () => this.#reconcileInBackground(),
    }));
    const joined = { record, registration, listener, tunnel };
    const state = (this.#state = new LiveUpdatesState({
      ...joined,
      store,
      sync,
      hasKey,
      isLocalService,
      log,
      now,
      tell,
    }));
    this.#reconciler = new CallbackReconciler({ ...joined, tunnelCheck, state, now });
  }

  get view(): LiveView {
    return this.#state.view;
  }

  /** Has to run before anything else on this account: reads the record, and notes that no callback gets through yet. */
  async open(): Promise<void> {
    await this.#record.load();
    await this.#state.open();
  }

  /** Begins to listen if live updates are on. Does not wait for it: the view shows the progress. */
  start(): void {
    if (!this.#needs.hasKey) return;
    this.#timer = setInterval(() => {
      this.#state.noteAwake();
      this.#runInBackground(() => this.#look());
    }, LOOK_EVERY_MS).unref();
    this.#runInBackground(async (signal) => {
      if (this.#record.saved.isOn === null && this.#needs.isDemo) await this.#reconciler.choose({ kind: 'none' });
      await this.#reconciler.reconcile({ signal, priority: 'sync', consents: [] });
    });
  }

  /** Throws `validation` with the field of an invalid choice, and what the service or the network says. */
  async turnOn(wish: {
    readonly choice: TunnelChoice;
    readonly takeOver: readonly CallbackDirection[];
  }): Promise<LiveView> {
    this.#requireKey();
    // Before anything is awaited: the user consented to the addresses that the view shows now.
    const consents = toConsents(this.#state.shown, wish.takeOver);
    const isLocalService = this.#isLocalService;
    return await this.#run(async (signal) => {
      const choice = await this.#needs.parts.tunnels.check(wish.choice, { isLocalService });
      if (signal.aborted) throw toCancelled();
      await this.#reconciler.choose(choice);
      await this.#tunnel.forgetRefusal();
      await this.#reconciler.reconcile({ signal, priority: 'user', consents });
    });
  }

  /**
   * Turns live updates off whatever the service answers. The app tries again later to give back the addresses that it could
   * not give back now. `emptiesRefused`: former addresses that the service refuses are given up. Throws `disk`.
   */
  async turnOff({ emptiesRefused = false } = {}): Promise<LiveView> {
    this.#interrupt();
    return await this.#run(async (signal) => {
      await this.#record.save({ isOn: false });
      if (this.#needs.hasKey) await this.#reconciler.restore(signal, { emptiesRefused });
    });
  }

  /** Throws what the service or the network says. */
  async refresh(): Promise<LiveView> {
    this.#requireKey();
    return await this.#run((signal) => this.#reconciler.reconcile({ signal, priority: 'user', consents: [] }));
  }

  /**
   * The user compared the fingerprint on the screen and trusts it: from now on the server has to have this host key. Throws
   * `validation` if the view shows another fingerprint or none.
   */
  async trustHost(fingerprint: string): Promise<LiveView> {
    this.#requireKey();
    const { choice, trustedHosts } = this.#record.saved;
    const { fault } = this.#tunnel.view;
    const isShown = fault !== null && isAboutHostKey(fault) && fault.detail === fingerprint;
    if (choice.kind !== 'ssh' || !isShown) throw toValidation({ fingerprint: ['not-shown'] });
    return await this.#run(async (signal) => {
      await this.#record.save({ trustedHosts: { ...trustedHosts, [toHostKey(choice)]: fingerprint } });
      await this.#reconciler.reconcile({ signal, priority: 'user', consents: [] });
    });
  }

  /** Checks the way from the public address to here. Throws `validation` while live updates are off. */
  async test(): Promise<LiveView> {
    this.#requireKey();
    if (this.#record.saved.isOn !== true) throw toValidation({});
    return await this.#run(async (signal) => {
      // Turned off while this waited.
      if (this.#record.saved.isOn !== true) throw toCancelled();
      await this.#reconciler.check(signal);
    });
  }

  /** The last events, newest first, without their content. Throws `disk`. */
  async listEvents(): Promise<CallbackEventView[]> {
    return (await this.#needs.store.listCallbacks({ limit: MOST_EVENTS })).map(toEventView);
  }

  /** The computer woke, has a network again, or the user asks for it. Reconciles once a minute at most. */
  lookNow(): void {
    this.#state.noteAwake();
    this.#tunnel.lookNow();
    this.#reconcileUnlessRecent();
  }

  /** The service answers again: steps that failed are tried again at once, one time. */
  cameOnline(): void {
    if (this.#timer === null) return;
    this.#tunnel.lookNow();
    this.#runInBackground(async (signal) => {
      if (!this.#reconciler.isUnfinished) return;
      await this.#reconciler.reconcile({ signal, priority: 'sync', consents: [] });
    });
  }

  /**
   * The user signs out or removes the account, so the service must not call this computer any more. Resolves with the
   * addresses that could not be given back. Never rejects.
   */
  async leave(): Promise<readonly AddressLeft[]> {
    this.#stopTimer();
    this.#interrupt();
    if (this.#record.saved.former === null) return [];
    const outcome = { isRestored: false };
    const restoring = this.#enqueue(async (signal) => {
      outcome.isRestored = this.#needs.hasKey && (await this.#reconciler.restore(signal));
    });
    await restoring.catch((error: unknown) => this.#logFailure(error));
    if (outcome.isRestored) return [];
    this.#needs.log.warn('live.notRestored');
    return this.#record.toAddressesLeft(this.#registration.current);
  }

  async dispose(): Promise<void> {
    this.#stopTimer();
    this.#isDisposed = true;
    this.#interrupt();
    await this.#actions.settled();
    await this.#tunnel.close();
    await this.#listener.close();
    await this.#tunnelCheck.dispose();
    await this.#state.dispose();
  }

  /** Published at once: sync polls faster while the tunnel is down. */
  #noteTunnel({ isNew }: { readonly isNew: boolean }): void {
    if (isNew || !this.#tunnel.isReady) this.#state.noteTunnelChanged();
    this.#state.publish();
    if (isNew) this.#reconcileInBackground();
  }

  /** A tunnel that waits makes its next attempt by itself. */
  async #look(): Promise<void> {
    await this.#state.lookForMissed();
    if (this.#reconciler.isDue()) this.#reconcileUnlessRecent();
  }

  #reconcileUnlessRecent(): void {
    const { reconciledAt } = this.#reconciler;
    const isRecent = reconciledAt !== null && Math.abs(this.#needs.now() - reconciledAt) < LOOK_EVERY_MS;
    if (!isRecent) this.#reconcileInBackground();
  }

  #reconcileInBackground(): void {
    if (this.#timer === null) return;
    this.#runInBackground((signal) => this.#reconciler.reconcile({ signal, priority: 'sync', consents: [] }));
  }

  async #run(action: (signal: AbortSignal) => Promise<void>): Promise<LiveView> {
    try {
      await this.#enqueue(action);
    } finally {
      this.#state.publish();
    }
    return this.view;
  }

  #runInBackground(action: (signal: AbortSignal) => Promise<void>): void {
    this.#enqueue(action)
      .finally(() => this.#state.publish())
      .catch((error: unknown) => this.#logFailure(error));
  }

  /**
   * Rejects as the action does, and with `cancelled` if the account was closed before its turn. An action that was
   * interrupted while it waited still runs, with a signal that has ended.
   */
  #enqueue(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#interruption;
    return this.#actions.run(() => (this.#isDisposed ? Promise.reject(toCancelled()) : action(signal)));
  }

  /** Ends the action that runs and those that wait, but none that comes later. */
  #interrupt(): void {
    this.#interruption.abort();
    this.#interruption = new AbortController();
  }

  /** Failures of the service are in the view, and pass. */
  #logFailure(error: unknown): void {
    const { log } = this.#needs;
    if (!isAppError(error)) log.error('live.broken', error);
    else if (error.code !== 'cancelled') log.info('live.notDone', { code: error.code });
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #requireKey(): void {
    if (this.#needs.hasKey) return;
    throw new AppError({ code: 'unauthorized', message: 'the key is missing', outcome: 'not-accepted' });
  }
}

function isAboutHostKey({ kind }: TunnelFault): boolean {
  return kind === 'host-key-unknown' || kind === 'host-key-changed';
}

/** Only what tells one event from another: until it is confirmed, anyone may have made up the rest. */
function toEventView(kept: KeptCallback): CallbackEventView {
  const { seq, direction, messageId, letter, receivedAt, state, settledAt, times } = kept;
  return { seq, direction, messageId, letter: letter === '' ? null : letter, receivedAt, state, settledAt, times };
}

function toValidation(fields: Readonly<Record<string, readonly string[]>>): AppError {
  return new AppError({ code: 'validation', message: 'live updates cannot do this now', outcome: 'refused', fields });
}

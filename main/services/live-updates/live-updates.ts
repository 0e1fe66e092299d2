/**
 * Live updates of one open account: listens for callbacks, keeps their addresses at the service, and says how that goes.
 *
 *   service ──► public address ──► receiver ──► inbox of callbacks (on the disk) ──► sync confirms by reading
 *
 * LIVE-1 an address of somebody else is replaced only by a yes to replacing that very address.
 * LIVE-2 what ours replaced is on the disk before ours is written, and comes back when this is turned off or a person
 *        signs out; where that cannot be done now, it is tried again, and nobody waits for it longer than a moment.
 * LIVE-3 sync slows down only while callbacks are known to get through.
 * LIVE-4 without the key nothing of this runs.
 * LIVE-5 one act at a time; what a person leaves is not held up by what was being tried.
 */
import type { LiveView, TunnelChoice, TunnelFault } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import { toAddressesLeft, type AddressLeft } from './addresses-left.ts';
import { toHostKey } from './live-memory.ts';
import { createLiveParts, type LiveNeeds, type LiveParts } from './live-parts.ts';
import { LiveTurns, toCancelled } from './live-turns.ts';
import { toConsents } from './registrar.ts';

const LOOK_EVERY_MS = 60_000;

export class LiveUpdates {
  readonly #needs: LiveNeeds;
  readonly #parts: LiveParts;
  readonly #turns: LiveTurns;
  #timer: NodeJS.Timeout | null = null;

  constructor(needs: LiveNeeds) {
    this.#needs = needs;
    this.#parts = createLiveParts(needs, {
      onTunnelChange: (change) => this.#noteTunnel(change),
      onTunnelDoubt: () => this.#attendUnattended(),
    });
    this.#turns = new LiveTurns(needs.log);
  }

  get view(): LiveView {
    return this.#parts.outlook.view;
  }

  /** Before anything else runs on this account: reads what is kept, and says that nothing comes by callback yet. */
  async open(): Promise<void> {
    await this.#parts.memory.load();
    await this.#parts.outlook.open();
  }

  /** Begins to listen where that is turned on. Resolves at once; how it goes is in the view. */
  start(): void {
    if (!this.#needs.hasKey) return;
    this.#timer = setInterval(() => {
      this.#parts.outlook.noteAwake();
      this.#runUnattended(() => this.#look());
    }, LOOK_EVERY_MS).unref();
    this.#runUnattended(async (signal) => {
      if (this.#parts.memory.kept.isOn === null && this.#needs.isDemo)
        await this.#parts.upkeep.choose({ kind: 'none' });
      await this.#parts.upkeep.attend({ signal, priority: 'sync', consents: [] });
    });
  }

  /** Throws `validation` for a choice that does not fit, and what the service or the network says. */
  async turnOn(wish: {
    readonly choice: TunnelChoice;
    readonly takeOver: readonly CallbackDirection[];
  }): Promise<LiveView> {
    this.#requireKey();
    // Now: what is told from here on nobody was shown when they said yes.
    const consents = toConsents(this.#parts.outlook.shown, wish.takeOver);
    const { isLocalService } = this.#parts;
    return await this.#act(async (signal) => {
      const choice = await this.#needs.parts.tunnels.check(wish.choice, { isLocalService });
      if (signal.aborted) throw toCancelled();
      await this.#parts.upkeep.choose(choice);
      await this.#parts.tunnelling.forgetRefusal();
      await this.#parts.upkeep.attend({ signal, priority: 'user', consents });
    });
  }

  /**
   * Whatever the service does: off is off, and what could not be put back is tried again, unless a person gives up what
   * it refuses. Throws `disk`.
   */
  async turnOff({ emptiesRefused = false } = {}): Promise<LiveView> {
    this.#turns.interrupt();
    return await this.#act(async (signal) => {
      await this.#parts.memory.save({ isOn: false });
      if (this.#needs.hasKey) await this.#parts.upkeep.restore(signal, { emptiesRefused });
    });
  }

  /** Throws what the service or the network says. */
  async refresh(): Promise<LiveView> {
    this.#requireKey();
    return await this.#act((signal) => this.#parts.upkeep.attend({ signal, priority: 'user', consents: [] }));
  }

  /**
   * The person compared the fingerprint that the view showed: from now on this host key and no other. Throws `validation`
   * where another one was shown, or none.
   */
  async trustHost(fingerprint: string): Promise<LiveView> {
    this.#requireKey();
    const { choice, trustedHosts } = this.#parts.memory.kept;
    const fault = this.#parts.tunnelling.view.fault;
    const isShown = fault !== null && isAboutHostKey(fault) && fault.detail === fingerprint;
    if (choice.kind !== 'ssh' || !isShown) throw toValidation({ fingerprint: ['not-shown'] });
    return await this.#act(async (signal) => {
      await this.#parts.memory.save({ trustedHosts: { ...trustedHosts, [toHostKey(choice)]: fingerprint } });
      await this.#parts.upkeep.attend({ signal, priority: 'user', consents: [] });
    });
  }

  /** Throws `validation` while it is off. */
  async test(): Promise<LiveView> {
    this.#requireKey();
    if (this.#parts.memory.kept.isOn !== true) throw toValidation({});
    return await this.#act(async (signal) => {
      // It may have been turned off before its turn came.
      if (this.#parts.memory.kept.isOn !== true) throw toCancelled();
      await this.#parts.upkeep.test(signal);
    });
  }

  /** The computer woke, has a network again, or a person asks for it. Not more often than a minute. */
  lookNow(): void {
    this.#parts.outlook.noteAwake();
    this.#parts.tunnelling.lookNow();
    this.#attendUnlessFresh();
  }

  /** The service answers again: what it kept from being done is tried at once, once for each coming back. */
  cameOnline(): void {
    if (this.#timer === null) return;
    this.#parts.tunnelling.lookNow();
    this.#runUnattended(async (signal) => {
      if (this.#parts.upkeep.isUndone) await this.#parts.upkeep.attend({ signal, priority: 'sync', consents: [] });
    });
  }

  /**
   * The person signs out or removes the account: the service is to tell nobody here any more. Resolves with the addresses
   * of which that could not be done. Never rejects.
   */
  async leave(): Promise<readonly AddressLeft[]> {
    this.#stopLooking();
    this.#turns.interrupt();
    if (this.#parts.memory.kept.former === null) return [];
    const outcome = { isRestored: false };
    const restoring = this.#turns.run(async (signal) => {
      outcome.isRestored = this.#needs.hasKey && (await this.#parts.upkeep.restore(signal));
    });
    await restoring.catch((error: unknown) => this.#turns.note(error));
    if (outcome.isRestored) return [];
    this.#needs.log.warn('live.notRestored');
    return toAddressesLeft(this.#parts.memory, this.#parts.registrar.current);
  }

  async dispose(): Promise<void> {
    this.#stopLooking();
    await this.#turns.dispose();
    await this.#parts.tunnelling.close();
    await this.#parts.listening.close();
    await this.#parts.way.dispose();
    await this.#parts.outlook.dispose();
  }

  /** Retold at once: while it is down, news is asked for more often. */
  #noteTunnel({ isNew }: { readonly isNew: boolean }): void {
    if (isNew || !this.#parts.tunnelling.isPassable) this.#parts.outlook.noteTunnelChanged();
    this.#parts.outlook.retell();
    if (isNew) this.#attendUnattended();
  }

  #attendUnlessFresh(): void {
    const { attendedAt } = this.#parts.upkeep;
    const isFresh = attendedAt !== null && Math.abs(this.#needs.now() - attendedAt) < LOOK_EVERY_MS;
    if (!isFresh) this.#attendUnattended();
  }

  #attendUnattended(): void {
    if (this.#timer === null) return;
    this.#runUnattended((signal) => this.#parts.upkeep.attend({ signal, priority: 'sync', consents: [] }));
  }

  /** Does what is due by now. A tunnel that waits knows itself for how long. */
  async #look(): Promise<void> {
    await this.#parts.outlook.lookForMissed();
    if (this.#parts.upkeep.isDue()) this.#attendUnlessFresh();
  }

  async #act(work: (signal: AbortSignal) => Promise<void>): Promise<LiveView> {
    try {
      await this.#turns.run(work);
    } finally {
      this.#parts.outlook.retell();
    }
    return this.view;
  }

  #runUnattended(work: (signal: AbortSignal) => Promise<void>): void {
    this.#turns
      .run(work)
      .finally(() => this.#parts.outlook.retell())
      .catch((error: unknown) => this.#turns.note(error));
  }

  #stopLooking(): void {
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

function toValidation(fields: Readonly<Record<string, readonly string[]>>): AppError {
  return new AppError({ code: 'validation', message: 'live updates cannot begin so', outcome: 'refused', fields });
}

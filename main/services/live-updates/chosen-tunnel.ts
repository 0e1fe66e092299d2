import type { Log } from '#main/platform/log.ts';
import { NO_TUNNEL } from '#main/webhooks/tunnel/none.ts';
import type { Tunnel, Tunnels } from '#main/webhooks/tunnel/ports.ts';
import type { TunnelChoice, TunnelView } from '#shared/contract/index.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { toHostKey, type LiveUpdatesRecord } from './live-updates-record.ts';

interface ChosenTunnelNeeds {
  readonly tunnels: Pick<Tunnels, 'create'>;
  readonly record: LiveUpdatesRecord;
  readonly isLocalService: boolean;
  readonly log: Pick<Log, 'info'>;
  readonly now: () => number;
  /** The tunnel has another state. `isNew`: it came up, or has another address. */
  readonly onChange: (change: { readonly isNew: boolean }) => void;
  /** A check through a tunnel that is up failed, and is to be repeated now. */
  readonly onRetry: () => void;
}

/** How long checks may fail before the tunnel is restarted; twice as long after each restart that did not help. */
const PATIENCE_MS = 5 * 60_000;
const MOST_PATIENCE_MS = 60 * 60_000;

/** Runs the tunnel that the user chose, to the port of the listener. */
export class ChosenTunnel {
  readonly #needs: ChosenTunnelNeeds;
  #tunnel: Tunnel | null = null;
  /** The options that the tunnel was created with. */
  #createdFor: string | null = null;
  /** The address with which the tunnel came up last; null: it is not up. */
  #upBy: string | null = null;
  #failures = 0;
  #failingSince: number | null = null;
  #patienceMs = PATIENCE_MS;
  #timer: NodeJS.Timeout | null = null;

  constructor(needs: ChosenTunnelNeeds) {
    this.#needs = needs;
  }

  get view(): TunnelView {
    const view = this.#tunnel?.status.view ?? NO_TUNNEL;
    const { fault } = view;
    // The user needs both keys to decide about the new one.
    return fault?.kind === 'host-key-changed' ? { ...view, fault: { ...fault, trusted: this.#trusted } } : view;
  }

  /** The address that leads or will lead here: given by the user or reported by the tunnel. */
  get publicUrl(): string | null {
    return findGivenUrl(this.#needs.record.saved.choice) ?? this.#tunnel?.status.publicUrl ?? null;
  }

  /** Whether callbacks can come through: the tunnel is up, or the app does not run it. */
  get isReady(): boolean {
    const { choice } = this.#needs.record.saved;
    const isRunHere = choice.kind === 'command' || choice.kind === 'ssh';
    return isRunHere ? this.view.state === 'up' : true;
  }

  /** The fingerprint that the user trusts for the chosen server; null if there is none. */
  get #trusted(): string | null {
    const { choice, trustedHosts } = this.#needs.record.saved;
    return choice.kind === 'ssh' ? (trustedHosts[toHostKey(choice)] ?? null) : null;
  }

  /** Creates the chosen tunnel to this port, unless it exists. Does not wait for it: `view` shows its progress. */
  async open(port: number): Promise<void> {
    const { tunnels, record, isLocalService } = this.#needs;
    const { choice } = record.saved;
    const trustedFingerprint = this.#trusted;
    const createdFor = JSON.stringify([choice, port, trustedFingerprint]);
    if (this.#createdFor === createdFor) return;
    await this.close();
    this.#createdFor = createdFor;
    const onChange = (): void => this.#note();
    this.#tunnel = tunnels.create({ choice, port, isLocalService, trustedFingerprint, onChange });
    this.#note();
  }

  /** The user turns live updates on again: a program that the user did not allow may be asked about once more. */
  async forgetRefusal(): Promise<void> {
    const { state, nextAttemptAt } = this.view;
    if (state === 'waiting' && nextAttemptAt === null) await this.close();
  }

  /** A waiting tunnel makes its next attempt at once. */
  lookNow(): void {
    this.#tunnel?.lookNow();
  }

  /** The result of a check through the tunnel. */
  noteCheck({ arrived }: { readonly arrived: boolean }): void {
    this.#stopTimer();
    if (this.view.state !== 'up') return;
    const now = this.#needs.now();
    if (arrived) {
      this.#failures = 0;
      this.#failingSince = null;
      this.#patienceMs = PATIENCE_MS;
      return;
    }
    this.#failures += 1;
    this.#failingSince ??= now;
    if (Math.abs(now - this.#failingSince) >= this.#patienceMs) this.#restart();
    else this.#retrySoon();
  }

  async close(): Promise<void> {
    const tunnel = this.#tunnel;
    this.#tunnel = this.#createdFor = this.#upBy = this.#failingSince = null;
    this.#failures = 0;
    this.#patienceMs = PATIENCE_MS;
    this.#stopTimer();
    await tunnel?.dispose();
  }

  #note(): void {
    const status = this.#tunnel?.status;
    // The details of a fault are not logged: they may hold anything that a program printed.
    if (status !== undefined)
      this.#needs.log.info('tunnel', { state: status.view.state, fault: status.view.fault?.kind ?? null });
    const upBy = status?.view.state === 'up' ? (status.publicUrl ?? '') : null;
    const isNew = upBy !== null && upBy !== this.#upBy;
    this.#upBy = upBy;
    if (isNew) this.#failures = 0;
    if (upBy === null) this.#stopTimer();
    this.#needs.onChange({ isNew });
  }

  #restart(): void {
    this.#patienceMs = Math.min(this.#patienceMs * 2, MOST_PATIENCE_MS);
    this.#failingSince = null;
    this.#failures = 0;
    this.#tunnel?.restart();
  }

  /** A new name needs minutes to be known everywhere, and the server behind it may still be starting. */
  #retrySoon(): void {
    const waitMs = planBackoffMs({ failures: this.#failures, random: 0.5, retryAfterMs: null });
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#needs.onRetry();
    }, waitMs).unref();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function findGivenUrl(choice: TunnelChoice): string | null {
  return choice.kind === 'manual' || choice.kind === 'ssh' ? choice.publicUrl : null;
}

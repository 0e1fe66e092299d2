import type { Log } from '#main/platform/log.ts';
import { NO_TUNNEL } from '#main/webhooks/tunnel/none.ts';
import type { Tunnel, Tunnels } from '#main/webhooks/tunnel/ports.ts';
import type { TunnelChoice, TunnelView } from '#shared/contract/index.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { toHostKey, type LiveMemory } from './live-memory.ts';

export interface TunnellingNeeds {
  readonly tunnels: Pick<Tunnels, 'create'>;
  readonly memory: LiveMemory;
  readonly isLocalService: boolean;
  readonly log: Pick<Log, 'info'>;
  readonly now: () => number;
  /** It stands another way; `isNew`: it is up, and was not, or has another address. */
  readonly onChange: (change: { readonly isNew: boolean }) => void;
  /** Nothing came through a tunnel that says it stands: it is to be tried again. */
  readonly onDoubt: () => void;
}

/** A tunnel through which nothing comes for so long is made anew; twice as long each time that this did not help. */
const PATIENCE_MS = 5 * 60_000;
const MOST_PATIENCE_MS = 60 * 60_000;

/** The tunnel while there is one: the one of the choice that is kept, to the port that is listened on. */
export class Tunnelling {
  readonly #needs: TunnellingNeeds;
  #tunnel: Tunnel | null = null;
  /** What the tunnel was made for. */
  #purpose: string | null = null;
  /** The address by which it was up last; null: it is not up. */
  #upBy: string | null = null;
  #failures = 0;
  #failingSince: number | null = null;
  #patienceMs = PATIENCE_MS;
  #timer: NodeJS.Timeout | null = null;

  constructor(needs: TunnellingNeeds) {
    this.#needs = needs;
  }

  get view(): TunnelView {
    const view = this.#tunnel?.status.view ?? NO_TUNNEL;
    const { fault } = view;
    // Who decides about another key sees both.
    return fault?.kind === 'host-key-changed' ? { ...view, fault: { ...fault, trusted: this.#trusted } } : view;
  }

  /** The address that leads here, or is to: as a person gave it or the tunnel told it. */
  get publicUrl(): string | null {
    return findGivenUrl(this.#needs.memory.kept.choice) ?? this.#tunnel?.status.publicUrl ?? null;
  }

  /** Whether something may come through: it stands, or nothing has to be run for it. */
  get isPassable(): boolean {
    const { choice } = this.#needs.memory.kept;
    return isRun(choice) ? this.view.state === 'up' : true;
  }

  /** The fingerprint that a person trusted for the chosen server; null where they trusted none. */
  get #trusted(): string | null {
    const { choice, trustedHosts } = this.#needs.memory.kept;
    return choice.kind === 'ssh' ? (trustedHosts[toHostKey(choice)] ?? null) : null;
  }

  /** Makes the tunnel of the choice to this port, unless it is there. Resolves at once; how it goes is in the view. */
  async open(port: number): Promise<void> {
    const { tunnels, memory, isLocalService } = this.#needs;
    const { choice } = memory.kept;
    const trustedFingerprint = this.#trusted;
    const purpose = JSON.stringify([choice, port, trustedFingerprint]);
    if (this.#purpose === purpose) return;
    await this.close();
    this.#purpose = purpose;
    const onChange = (): void => this.#note();
    this.#tunnel = tunnels.create({ choice, port, isLocalService, trustedFingerprint, onChange });
    this.#note();
  }

  /** The user wants it anew: what was not allowed to run may be asked about once more. */
  async forgetRefusal(): Promise<void> {
    const { state, nextAttemptAt } = this.view;
    if (state === 'waiting' && nextAttemptAt === null) await this.close();
  }

  /** What waits is tried at once. */
  lookNow(): void {
    this.#tunnel?.lookNow();
  }

  /** What became of a test through it. */
  noteTest({ arrived }: { readonly arrived: boolean }): void {
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
    if (Math.abs(now - this.#failingSince) >= this.#patienceMs) this.#renew();
    else this.#tryAgain();
  }

  async close(): Promise<void> {
    const tunnel = this.#tunnel;
    this.#tunnel = this.#purpose = this.#upBy = this.#failingSince = null;
    this.#failures = 0;
    this.#patienceMs = PATIENCE_MS;
    this.#stopTimer();
    await tunnel?.dispose();
  }

  #note(): void {
    const status = this.#tunnel?.status;
    // Never its words: they may name whatever a program printed.
    if (status !== undefined)
      this.#needs.log.info('tunnel', { state: status.view.state, fault: status.view.fault?.kind ?? null });
    const upBy = status?.view.state === 'up' ? (status.publicUrl ?? '') : null;
    const isNew = upBy !== null && upBy !== this.#upBy;
    this.#upBy = upBy;
    if (isNew) this.#failures = 0;
    if (upBy === null) this.#stopTimer();
    this.#needs.onChange({ isNew });
  }

  #renew(): void {
    this.#patienceMs = Math.min(this.#patienceMs * 2, MOST_PATIENCE_MS);
    this.#failingSince = null;
    this.#failures = 0;
    this.#tunnel?.restart();
  }

  /** A name that is minutes old may not be known everywhere yet, and a server behind it may just be starting. */
  #tryAgain(): void {
    const waitMs = planBackoffMs({ failures: this.#failures, random: 0.5, retryAfterMs: null });
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#needs.onDoubt();
    }, waitMs).unref();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Whether something has to run for it. */
export function isRun(choice: TunnelChoice): boolean {
  return choice.kind === 'command' || choice.kind === 'ssh';
}

function findGivenUrl(choice: TunnelChoice): string | null {
  return choice.kind === 'manual' || choice.kind === 'ssh' ? choice.publicUrl : null;
}

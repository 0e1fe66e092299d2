/**
 * Keeps a tunnel up: begins it, and begins it anew after a wait whenever it is over.
 *
 * TUNNEL-1 one attempt at a time: the next begins only when everything of the one before is ended.
 * TUNNEL-2 after a failure it waits, longer each time up to a minute; what was up for a minute counts as no failure before.
 *          What only a person can put right waits for ten: servers lock out who comes every minute with a wrong key.
 *          A program that was not allowed is not tried again by itself: the user is asked once.
 */
import type { TunnelFault, TunnelView } from '#shared/contract/index.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import type { ShownQuestion } from './consent.ts';
import type { Tunnel, TunnelFaultKind, TunnelStatus } from './ports.ts';

/** One attempt at a tunnel; ends all that it started when disposed of, within seconds, and never rejects. */
export interface Attempt {
  dispose(): Promise<void>;
}

export interface AttemptHooks {
  /** The user is asked whether the program may run; null: no longer. */
  readonly onAsk: (question: ShownQuestion | null) => void;
  /** It stands. */
  readonly onUp: (publicUrl: string) => void;
  /** It is over, or never came to stand. */
  readonly onOver: (kind: TunnelFaultKind, detail: string | null) => void;
}

export interface SupervisorNeeds {
  readonly begin: (hooks: AttemptHooks) => Attempt;
  readonly now: () => number;
  readonly random: () => number;
  readonly onChange: () => void;
}

const STEADY_MS = 60_000;
const PATIENT_MS = 10 * 60_000;
const FOR_A_PERSON: ReadonlySet<TunnelFaultKind> = new Set([
  'host-key-unknown',
  'host-key-changed',
  'not-admitted',
  'key-unreadable',
  'key-encrypted',
]);

/** Over until the user chooses anew. */
const FINAL: ReadonlySet<TunnelFaultKind> = new Set(['not-allowed', 'nobody-to-ask', 'asked-enough']);

/** How long to wait, ms, after a fault; `failures` in a row, this one included. */
export function planWaitMs(kind: TunnelFaultKind, failures: number, random: number): number {
  return FOR_A_PERSON.has(kind) ? PATIENT_MS : planBackoffMs({ failures, random, retryAfterMs: null });
}

export class Supervisor implements Tunnel {
  readonly #needs: SupervisorNeeds;
  #status: TunnelStatus;
  #attempt: Attempt | null = null;
  #timer: NodeJS.Timeout | null = null;
  #failures = 0;
  #ending: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(needs: SupervisorNeeds) {
    this.#needs = needs;
    this.#status = this.#toStatus({ state: 'starting' });
    this.#begin();
  }

  get status(): TunnelStatus {
    return this.#status;
  }

  lookNow(): void {
    const { state, nextAttemptAt } = this.#status.view;
    if (state === 'waiting' && nextAttemptAt !== null) this.#again();
  }

  restart(): void {
    if (this.#status.view.state === 'up') this.#again();
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#stop();
    await this.#ending;
  }

  #again(): void {
    this.#stop();
    this.#change({ state: 'starting', fault: this.#status.view.fault });
    void this.#ending.then(() => this.#begin());
  }

  #begin(): void {
    // Another one may have begun while the one before ended.
    if (this.#isDisposed || this.#attempt !== null || this.#timer !== null) return;
    const own: { attempt: Attempt | null; isOver: boolean } = { attempt: null, isOver: false };
    const isMine = (): boolean => !this.#isDisposed && this.#attempt === own.attempt && !own.isOver;
    own.attempt = this.#needs.begin({
      onAsk: (question) => {
        if (!isMine()) return;
        if (question !== null) this.#change({ state: 'asking', question });
        else if (this.#status.view.state === 'asking') this.#change({ state: 'starting' });
      },
      onUp: (publicUrl) => {
        if (isMine()) this.#change({ state: 'up' }, publicUrl);
      },
      onOver: (kind, detail) => {
        if (!isMine()) return;
        own.isOver = true;
        this.#fail({ kind, detail, at: this.#needs.now() });
      },
    });
    this.#attempt = own.attempt;
  }

  #fail(fault: TunnelFault): void {
    const { view } = this.#status;
    if (view.state === 'up' && Math.abs(fault.at - view.since) >= STEADY_MS) this.#failures = 0;
    this.#failures += 1;
    if (FINAL.has(fault.kind)) {
      this.#stop();
      this.#change({ state: 'waiting', fault });
      return;
    }
    const waitMs = planWaitMs(fault.kind, this.#failures, this.#needs.random());
    this.#stop();
    this.#timer = setTimeout(() => this.#again(), waitMs).unref();
    this.#change({ state: 'waiting', fault, nextAttemptAt: fault.at + waitMs });
  }

  /** What runs is ended, and what is planned is not done. */
  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const attempt = this.#attempt;
    this.#attempt = null;
    if (attempt !== null) this.#ending = Promise.all([this.#ending, attempt.dispose()]).then(() => undefined);
  }

  #change(changes: Pick<TunnelView, 'state'> & Partial<TunnelView>, publicUrl: string | null = null): void {
    this.#status = this.#toStatus(changes, publicUrl);
    if (!this.#isDisposed) this.#needs.onChange();
  }

  #toStatus(changes: Pick<TunnelView, 'state'> & Partial<TunnelView>, publicUrl: string | null = null): TunnelStatus {
    return { view: { since: this.#needs.now(), nextAttemptAt: null, fault: null, ...changes }, publicUrl };
  }
}

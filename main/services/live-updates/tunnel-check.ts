import { createToken } from '#main/platform/ids.ts';
import { TEST_FIELD } from '#main/webhooks/ports.ts';
import { DIRECTIONS, type PerDirection } from '#main/webhooks/registration.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';

/** Sends requests to any address of the web, outside of the rate limit of the service. */
export interface Probe {
  /** Resolves with the status of the answer. Rejects with `AppError` if none came, with `cancelled` by the signal. */
  send(request: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    /** JSON. */
    readonly body: string | null;
    readonly signal: AbortSignal;
  }): Promise<number>;
  dispose(): Promise<void>;
}

export interface TunnelCheckResult {
  readonly at: number;
  readonly arrived: boolean;
  /** From the request to its arrival, of the slower direction. */
  readonly tookMs: number | null;
}

const TIMEOUT_MS = 10_000;
const OK = 200;

/** Round trips: posts test events to our public addresses and waits for them to arrive at the listener. */
export class TunnelCheck {
  readonly #probe: Probe;
  readonly #now: () => number;
  /** What to call when the event of a direction and nonce arrives. */
  readonly #awaited = new Map<string, () => void>();

  constructor(needs: { readonly probe: Probe; readonly now: () => number }) {
    this.#probe = needs.probe;
    this.#now = needs.now;
  }

  /** The listener received a test event. */
  noteArrival(direction: CallbackDirection, nonce: string): void {
    this.#awaited.get(toKey(direction, nonce))?.();
  }

  /**
   * Checks both addresses. Each has to answer 200, as the service demands, and the posted event has to arrive within
   * 10 seconds. Null if the signal ended the check. Never rejects for a failure of the network.
   */
  async run(urls: PerDirection<string>, signal: AbortSignal): Promise<TunnelCheckResult | null> {
    const at = this.#now();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
    const ending = AbortSignal.any([signal, late.signal]);
    try {
      const took = await Promise.all(DIRECTIONS.map((direction) => this.#try(direction, urls[direction], ending)));
      if (signal.aborted) return null;
      const slowest = took.reduce((one, other) => (one === null || other === null ? null : Math.max(one, other)));
      return { at, arrived: slowest !== null, tookMs: slowest };
    } finally {
      clearTimeout(timer);
      late.abort();
    }
  }

  async dispose(): Promise<void> {
    await this.#probe.dispose();
  }

  /** How long it took; null if the event did not arrive. */
  async #try(direction: CallbackDirection, url: string, signal: AbortSignal): Promise<number | null> {
    const nonce = createToken(16);
    const key = toKey(direction, nonce);
    const arrival = new Promise<void>((resolve) => this.#awaited.set(key, resolve));
    try {
      if ((await this.#probe.send({ method: 'GET', url, body: null, signal })) !== OK) return null;
      const askedAt = this.#now();
      const body = JSON.stringify({ [TEST_FIELD]: nonce });
      const status = await this.#probe.send({ method: 'POST', url, body, signal });
      if (status !== OK || !(await isBefore(arrival, signal))) return null;
      return this.#now() - askedAt;
    } catch (error) {
      if (isAppError(error)) return null;
      throw error;
    } finally {
      this.#awaited.delete(key);
    }
  }
}

function toKey(direction: CallbackDirection, nonce: string): string {
  return `${direction} ${nonce}`;
}

function isBefore(arrival: Promise<void>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
    void arrival.then(() => resolve(true));
  });
}

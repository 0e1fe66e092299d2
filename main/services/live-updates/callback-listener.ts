import { toStableId, createToken } from '#main/platform/ids.ts';
import type { Log } from '#main/platform/log.ts';
import type { AccountParts } from '#main/services/account/ports.ts';
import type { Store } from '#main/store/api.ts';
import type { Receiver } from '#main/webhooks/ports.ts';
import type { PerDirection } from '#main/webhooks/registration.ts';
import type { CallbackDirection, CallbackEvent } from '#shared/domain/callbacks.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';

const SECRET_LENGTH = 32;
/** A full disk refuses a thousand events a second; the log gets one line a minute. */
const LOG_EVERY_MS = 60_000;

interface CallbackListenerNeeds {
  readonly createReceiver: AccountParts['createReceiver'];
  readonly store: Pick<Store, 'keepCallbacks'>;
  /** Events are on the disk and wait for confirmation. */
  readonly onEvents: () => void;
  readonly onTest: (direction: CallbackDirection, nonce: string) => void;
  readonly log: Log;
  readonly now: () => number;
}

/** Why the listener does not listen as before. */
export interface ListenerFault {
  readonly kind: 'port-taken' | 'not-listening';
  /** The port of before. */
  readonly detail: string | null;
  readonly at: number;
}

/** Secrets of the two addresses: 160 bits each. */
export function createSecrets(): PerDirection<string> {
  const create = (): string => toStableId(createToken(), SECRET_LENGTH);
  return { in: create(), out: create() };
}

/** Listens for callbacks on this computer and writes each event to the disk before the service is answered. */
export class CallbackListener {
  readonly #needs: CallbackListenerNeeds;
  #stack = new DisposeStack();
  #receiver: Receiver | null = null;
  #fault: ListenerFault | null = null;
  #loggedAt: number | null = null;

  constructor(needs: CallbackListenerNeeds) {
    this.#needs = needs;
  }

  get localUrl(): string | null {
    return this.#receiver?.localUrl ?? null;
  }

  get fault(): ListenerFault | null {
    return this.#fault;
  }

  /**
   * Listens on this port or, where that is taken, on any other. Does nothing while it listens. Resolves with the port;
   * null if no port can be had.
   */
  async open(port: number | null, secrets: PerDirection<string>): Promise<number | null> {
    if (this.#receiver !== null) return this.#receiver.port;
    this.#fault = null;
    const before = port === null ? null : await this.#create(port, secrets);
    const receiver = before ?? (await this.#create(0, secrets));
    const at = this.#needs.now();
    if (receiver === null) this.#fault = { kind: 'not-listening', detail: null, at };
    else if (before === null && port !== null) this.#fault = { kind: 'port-taken', detail: String(port), at };
    if (receiver === null) return null;
    for (const secret of [secrets.in, secrets.out]) this.#stack.add(this.#needs.log.hide(secret));
    this.#stack.add(() => receiver.dispose());
    this.#receiver = receiver;
    return receiver.port;
  }

  /** A test event came through the public address, so that address leads to this port. */
  noteReached(): void {
    this.#fault = null;
  }

  async close(): Promise<void> {
    this.#receiver = null;
    this.#fault = null;
    await this.#stack.dispose();
  }

  async #create(port: number, secrets: PerDirection<string>): Promise<Receiver | null> {
    const { createReceiver, onTest, log, now } = this.#needs;
    const keep = (events: readonly CallbackEvent[]): Promise<void> => this.#keep(events);
    const onRefused = (reason: string, count: number): void => log.warn('live.refused', { reason, count });
    try {
      return await createReceiver({ port, secrets, keep, onTest, onRefused, now });
    } catch (error) {
      log.warn('live.notListening', { port, problem: error instanceof Error ? error.message : 'unknown' });
      return null;
    }
  }

  /** Resolves once the events are on the disk; rejects if they cannot be written, so that the service is not told 200. */
  async #keep(events: readonly CallbackEvent[]): Promise<void> {
    try {
      await this.#needs.store.keepCallbacks({ events });
    } catch (error) {
      this.#logFailure(error);
      throw error;
    }
    this.#needs.onEvents();
  }

  #logFailure(error: unknown): void {
    const now = this.#needs.now();
    if (this.#loggedAt !== null && Math.abs(now - this.#loggedAt) < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#needs.log.error('live.notKept', error);
  }
}

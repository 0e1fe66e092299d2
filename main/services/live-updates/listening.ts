import { toStableId, createToken } from '#main/platform/ids.ts';
import type { Log } from '#main/platform/log.ts';
import type { Receiver } from '#main/webhooks/ports.ts';
import type { PerDirection } from '#main/webhooks/registration.ts';
import type { CallbackDirection, CallbackEvent } from '#shared/domain/callbacks.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import type { AccountParts } from '#main/services/account/ports.ts';

const SECRET_LENGTH = 32;

export interface ListeningNeeds {
  readonly createReceiver: AccountParts['createReceiver'];
  readonly keep: (events: readonly CallbackEvent[]) => Promise<void>;
  readonly onTest: (direction: CallbackDirection, nonce: string) => void;
  readonly log: Log;
  readonly now: () => number;
}

/** Something kept us from listening as before. */
export interface ListeningFault {
  readonly kind: 'port-taken' | 'not-listening';
  /** The port that was listened on before. */
  readonly detail: string | null;
  readonly at: number;
}

/** Secrets of two addresses: 160 bits each. */
export function createSecrets(): PerDirection<string> {
  const create = (): string => toStableId(createToken(), SECRET_LENGTH);
  return { in: create(), out: create() };
}

/** The receiver while there is one: on the port of before, and where that is taken, on another. */
export class Listening {
  readonly #needs: ListeningNeeds;
  #stack = new DisposeStack();
  #receiver: Receiver | null = null;
  #fault: ListeningFault | null = null;

  constructor(needs: ListeningNeeds) {
    this.#needs = needs;
  }

  get localUrl(): string | null {
    return this.#receiver?.localUrl ?? null;
  }

  get fault(): ListeningFault | null {
    return this.#fault;
  }

  /** Listens, unless it does; resolves with the port, null where there is none to be had. */
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

  /** Something came in by the public address: it leads to this port. */
  noteReached(): void {
    this.#fault = null;
  }

  async close(): Promise<void> {
    this.#receiver = null;
    this.#fault = null;
    await this.#stack.dispose();
  }

  async #create(port: number, secrets: PerDirection<string>): Promise<Receiver | null> {
    const { createReceiver, keep, onTest, log, now } = this.#needs;
    const onRefused = (reason: string, count: number): void => log.warn('live.refused', { reason, count });
    try {
      return await createReceiver({ port, secrets, keep, onTest, onRefused, now });
    } catch (error) {
      log.warn('live.notListening', { port, problem: error instanceof Error ? error.message : 'unknown' });
      return null;
    }
  }
}

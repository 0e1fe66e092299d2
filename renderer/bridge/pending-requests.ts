import * as v from 'valibot';
import {
  requests,
  type ContractError,
  type Reply,
  type RequestFrame,
  type RequestName,
  type RequestOutput,
} from '#shared/contract/index.ts';

interface Pending {
  readonly name: RequestName;
  readonly finish: (reply: Reply<never>) => void;
}

/** A reply that says why there is none. */
export function toFailure(code: string): { readonly ok: false; readonly error: ContractError } {
  return { ok: false, error: { code, detail: null, fields: {}, retryAfterMs: null } };
}

/** Requests that main has not answered. Each ends exactly once: by its reply, or because the connection is gone. */
export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  /** Makes the frame to send, and the promise of its answer. */
  add<Name extends RequestName>(
    name: Name,
    input: unknown,
  ): { readonly frame: RequestFrame; readonly reply: Promise<Reply<RequestOutput<Name>>> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const reply = new Promise<Reply<RequestOutput<Name>>>((resolve) => {
      this.#pending.set(id, { name, finish: resolve });
    });
    return { frame: { type: 'request', id, name, input }, reply };
  }

  /** An answer of main; what does not fit the contract is a bug and not data. */
  finish(id: number, reply: Reply<unknown>): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    if (!reply.ok) {
      pending.finish(reply);
      return;
    }
    const value = v.safeParse(requests[pending.name].output, reply.value);
    pending.finish(value.success ? { ok: true, value: value.output as never } : toFailure('bug'));
  }

  /** The connection is gone, and with it every answer that was on its way. */
  failAll(): void {
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { finish } of lost) finish(toFailure('disconnected'));
  }
}

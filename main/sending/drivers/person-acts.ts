/** What people decide about sends. */
import { AppError } from '#shared/domain/app-error.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import type { Serial } from '#shared/lib/serial.ts';
import { listHeldUpTo } from '../core/holds.ts';
import { decideStep, isDoubtful } from '../core/send-machine.ts';
import type { SendEvent } from '../core/send-machine.ts';
import type { SendingClock, SendingStore, SendPatch } from '../ports.ts';

interface PersonActsParts {
  readonly store: SendingStore;
  readonly clock: SendingClock;
  readonly turns: Serial;
}

/** Each of them in turn with everything else that changes sends. */
export class PersonActs {
  readonly #parts: PersonActsParts;

  constructor(parts: PersonActsParts) {
    this.#parts = parts;
  }

  /** Rejects with `not-found` where nothing can be sent again, `validation` where the person was told too little. */
  retry(sendId: SendId, { mayDouble }: { readonly mayDouble: boolean }): Promise<void> {
    const { store, clock } = this.#parts;
    return this.#decide(sendId, { kind: 'retried', now: clock.now(), mayDouble }, async (_send, patch) => {
      await store.updateSend({ sendId, patch });
    });
  }

  /** Rejects with `not-found` where it is too late, or was never there. */
  discard(sendId: SendId): Promise<{ readonly text: string; readonly files: readonly SendFile[] }> {
    return this.#decide(sendId, { kind: 'discarded' }, async ({ text }) => {
      const { files } = await this.#parts.store.deleteSend({ sendId });
      return { text, files };
    });
  }

  /** Rejects with `not-found` where it is not held. */
  sendNow(sendId: SendId): Promise<void> {
    return this.#parts.turns.run(async () => {
      const held = listHeldUpTo(await this.#parts.store.listSends({ states: ['held'] }), sendId);
      if (held.length === 0) throw toNotFound(sendId);
      await this.release(held);
    });
  }

  releaseAll(): Promise<void> {
    const { store, turns } = this.#parts;
    return turns.run(async () => this.release(await store.listSends({ states: ['held'] })));
  }

  /** Ends these holds. The caller has the turn. */
  async release(held: readonly Send[]): Promise<void> {
    const { store, clock } = this.#parts;
    for (const send of held) {
      const step = decideStep(send, { kind: 'released', now: clock.now() });
      if (step !== null) await store.updateSend({ sendId: send.id, patch: step.patch });
    }
  }

  #decide<T>(sendId: SendId, event: SendEvent, write: (send: Send, patch: SendPatch) => Promise<T>): Promise<T> {
    return this.#parts.turns.run(async () => {
      const send = await this.#parts.store.findSend({ sendId });
      const step = send === null ? null : decideStep(send, event);
      if (send === null || step === null) throw toRefusal(sendId, send, event);
      return await write(send, step.patch);
    });
  }
}

function toRefusal(sendId: SendId, send: Send | null, event: SendEvent): AppError {
  if (send === null || event.kind !== 'retried' || !isDoubtful(send)) return toNotFound(sendId);
  const message = `Send ${sendId} may be in the service already`;
  return new AppError({ code: 'validation', message, fields: { mayDouble: ['required'] }, outcome: 'refused' });
}

function toNotFound(sendId: SendId): AppError {
  return new AppError({ code: 'not-found', message: `Nothing to do for send ${sendId}`, outcome: 'refused' });
}

import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { assert } from '#shared/lib/assert.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { decideStep } from '../core/send-machine.ts';
import type { SendEvent } from '../core/send-machine.ts';
import type { SendingClock, SendPatch } from '../ports.ts';
import { applyEffects } from './effects.ts';
import type { EffectParts } from './effects.ts';

export interface DeliveryParts extends EffectParts {
  readonly clock: SendingClock;
}

/** Makes the one request of a send that is `sending` on disk, and writes down what became of it. */
export class Delivery {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Never rejects. Resolves when the outcome is on disk, or when the app ends before it could be. */
  async deliver(send: Send): Promise<void> {
    const step = decideStep(send, await this.#request(send));
    assert(step !== null, 'A send under way takes every outcome');
    const isSaved = await this.#save(send.id, step.patch);
    if (isSaved) await applyEffects(this.#parts, send, step.effects);
  }

  async #request(send: Send): Promise<SendEvent> {
    const { service, clock, signal } = this.#parts;
    const { id: referenceId, phone, text, from, createChat } = send;
    try {
      const request = { phone, text, from, referenceId, createChat };
      const receipt = await service.sendMessage(request, { priority: 'sending', signal });
      return { kind: 'accepted', now: clock.now(), receipt };
    } catch (error) {
      if (!isAppError(error)) this.#parts.report(error);
      return { kind: 'failed', now: clock.now(), error: toAppError(error), random: clock.random() };
    }
  }

  /** The outcome must not be lost: a failing disk is tried again. What never gets there is `checking` after a restart. */
  async #save(sendId: SendId, patch: SendPatch): Promise<boolean> {
    const { store, clock, signal, report } = this.#parts;
    for (let failures = 1; ; failures += 1) {
      try {
        await store.updateSend({ sendId, patch });
        return true;
      } catch (error) {
        report(error);
        if (signal.aborted) return false;
        await clock.wait(planBackoffMs({ failures, random: clock.random(), retryAfterMs: null }), signal);
      }
    }
  }
}

/** A bug in the middle of a request: it may have left. */
function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new AppError({ code: 'bad-response', message: 'A send ended in a bug', outcome: 'unknown', cause: error });
}

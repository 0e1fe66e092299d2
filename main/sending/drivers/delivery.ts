import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { toOutgoingText, toReferenceId } from '#shared/domain/sends.ts';
import type { Send } from '#shared/domain/sends.ts';
import { assert } from '#shared/lib/assert.ts';
import { decideStep } from '../core/send-machine.ts';
import type { SendEvent } from '../core/send-machine.ts';
import type { SendingClock, SendRequest } from '../ports.ts';
import { applyEffects } from './effects.ts';
import type { EffectParts } from './effects.ts';
import { saveOutcome } from './save.ts';

export interface DeliveryParts extends EffectParts {
  readonly clock: SendingClock;
}

/** Makes the one request of a send that is `sending` on disk, and writes down what became of it. */
export class Delivery {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /**
   * Never rejects. Resolves when the outcome is on disk, or when the app ends before it could be: what never gets there
   * is `checking` after a restart.
   */
  async deliver(send: Send): Promise<void> {
    const step = decideStep(send, await this.#request(send));
    assert(step !== null, 'A send under way takes every outcome');
    const { store } = this.#parts;
    const isSaved = await saveOutcome(this.#parts, () => store.updateSend({ sendId: send.id, patch: step.patch }));
    if (isSaved) await applyEffects(this.#parts, send, step.effects);
  }

  async #request(send: Send): Promise<SendEvent> {
    const { service, clock, signal } = this.#parts;
    try {
      const receipt = await service.sendMessage(toRequest(send), { priority: 'sending', signal });
      return { kind: 'accepted', now: clock.now(), receipt };
    } catch (error) {
      if (!isAppError(error)) this.#parts.report(error);
      return { kind: 'failed', now: clock.now(), error: toAppError(error), random: clock.random() };
    }
  }
}

function toRequest(send: Send): SendRequest {
  const { phone, from, createChat } = send;
  return { phone, text: toOutgoingText(send), from, referenceId: toReferenceId(send), createChat };
}

/** A bug in the middle of a request: it may have left. */
function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new AppError({ code: 'bad-response', message: 'A send ended in a bug', outcome: 'unknown', cause: error });
}

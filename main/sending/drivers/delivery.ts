import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { assert } from '#shared/lib/assert.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { decideStep } from '../core/send-machine.ts';
import type { SendEffect, SendEvent } from '../core/send-machine.ts';
import type { SendingClock, SendingService, SendingStore, SendPatch } from '../ports.ts';

export interface DeliveryParts {
  readonly service: SendingService;
  readonly store: SendingStore;
  readonly clock: SendingClock;
  /** Aborts when requests under way have to end. */
  readonly signal: AbortSignal;
  readonly onAccepted: (phone: PhoneKey) => void;
  readonly pause: () => void;
  readonly report: (error: unknown) => void;
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
    if (!isSaved) return;
    for (const effect of step.effects) {
      try {
        await this.#apply(send, effect);
      } catch (error) {
        this.#parts.report(error);
      }
    }
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

  async #apply(send: Send, effect: SendEffect): Promise<void> {
    const { store, pause, onAccepted } = this.#parts;
    switch (effect) {
      case 'show-accepted':
        await store.commitAcceptedSend({ sendId: send.id });
        onAccepted(send.phone);
        return;
      case 'find-chat':
        await this.#findChat(send.phone);
        return;
      case 'pause':
        pause();
        return;
      case 'delete':
        assert(false, 'Only a person takes a send out of the outbox');
    }
  }

  /** The chat that the service opened takes the place of the provisional one. */
  async #findChat(phone: PhoneKey): Promise<void> {
    const { service, store, signal } = this.#parts;
    try {
      const chat = await service.findChatByPhone({ phone }, { priority: 'sending', signal });
      if (chat !== undefined) await store.commitChats({ chats: [chat] });
    } catch (error) {
      // Sync looks for the chat of every accepted message as well; only the disk's failures are news.
      if (!isAppError(error) || error.code === 'disk') throw error;
    }
  }
}

/** A bug in the middle of a request: it may have left. */
function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new AppError({ code: 'bad-response', message: 'A send ended in a bug', outcome: 'unknown', cause: error });
}

import { isAppError } from '#shared/domain/app-error.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { assert } from '#shared/lib/assert.ts';
import type { SendEffect } from '../core/send-machine.ts';
import type { SendingService, SendingStore } from '../ports.ts';

export interface EffectParts {
  readonly service: SendingService;
  readonly store: SendingStore;
  /** Aborts when requests under way have to end. */
  readonly signal: AbortSignal;
  readonly onAccepted: (phone: PhoneKey) => void;
  readonly pause: () => void;
  readonly report: (error: unknown) => void;
}

/** What follows from an outcome once that is on disk. Never rejects: what fails is reported, and the next one done. */
export async function applyEffects(parts: EffectParts, send: Send, effects: readonly SendEffect[]): Promise<void> {
  for (const effect of effects) {
    try {
      await apply(parts, send, effect);
    } catch (error) {
      parts.report(error);
    }
  }
}

async function apply(parts: EffectParts, send: Send, effect: SendEffect): Promise<void> {
  switch (effect) {
    case 'show-accepted':
      await parts.store.commitAcceptedSend({ sendId: send.id });
      parts.onAccepted(send.phone);
      return;
    case 'find-chat':
      await findChat(parts, send.phone);
      return;
    case 'pause':
      parts.pause();
      return;
    case 'delete':
      assert(false, 'Only a person takes a send out of the outbox');
  }
}

/** The chat that the service opened takes the place of the provisional one. */
async function findChat({ service, store, signal }: EffectParts, phone: PhoneKey): Promise<void> {
  try {
    const chat = await service.findChatByPhone({ phone }, { priority: 'sending', signal });
    if (chat !== undefined) await store.commitChats({ chats: [chat] });
  } catch (error) {
    // Sync looks for the chat of every accepted message as well; only the disk's failures are news.
    if (!isAppError(error) || error.code === 'disk') throw error;
  }
}

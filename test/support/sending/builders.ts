import type { Send } from '#shared/domain/sends.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

/** Send number `id`, queued and due. */
export function makeSend(id: number, changes: Partial<Send> = {}): Send {
  return {
    id: toSendId(`send${String(id).padStart(16, 'a')}`),
    phone: toPhoneKey('447700900001'),
    text: `text ${String(id)}`,
    from: null,
    createChat: false,
    state: 'queued',
    createdAt: id,
    attemptedAt: null,
    attempts: 0,
    dueAt: 0,
    acceptedAt: null,
    messageId: null,
    sessionId: null,
    chatId: null,
    problem: null,
    partsPredicted: 1,
    afterMessageId: null,
    check: null,
    ...changes,
  };
}

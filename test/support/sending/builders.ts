import { randomBytes } from 'node:crypto';
import { toFileId, toSendId } from '#shared/domain/ids.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

/** Number `n` in the letters of our ids: twenty of base32. */
const toId = (word: string, n: number): string => {
  const letters = String(n).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  return word + letters.padStart(20 - word.length, 'a');
};

/** Send number `n`, queued and due. */
export function makeSend(n: number, changes: Partial<Send> = {}): Send {
  return {
    id: toSendId(toId('send', n)),
    phone: toPhoneKey('447700900001'),
    text: `text ${String(n)}`,
    sentText: null,
    files: [],
    ownReference: null,
    from: null,
    createChat: false,
    state: 'queued',
    createdAt: n,
    attemptedAt: null,
    attempts: 0,
    dueAt: 0,
    acceptedAt: null,
    messageId: null,
    sessionId: null,
    chatId: null,
    problem: null,
    partsPredicted: 1,
    pricePredicted: null,
    afterMessageId: null,
    check: null,
    ...changes,
  };
}

/** An id that no other send of any run has. */
export function makeSendId(): SendId {
  return toSendId([...randomBytes(20)].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(byte % 32)).join(''));
}

/** File number `n`, not uploaded yet. */
export function makeFile(n: number, changes: Partial<SendFile> = {}): SendFile {
  return {
    id: toFileId(toId('file', n)),
    name: `file ${String(n)}.txt`,
    mimeType: 'text/plain',
    sizeBytes: 1_000,
    href: null,
    ...changes,
  };
}

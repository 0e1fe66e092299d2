/** What texts that leave now and texts that are scheduled have in common: their checks, and the row of a send. */
import type { Store } from '#main/store/api.ts';
import { toEstimatedText } from '#shared/domain/attachments.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { parsePhoneEntry } from '#shared/domain/phone-entry.ts';
import { isTextableNumber, toPhoneKey } from '#shared/domain/phones.ts';
import { MAX_PARTS, measureText } from '#shared/domain/segments.ts';
import type { Send } from '#shared/domain/sends.ts';
import { toRefusal } from '#main/services/refusals.ts';

/** What the user decided about a send, and what is predicted of it. */
export type WrittenSend = Pick<
  Send,
  'id' | 'phone' | 'text' | 'files' | 'ownReference' | 'from' | 'createChat' | 'partsPredicted' | 'pricePredicted'
>;

/**
 * A number that has a chat was texted before; a new one must at least be possible. Throws `validation` (`phone`:
 * `not-a-number`, `too-short`, …) and `disk`.
 */
export async function resolvePhone(store: Pick<Store, 'findChat' | 'getAccount'>, typed: string): Promise<PhoneKey> {
  const key = toPhoneKey(typed);
  if (isTextableNumber(key) && (await store.findChat({ chatId: null, phone: key })) !== null) return key;
  const account = await store.getAccount({});
  const entry = parsePhoneEntry(typed, account?.phone ?? null, account?.country ?? null);
  if (entry.kind === 'impossible') throw toRefusal('phone', entry.reason);
  return entry.phone;
}

/** Parts of a text with links as long as they usually are. Throws `validation` (`text`: `empty`, `too-long`). */
export function predictParts(given: {
  readonly text: string;
  readonly filesCount: number;
  readonly webUrl: string;
}): number {
  if (given.text.trim() === '' && given.filesCount === 0) throw toRefusal('text', 'empty');
  const { parts } = measureText(toEstimatedText(given));
  if (parts > MAX_PARTS) throw toRefusal('text', 'too-long');
  return parts;
}

/** A send before its first attempt; while it is held, the user can take it back. */
export function toNewSend(
  written: WrittenSend,
  { at, holdMs }: { readonly at: number; readonly holdMs: number },
): Send {
  return {
    ...written,
    sentText: null,
    state: holdMs > 0 ? 'held' : 'queued',
    createdAt: at,
    attemptedAt: null,
    attempts: 0,
    dueAt: at + holdMs,
    acceptedAt: null,
    messageId: null,
    sessionId: null,
    chatId: null,
    problem: null,
    afterMessageId: null,
    check: null,
  };
}

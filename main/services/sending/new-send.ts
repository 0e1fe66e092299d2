import { toEstimatedText } from '#shared/domain/attachments.ts';
import { MAX_PARTS, measureText } from '#shared/domain/segments.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { toRefusal } from '#main/services/refusals.ts';

type Written = Pick<
  Send,
  'id' | 'phone' | 'text' | 'files' | 'ownReference' | 'from' | 'createChat' | 'partsPredicted' | 'pricePredicted'
>;

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

/** A send that nobody has tried yet; with a hold it can be taken back until that is over. */
export function toNewSend(written: Written, { at, holdMs }: { readonly at: number; readonly holdMs: number }): Send {
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

/** As the window is shown it. */
export function toOwnFileView({ id, name, mimeType, sizeBytes, href }: SendFile) {
  return { id, name, mimeType, sizeBytes, isUploaded: href !== null };
}

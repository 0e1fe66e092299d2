/** What becomes of a message that is in the cache when it comes again, perhaps from a page that says less. */
import { mergeLetter } from '#shared/domain/delivery.ts';
import type { Message } from '#shared/domain/entities.ts';

/** `page` may be stale: letters only move forward. `single` is a newer read of this very message: its letter wins. */
export type MessageSource = 'page' | 'single';

/**
 * The message to keep. Whatever `incoming` says wins; what it does not say (no files, no names, no price, the plain
 * kind `text`) stays as it was.
 */
export function mergeMessage(current: Message, incoming: Message, source: MessageSource): Message {
  const hasName = incoming.firstName !== '' || incoming.lastName !== '';
  const letter = toKeptLetter(current.letter, incoming.letter, source);
  const channel = incoming.channel ?? current.channel;
  return {
    ...incoming,
    ...(channel === undefined ? {} : { channel }),
    letter,
    text: incoming.text === '' ? current.text : incoming.text,
    kind: incoming.kind === 'text' ? current.kind : incoming.kind,
    rejectReason: incoming.rejectReason ?? current.rejectReason,
    sessionId: incoming.sessionId ?? current.sessionId,
    contactId: incoming.contactId ?? current.contactId,
    firstName: hasName ? incoming.firstName : current.firstName,
    lastName: hasName ? incoming.lastName : current.lastName,
    ownNumber: incoming.ownNumber ?? current.ownNumber,
    partsCount: incoming.partsCount ?? current.partsCount,
    price: incoming.price ?? current.price,
    files: incoming.files.length > 0 ? incoming.files : current.files,
  };
}

/** The letter to keep of one and the same message: `single` has the last word, a page only moves it forward. */
export function toKeptLetter(current: string | null, incoming: string | null, source: MessageSource): string | null {
  return source === 'single' ? (incoming ?? current) : mergeLetter(current, incoming);
}

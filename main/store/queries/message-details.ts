/** What is known of one message beyond its bubble: from its row, its letters, the ledger of our own send, its session. */
import type { MessageDetails } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { measureText } from '#shared/domain/segments.ts';
import { toReferenceId } from '#shared/domain/sends.ts';
import { findMessagePlace, toKeyParts } from '../core/line-key.ts';
import type { ReadDb } from '../open.ts';
import { parseEventDetail } from '../rows/ledger-event.ts';
import type { LedgerEventRow } from '../rows/ledger-event.ts';
import type { LedgerTableRow } from '../rows/ledger-row.ts';
import type { MessageRow } from '../rows/message-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import type { ServiceSendColumns } from '../rows/service-send-row.ts';
import { findPhoneOfChat } from './find-chat-id.ts';
import { findSendOf } from './message-view.ts';
import { findAuthor } from './origins.ts';
import type { Query } from './query.ts';

const MESSAGE = 'SELECT * FROM messages WHERE sequence = ? AND id = ? AND phone = ?';
const MESSAGE_OF_SEND = `SELECT * FROM messages WHERE sequence = 'out' AND id = ? AND phone = ?`;
const SEND = 'SELECT * FROM sends WHERE id = ? AND phone = ?';
const ENTRY = 'SELECT * FROM ledger WHERE send_id = ?';
const LETTERS = 'SELECT at, after_letter AS letter FROM message_letters WHERE message_id = ? ORDER BY seq';
const LETTER_EVENTS = `SELECT * FROM send_events WHERE send_id = ? AND state = 'letter' ORDER BY seq`;
const SESSION = 'SELECT * FROM service_sends WHERE id = ?';

/** One line of a thread: a message of the service, a send of ours, or both. */
interface Line {
  readonly phone: string;
  readonly message: MessageRow | undefined;
  readonly send: SendRow | undefined;
  readonly entry: LedgerTableRow | undefined;
  readonly session: ServiceSendColumns | undefined;
}

export const getMessageDetails: Query<'getMessageDetails'> = (db, { chatId, key }): MessageDetails | null => {
  const line = findLine(db, chatId, key);
  if (line === undefined) return null;
  const { message, entry, session } = line;
  const text = message?.text ?? entry?.sent_text ?? entry?.text ?? '';
  return {
    letters: listLetters(db, line),
    ...toEnds(line),
    author: session === undefined ? null : findAuthor(db, session.id),
    session: toSession(line),
    reference: toReference(line),
    partsCount: message?.parts_count ?? entry?.parts_charged ?? entry?.parts_predicted ?? null,
    charsCount: text === '' ? null : measureText(text).units,
    price: message?.price ?? entry?.price_charged ?? null,
    rejectReason: message?.reject_reason ?? entry?.reject_reason ?? null,
    canDelete: message !== undefined && message.sequence !== 'note',
  };
};

function findLine(db: ReadDb, chatId: number, key: string): Line | undefined {
  const phone = findPhoneOfChat(db, chatId);
  if (phone === undefined) return undefined;
  const place = findMessagePlace(key);
  const named = place === undefined ? db.get<SendRow>(SEND, [toKeyParts(key).id, phone]) : undefined;
  const message =
    place === undefined
      ? db.get<MessageRow>(MESSAGE_OF_SEND, [named?.message_id ?? null, phone])
      : db.get<MessageRow>(MESSAGE, [place.sequence, place.id, phone]);
  if (message === undefined && named === undefined) return undefined;
  const send = named ?? (message === undefined ? undefined : findSendOf(db, message));
  return {
    phone,
    message,
    send,
    entry: send === undefined ? undefined : db.get<LedgerTableRow>(ENTRY, [send.id]),
    session: db.get<ServiceSendColumns>(SESSION, [findSessionId({ message, send })]),
  };
}

/** Those of which is known when they were seen, oldest first; of ours the ledger knows of the first one too. */
function listLetters(db: ReadDb, { message, send }: Line): MessageDetails['letters'] {
  const events = send === undefined ? [] : db.all<LedgerEventRow>(LETTER_EVENTS, [send.id]);
  const told = events.map(({ at, detail }) => ({ at, letter: parseEventDetail(detail).letter ?? null }));
  const seen = message?.sequence === 'out' ? db.all<{ at: number; letter: string | null }>(LETTERS, [message.id]) : [];
  const letters: MessageDetails['letters'] = [];
  for (const { at, letter } of [...told, ...seen].sort((one, other) => one.at - other.at)) {
    if (letter === null || letters.at(-1)?.letter === letter) continue;
    letters.push({ letter, mark: toDeliveryMark(letter), at });
  }
  return letters;
}

/** Whom it came from and whom it went to; null where nobody told of our own end. */
function toEnds({ phone, message, send }: Line): Pick<MessageDetails, 'sender' | 'receiver'> {
  const ours = message?.own_number ?? send?.sender ?? null;
  return message?.direction === 'in' ? { sender: phone, receiver: ours } : { sender: ours, receiver: phone };
}

function findSessionId({ message, send }: Pick<Line, 'message' | 'send'>): number | null {
  return message?.session_id ?? send?.session_id ?? null;
}

function toSession({ message, send, session }: Line): MessageDetails['session'] {
  const id = findSessionId({ message, send });
  if (id === null) return null;
  return {
    id,
    text: session?.text ?? null,
    recipientsCount: session?.recipients_count ?? null,
    source: session?.source ?? null,
  };
}

function toReference({ entry, session }: Line): string | null {
  if (entry === undefined) return session?.reference_id ?? null;
  return toReferenceId({ id: toSendId(entry.send_id), ownReference: entry.own_reference });
}

/**
 * Finds the message of the service for accepted sends whose answer named no message: by session, else by number, text
 * and time. What the service has is known by then: nothing is sent, or left unsent, because of it.
 */
import type { Message } from '#shared/domain/entities.ts';
import { toKeyParts } from '../core/line-key.ts';
import type { SendRow } from '../rows/send-row.ts';
import type { InputOf, WriteContext } from './command.ts';
import { addLedgerEvent, noteMessages } from './ledger.ts';

/** How far the service's clock and its queue may put a message from the moment of our request. */
const LINK_WINDOW_MS = 10 * 60_000;
/** For the query-plan test too. */
export const NAMELESS_SENDS = `
  SELECT * FROM sends INDEXED BY sends_nameless WHERE state = 'accepted' AND message_id IS NULL ORDER BY seq`;
const IS_TAKEN = 'SELECT 1 AS found FROM sends WHERE message_id = ?';

const NAME_SEND = 'UPDATE sends SET message_id = ? WHERE seq = ?';
const NAME_ENTRY = 'UPDATE ledger SET message_id = ? WHERE send_id = ?';

/** What messages of the service say about sends of ours: which is whose, and in the ledger how each stands. */
export function followSends(context: WriteContext, input: InputOf<'commitMessages'>): void {
  const { messages, source, via = 'poll' } = input;
  const texts = messages.filter(isOutgoingText);
  if (texts.length === 0) return;
  linkSends(context, texts);
  noteMessages(context, texts, { source, via });
}

/** Numbers of other sequences say nothing about those of messages. */
function isOutgoingText({ direction, kind, key }: Message): boolean {
  return direction === 'out' && kind === 'text' && toKeyParts(key).sequence === 'out';
}

function linkSends(context: WriteContext, texts: readonly Message[]): void {
  const { owned, changes } = context;
  for (const send of owned.all<SendRow>(NAMELESS_SENDS)) {
    const match = texts.find((message) => isOf(send, message) && owned.get(IS_TAKEN, [message.id]) === undefined);
    if (match === undefined) continue;
    owned.run(NAME_SEND, [match.id, send.seq]);
    owned.run(NAME_ENTRY, [match.id, send.id]);
    addLedgerEvent(context, { sendId: send.id, kind: 'accepted', detail: { messageId: match.id } });
    changes.addSend(send.id);
  }
}

function isOf(send: SendRow, message: Message): boolean {
  if (message.phone !== send.phone) return false;
  if (send.session_id !== null && message.sessionId !== null) return message.sessionId === send.session_id;
  if (send.after_message_id !== null && message.id <= send.after_message_id) return false;
  const leftAt = send.attempted_at ?? send.created_at;
  return message.text === (send.sent_text ?? send.text) && Math.abs(message.at - leftAt) <= LINK_WINDOW_MS;
}

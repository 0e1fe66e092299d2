/**
 * Finds the message of the service for accepted sends whose answer named no message: by session, else by number, text
 * and time. Nothing is sent because of it; the search for lost answers goes by it (`listClaims`).
 */
import type { Message } from '#shared/domain/entities.ts';
import type { SendRow } from '../rows/send-row.ts';
import type { WriteContext } from './command.ts';

/** How far the service's clock and its queue may put a message from the moment of our request. */
const LINK_WINDOW_MS = 10 * 60_000;
/** For the query-plan test too. */
export const NAMELESS_SENDS = `
  SELECT * FROM sends INDEXED BY sends_nameless WHERE state = 'accepted' AND message_id IS NULL ORDER BY seq`;
const IS_TAKEN = 'SELECT 1 AS found FROM sends WHERE message_id = ?';

export function linkSends({ owned, changes }: WriteContext, messages: readonly Message[]): void {
  const outbound = messages.filter(({ direction, kind }) => direction === 'out' && kind === 'text');
  if (outbound.length === 0) return;
  for (const send of owned.all<SendRow>(NAMELESS_SENDS)) {
    const match = outbound.find((message) => isOf(send, message) && owned.get(IS_TAKEN, [message.id]) === undefined);
    if (match === undefined) continue;
    owned.run('UPDATE sends SET message_id = ? WHERE seq = ?', [match.id, send.seq]);
    changes.addSend(send.id);
  }
}

function isOf(send: SendRow, message: Message): boolean {
  if (message.phone !== send.phone) return false;
  if (send.session_id !== null && message.sessionId !== null) return message.sessionId === send.session_id;
  if (send.after_message_id !== null && message.id <= send.after_message_id) return false;
  const leftAt = send.attempted_at ?? send.created_at;
  return message.text === send.text && Math.abs(message.at - leftAt) <= LINK_WINDOW_MS;
}

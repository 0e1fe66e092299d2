import type { ReadDb } from '../open.ts';
import type { SendRow } from '../rows/send-row.ts';

const NEWEST = 'SELECT * FROM sends WHERE phone = ? ORDER BY placed_at DESC, id DESC LIMIT 1';
const HAS_MESSAGE = `
  SELECT 1 AS found FROM messages WHERE sequence = 'out' AND id = @id
  UNION ALL SELECT 1 FROM hidden_messages WHERE sequence = 'out' AND id = @id`;

/**
 * Whether a message of the service stands for this send, be it one that is out of sight, so that the send itself is no
 * line of its own.
 */
export function hasMessage(cache: ReadDb, send: Pick<SendRow, 'state' | 'message_id'>): boolean {
  if (send.state !== 'accepted' || send.message_id === null) return false;
  return cache.get(HAS_MESSAGE, { id: send.message_id }) !== undefined;
}

/** The newest send to a number if no message of the service stands for it yet. */
export function findNewestSend(
  dbs: { readonly owned: ReadDb; readonly cache: ReadDb },
  phone: string,
): SendRow | undefined {
  const send = dbs.owned.get<SendRow>(NEWEST, [phone]);
  return send === undefined || hasMessage(dbs.cache, send) ? undefined : send;
}

/**
 * Texts that a person gave up while nobody knew whether the service had them. Its list of sends carries our reference: what
 * is in it was sent after all, and the ledger says so and what it cost. The outbox has nothing more to do with it.
 */
import type { ServiceSend } from '#shared/domain/entities.ts';
import { findSendId } from '#shared/domain/sends.ts';
import type { WriteContext } from './command.ts';
import { addLedgerEvent, noteCachedMessage } from './ledger.ts';

/** Of these, the ones given up, and those found so of which no message is known yet; for the query-plan test too. */
export const GIVEN_UP_ENTRIES = `
  SELECT send_id, phone, state FROM ledger
  WHERE send_id IN (SELECT value FROM json_each(?)) AND (state = 'discarded' OR (state = 'accepted' AND message_id IS NULL))
    AND NOT EXISTS (SELECT 1 FROM sends WHERE id = send_id)`;
const FOUND = `
  UPDATE ledger SET state = 'accepted', outcome = 'sent', session_id = ?, accepted_at = ?, problem = NULL WHERE send_id = ?`;
const MESSAGE = `
  SELECT id FROM messages WHERE phone = ? AND sequence = 'out' AND kind = 'text' AND session_id = ? ORDER BY id`;
const IS_TAKEN = 'SELECT 1 AS found FROM ledger WHERE message_id = ?';
const NAME_ENTRY = 'UPDATE ledger SET message_id = ? WHERE send_id = ?';

interface EntryRow {
  readonly send_id: string;
  readonly phone: string;
  readonly state: string;
}

export function noteServiceSends(context: WriteContext, rows: readonly ServiceSend[]): void {
  const sessions = new Map<string, ServiceSend>();
  for (const row of rows) {
    const id = row.referenceId === null ? null : findSendId(row.referenceId);
    if (id !== null) sessions.set(id, row);
  }
  if (sessions.size === 0) return;
  for (const entry of context.owned.all<EntryRow>(GIVEN_UP_ENTRIES, [JSON.stringify([...sessions.keys()])])) {
    const session = sessions.get(entry.send_id);
    if (session !== undefined) noteFound(context, entry, session);
  }
}

function noteFound(context: WriteContext, { send_id: sendId, phone, state }: EntryRow, session: ServiceSend): void {
  const { owned, cache, changes, now } = context;
  if (state === 'discarded') {
    const acceptedAt = session.at ?? now;
    owned.run(FOUND, [session.id, acceptedAt, sendId]);
    addLedgerEvent(context, { sendId, kind: 'accepted', detail: { sessionId: session.id, acceptedAt, problem: null } });
    changes.addSend(sendId);
  }
  const messages = cache.all<{ id: number }>(MESSAGE, [phone, session.id]);
  const message = messages.find(({ id }) => owned.get(IS_TAKEN, [id]) === undefined);
  // Not here yet: the list of sends comes again.
  if (message === undefined) return;
  owned.run(NAME_ENTRY, [message.id, sendId]);
  noteCachedMessage(context, message.id);
  changes.addSend(sendId);
}

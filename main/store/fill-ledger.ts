/**
 * Gives every send that has none its row of the ledger: from the send where it is still there, else from its history. Used
 * by the step that makes the table and after rows of a damaged file were saved, so a later step that changes the table
 * must leave the columns named here, or give this one a form of its own.
 */
import { toFileId, toSendId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { LedgerState, Send } from '#shared/domain/sends.ts';
import type { WriteDb } from './open.ts';
import { listFilesOf } from './queries/sends.ts';
import { parseEventDetail } from './rows/ledger-event.ts';
import type { LedgerEventDetail, LedgerEventRow } from './rows/ledger-event.ts';
import { toLedgerColumns } from './rows/ledger-row.ts';
import type { LedgerChargeColumns } from './rows/ledger-row.ts';
import { toSend } from './rows/send-row.ts';
import type { SendRow } from './rows/send-row.ts';
import { toInsert } from './rows/sql.ts';

/** Key of `meta`: what the cache knows of the messages of sends that got their row here is still to be copied. */
export const LEDGER_BEHIND = 'ledger.behind';

const MISSING = `
  SELECT id FROM (
    SELECT id, created_at AS at FROM sends
    UNION ALL
    SELECT send_id, min(at) FROM send_events GROUP BY send_id)
  WHERE id NOT IN (SELECT send_id FROM ledger) GROUP BY id ORDER BY min(at), id`;
const EVENTS = 'SELECT * FROM send_events WHERE send_id = ? ORDER BY seq';

export function fillLedger(owned: WriteDb): void {
  for (const { id } of owned.all<{ id: string }>(MISSING)) {
    const events = owned.all<LedgerEventRow>(EVENTS, [id]);
    const row = owned.get<SendRow>('SELECT * FROM sends WHERE id = ?', [id]);
    const known = row === undefined ? replay(id, events) : toKnown(toSend(row, listFilesOf(owned, id)));
    if (known === null) continue;
    const columns = { ...toLedgerColumns(known.send, known.state), ...replayCharges(events) };
    owned.run(toInsert('ledger', Object.keys(columns)), columns);
    owned.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [LEDGER_BEHIND, 'yes']);
  }
}

interface Known {
  readonly send: Send;
  readonly state: LedgerState;
}

const toKnown = (send: Send): Known => ({ send, state: send.state });

const STATES: ReadonlySet<string> = new Set<LedgerState>([
  ...(['held', 'queued', 'sending', 'accepted', 'refused', 'checking', 'not-sent', 'unknown', 'discarded'] as const),
]);
const isState = (value: string): value is LedgerState => STATES.has(value);

/** What the events say together; null where not even the number is known. */
function replay(id: string, events: readonly LedgerEventRow[]): Known | null {
  let all: Partial<LedgerEventDetail> = {};
  let state: LedgerState | null = null;
  for (const event of events) {
    // Its message is gone at the service; that it was sent stays true.
    if (event.state === 'deleted') state = 'accepted';
    else if (isState(event.state)) state = event.state;
    all = { ...all, ...toSaid(parseEventDetail(event.detail)) };
  }
  const { phone, text = '', createdAt = events[0]?.at } = all;
  if (phone === undefined || createdAt === undefined || state === null) return null;
  const send: Send = {
    ...{ id: toSendId(id), phone: phone as PhoneKey, text, sentText: all.sentText ?? null, createdAt },
    files: (all.files ?? []).map((file) => ({ ...file, id: toFileId(file.id) })),
    ...{ ownReference: all.ownReference ?? null, from: all.from ?? null, createChat: false, chatId: null },
    ...{ attemptedAt: all.attemptedAt ?? null, attempts: all.attempts ?? 0, dueAt: createdAt },
    ...{ acceptedAt: all.acceptedAt ?? null, messageId: all.messageId ?? null, sessionId: all.sessionId ?? null },
    ...{ partsPredicted: all.partsPredicted ?? 1, pricePredicted: all.pricePredicted ?? null, afterMessageId: null },
    ...{ problem: all.problem ?? null, check: all.check ?? null, state: state === 'discarded' ? 'unknown' : state },
  };
  return { send, state };
}

function replayCharges(events: readonly LedgerEventRow[]): LedgerChargeColumns {
  let all: Partial<LedgerEventDetail> = {};
  for (const { state, detail } of events) {
    if (state === 'letter' || state === 'charged') all = { ...all, ...toSaid(parseEventDetail(detail)) };
  }
  const { letter = null, rejectReason = null, parts = null, price = null } = all;
  return { letter, reject_reason: rejectReason, parts_charged: parts, price_charged: price };
}

/** What an event does not say takes nothing away. */
function toSaid(detail: LedgerEventDetail): Partial<LedgerEventDetail> {
  return Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== undefined));
}

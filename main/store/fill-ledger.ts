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

/** The send as its events tell it; null where they name no number or no state. */
function replay(id: string, events: readonly LedgerEventRow[]): Known | null {
  const state = findLastState(events);
  const said = toSaid(events);
  const { phone, createdAt = events[0]?.at } = said;
  if (phone === undefined || createdAt === undefined || state === null) return null;
  const known = { id: toSendId(id), phone: phone as PhoneKey, createdAt };
  return { send: toSaidSend(said, { ...known, state: state === 'discarded' ? 'unknown' : state }), state };
}

function findLastState(events: readonly LedgerEventRow[]): LedgerState | null {
  let last: LedgerState | null = null;
  for (const { state } of events) {
    // Its message is gone at the service; that it was sent stays true.
    if (state === 'deleted') last = 'accepted';
    else if (isState(state)) last = state;
  }
  return last;
}

/** What the events say together: a later one has the last word, and what it does not say takes nothing away. */
function toSaid(events: readonly LedgerEventRow[]): Partial<LedgerEventDetail> {
  const said = events.flatMap(({ detail }) => Object.entries(parseEventDetail(detail)));
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}

function toSaidSend(said: Partial<LedgerEventDetail>, known: Pick<Send, 'id' | 'phone' | 'createdAt' | 'state'>): Send {
  return {
    ...known,
    ...{ text: said.text ?? '', sentText: said.sentText ?? null },
    files: (said.files ?? []).map((file) => ({ ...file, id: toFileId(file.id) })),
    ...{ ownReference: said.ownReference ?? null, from: said.from ?? null, createChat: false, chatId: null },
    ...{ attemptedAt: said.attemptedAt ?? null, attempts: said.attempts ?? 0, dueAt: known.createdAt },
    ...{ acceptedAt: said.acceptedAt ?? null, messageId: said.messageId ?? null, sessionId: said.sessionId ?? null },
    ...{ partsPredicted: said.partsPredicted ?? 1, pricePredicted: said.pricePredicted ?? null, afterMessageId: null },
    ...{ problem: said.problem ?? null, check: said.check ?? null },
  };
}

function replayCharges(events: readonly LedgerEventRow[]): LedgerChargeColumns {
  const charges = events.filter(({ state }) => state === 'letter' || state === 'charged');
  const { letter = null, rejectReason = null, parts = null, price = null } = toSaid(charges);
  return { letter, reject_reason: rejectReason, parts_charged: parts, price_charged: price };
}

/** One row of the ledger with all that is known of it. */
import type { LedgerEntry, LedgerEventView, LedgerRow } from '#shared/contract/index.ts';
import { toReferenceId } from '#shared/domain/sends.ts';
import { splitFields } from '#shared/domain/merge-fields.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { assert } from '#shared/lib/assert.ts';
import { parseCheck, parseProblem } from '../json.ts';
import type { ReadDb } from '../open.ts';
import { toOwnFileView } from '../rows/file-row.ts';
import { parseEventDetail } from '../rows/ledger-event.ts';
import type { LedgerEventRow } from '../rows/ledger-event.ts';
import { parseLedgerFiles } from '../rows/ledger-row.ts';
import type { LedgerTableRow } from '../rows/ledger-row.ts';
import { findChatId } from './find-chat-id.ts';
import type { Query } from './query.ts';
import { findCurrency } from './state.ts';

const EVENTS = 'SELECT * FROM send_events WHERE send_id = ? ORDER BY seq';
const NAME = 'SELECT name FROM people WHERE phone = ?';
/** For the query-plan test too. */
export const MESSAGE_TEXT = `SELECT text FROM messages WHERE sequence = 'out' AND id = ?`;

export function getLedgerRow(db: ReadDb, seq: number): LedgerRow {
  const row = db.get<LedgerTableRow>('SELECT * FROM ledger WHERE seq = ?', [seq]);
  assert(row !== undefined, `Row ${seq} of the ledger was found a moment ago`);
  return toLedgerRow(db, row);
}

function toLedgerRow(db: ReadDb, row: LedgerTableRow): LedgerRow {
  return {
    sendId: row.send_id,
    phone: row.phone,
    name: db.get<{ name: string }>(NAME, [row.phone])?.name ?? '',
    chatId: findChatId(db, { chatId: null, phone: row.phone }) ?? null,
    text: findFilledText(db, row) ?? row.sent_text ?? row.text,
    filesCount: row.files_count,
    state: row.state,
    letter: row.letter,
    createdAt: row.created_at,
    leftAt: row.left_at,
    acceptedAt: row.accepted_at,
    attempts: row.attempts,
    partsPredicted: row.parts_predicted,
    partsCharged: row.parts_charged,
    pricePredicted: row.price_predicted,
    priceCharged: row.price_charged,
  };
}

/** The service fills in the fields that a text left with, so what the person got is in its message. */
function findFilledText(db: ReadDb, { message_id: messageId, text }: LedgerTableRow): string | null {
  if (messageId === null || !splitFields(text).some(({ kind }) => kind === 'field')) return null;
  return db.get<{ text: string }>(MESSAGE_TEXT, [messageId])?.text ?? null;
}

export const getLedgerEntry: Query<'getLedgerEntry'> = (db, { sendId }): LedgerEntry | null => {
  const row = db.get<LedgerTableRow>('SELECT * FROM ledger WHERE send_id = ?', [sendId]);
  if (row === undefined) return null;
  return {
    row: toLedgerRow(db, row),
    writtenText: row.text,
    from: row.sender,
    files: parseLedgerFiles(row.files).map(toOwnFileView),
    referenceId: toReferenceId({ id: toSendId(row.send_id), ownReference: row.own_reference }),
    messageId: row.message_id,
    sessionId: row.session_id,
    rejectReason: row.reject_reason,
    problem: parseProblem(row.problem),
    check: parseCheck(row.check_evidence),
    currency: findCurrency(db),
    events: listEvents(db, row.send_id),
  };
};

const OTHER_KINDS = ['letter', 'charged', 'uploaded', 'deleted'] as const;
const STATES = [
  ...(['held', 'queued', 'sending', 'accepted', 'refused', 'checking', 'not-sent', 'unknown', 'discarded'] as const),
];
type Kind = LedgerEventView['kind'];
const KINDS: ReadonlySet<string> = new Set<Kind>([...STATES, ...OTHER_KINDS]);
const isKind = (value: string): value is Kind => KINDS.has(value);

/** Oldest first. A change that moved no state and says nothing of a problem or a search is bookkeeping: not shown. */
function listEvents(db: ReadDb, sendId: string): LedgerEventView[] {
  const shown: LedgerEventView[] = [];
  let state: Kind | null = null;
  for (const row of db.all<LedgerEventRow>(EVENTS, [sendId])) {
    if (!isKind(row.state)) continue;
    const event = toEventView(row, row.state);
    const isState = !OTHER_KINDS.some((kind) => kind === row.state);
    if (isState && row.state === state && event.problem === null && event.check === null) continue;
    if (isState) state = row.state;
    shown.push(event);
  }
  return shown;
}

function toEventView({ at, detail: json }: LedgerEventRow, kind: Kind): LedgerEventView {
  const detail = parseEventDetail(json);
  return {
    at,
    kind,
    letter: kind === 'letter' ? (detail.letter ?? null) : null,
    via: kind === 'letter' ? (detail.via ?? null) : null,
    problem: detail.problem ?? null,
    check: detail.check ?? null,
    detail: toWords(kind, detail),
  };
}

/** See `ledgerEventSchema`. */
function toWords(kind: Kind, { rejectReason, name, price }: ReturnType<typeof parseEventDetail>): string | null {
  if (kind === 'letter') return rejectReason ?? null;
  if (kind === 'uploaded') return name ?? null;
  return kind === 'charged' && price !== null && price !== undefined ? String(price) : null;
}

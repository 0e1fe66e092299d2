/**
 * The ledger: one row per send for ever, and in `send_events` its history. Each function runs in the transaction of
 * `owned.db` that changes the send itself.
 */
import type { Message } from '#shared/domain/entities.ts';
import type { LedgerState, Send } from '#shared/domain/sends.ts';
import type { ReadVia } from '#shared/domain/sync.ts';
import { toKeptLetter } from '../core/merge-message.ts';
import type { MessageSource } from '../core/merge-message.ts';
import { toLedgerColumns } from '../rows/ledger-row.ts';
import type { LedgerChargeColumns, LedgerSendColumns } from '../rows/ledger-row.ts';
import { toMessage } from '../rows/message-row.ts';
import type { MessageRow } from '../rows/message-row.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';
import type { WriteContext } from './command.ts';
import { announceScheduleOfSend } from './scheduled-chats.ts';

/** What happened, as `send_events` keeps it: a state it went into, or one of the others. */
type EventKind = LedgerState | 'letter' | 'charged' | 'uploaded' | 'deleted';

const EVENT = 'INSERT INTO send_events (send_id, at, state, detail) VALUES (?, ?, ?, ?)';

interface LedgerEvent {
  readonly sendId: string;
  readonly kind: EventKind;
  /** Becomes JSON; see `rows/ledger-event.ts`. */
  readonly detail: object;
}

export function addLedgerEvent({ owned, now }: WriteContext, { sendId, kind, detail }: LedgerEvent): void {
  owned.run(EVENT, [sendId, now, kind, JSON.stringify(detail)]);
}

/** Fails for an id that the ledger has already, whatever became of it: no id ever stands for two texts. */
export function enterSend(context: WriteContext, send: Send): void {
  const columns = toLedgerColumns(send);
  context.owned.run(toInsert('ledger', Object.keys(columns)), columns);
  const { id: sendId, state: kind, ...detail } = send;
  addLedgerEvent(context, { sendId, kind, detail });
}

/** Brings its row up to what the send is now, `discarded` where a person took it out. */
export function rewriteEntry({ owned }: WriteContext, send: Send, state: LedgerState = send.state): void {
  const columns: LedgerSendColumns = toLedgerColumns(send, state);
  owned.run(toUpdate('ledger', Object.keys(columns), 'send_id = @send_id'), columns);
}

interface Origin {
  readonly source: MessageSource;
  /** Null: nobody knows any more how it was told. */
  readonly via: ReadVia | null;
}

interface EntryRow extends LedgerChargeColumns {
  readonly send_id: string;
  readonly message_id: number;
}

/** For the query-plan test too, like the one below: all that a page without a message of ours costs. */
export const ANY_ENTRY_BETWEEN = 'SELECT 1 AS found FROM ledger WHERE message_id BETWEEN ? AND ? LIMIT 1';
export const ENTRIES_OF = `
  SELECT send_id, message_id, letter, reject_reason, parts_charged, price_charged
  FROM ledger WHERE message_id IN (SELECT value FROM json_each(?))`;
const UPDATE_CHARGES = toUpdate(
  'ledger',
  ['letter', 'reject_reason', 'parts_charged', 'price_charged'],
  'send_id = @send_id',
);

/**
 * Copies what the service tells of messages of ours: letter, reason, parts and price. Never forgets what it told before.
 * `texts`: outgoing ones only.
 */
export function noteMessages(context: WriteContext, texts: readonly Message[], origin: Origin): void {
  if (texts.length === 0) return;
  const { owned } = context;
  const ids = texts.map(({ id }) => id);
  if (owned.get(ANY_ENTRY_BETWEEN, [Math.min(...ids), Math.max(...ids)]) === undefined) return;
  const entries = new Map(owned.all<EntryRow>(ENTRIES_OF, [JSON.stringify(ids)]).map((row) => [row.message_id, row]));
  if (entries.size === 0) return;
  // Like the cache: of two that one page has, the later one has the last word.
  for (const message of texts.toSorted((a, b) => a.at - b.at)) {
    const entry = entries.get(message.id);
    if (entry !== undefined) entries.set(message.id, noteMessage(context, entry, { message, ...origin }));
  }
}

/** The same from the message that the cache has of a send whose id was learned just now. */
export function noteCachedMessage(context: WriteContext, messageId: number): void {
  const sql = `SELECT * FROM messages WHERE sequence = 'out' AND id = ?`;
  const row = context.cache.get<MessageRow>(sql, [messageId]);
  if (row !== undefined) noteMessages(context, [toMessage(row)], { source: 'page', via: null });
}

function noteMessage(context: WriteContext, entry: EntryRow, told: Origin & { readonly message: Message }): EntryRow {
  const { message, source, via } = told;
  const columns: LedgerChargeColumns = {
    letter: toKeptLetter(entry.letter, message.letter, source),
    reject_reason: message.rejectReason ?? entry.reject_reason,
    parts_charged: message.partsCount ?? entry.parts_charged,
    price_charged: message.price ?? entry.price_charged,
  };
  if (isSame(entry, columns)) return entry;
  const sendId = entry.send_id;
  context.owned.run(UPDATE_CHARGES, { ...columns, send_id: sendId });
  const { letter, reject_reason: rejectReason, parts_charged: parts, price_charged: price } = columns;
  if (letter !== entry.letter || rejectReason !== entry.reject_reason) {
    addLedgerEvent(context, { sendId, kind: 'letter', detail: { letter, rejectReason, via } });
  }
  if (parts !== entry.parts_charged || price !== entry.price_charged) {
    addLedgerEvent(context, { sendId, kind: 'charged', detail: { parts, price } });
  }
  context.changes.addSend(sendId);
  announceScheduleOfSend(context, sendId);
  return { ...entry, ...columns };
}

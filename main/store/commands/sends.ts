/** The outbox and its ledger: on disk before a request leaves, every change of state kept in `send_events`. */
import { AppError } from '#shared/domain/app-error.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import type { Send, SendState } from '#shared/domain/sends.ts';
import { toSend, toSendColumns } from '../rows/send-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import { toInsert, toUpdate } from '../rows/sql.ts';
import type { CacheCommand, InputOf, OwnedCommand, WriteContext } from './command.ts';
import { announceMessages, refreshLast } from './last.ts';
import { writeMessages } from './messages.ts';

type SendPatch = InputOf<'updateSend'>['patch'];

const NEWEST_MESSAGE_AT = 'SELECT max(at) AS at FROM messages WHERE phone = ?';
const NEWEST_SEND_AT = 'SELECT max(placed_at) AS at FROM sends WHERE phone = ?';
const EVENT = 'INSERT INTO send_events (send_id, at, state, detail) VALUES (?, ?, ?, ?)';

export const createSend: OwnedCommand<'createSend'> = {
  file: 'owned',
  own: (context, { send }) => {
    const row = { ...toSendColumns(send), placed_at: findPlace(context, send.phone, send.createdAt) };
    context.owned.run(toInsert('sends', Object.keys(row)), row);
    const { id: _id, state, ...intent } = send;
    context.owned.run(EVENT, [send.id, context.now, state, JSON.stringify(intent)]);
    return { output: undefined, follow: () => showSend(context, send.id, send.phone) };
  },
};

export const updateSend: OwnedCommand<'updateSend'> = {
  file: 'owned',
  own: (context, { sendId, patch }) => {
    const row = getSendRow(context, sendId);
    const noted = { ...patch, ...noteDeparture(context, row, patch) };
    const next: Send = { ...toSend(row), ...noted };
    const isSentAgain = next.state === 'queued' && GIVEN_UP.has(row.state);
    const placed_at = isSentAgain ? findPlace(context, row.phone, context.now) : row.placed_at;
    const columns = { ...toSendColumns(next), placed_at };
    context.owned.run(toUpdate('sends', Object.keys(columns), 'id = @id'), columns);
    context.owned.run(EVENT, [sendId, context.now, next.state, JSON.stringify(noted)]);
    return { output: undefined, follow: () => showSend(context, sendId, row.phone) };
  },
};

/**
 * The list of outbound messages is what a lost answer is looked for in. Not the highest id of the cache: threads also
 * hold calls, lines of the log and messages of other channels, which the service may count apart.
 */
const NEWEST_LISTED = `SELECT head_id AS id FROM feed_cursors WHERE name = 'outbound' AND head_id > 0`;

/**
 * A request is about to leave: what the search for its answer, should that get lost, goes by. Read here, in the writer,
 * so that no message which the service has by then can be taken for this one.
 */
function noteDeparture({ cache }: WriteContext, row: SendRow, patch: SendPatch): SendPatch {
  if (patch.state !== 'sending' || row.state === 'sending') return {};
  return { afterMessageId: cache.get<{ id: number }>(NEWEST_LISTED)?.id ?? null, check: null };
}

/** States that only a person gets a send out of: it is then as good as new, and stands at the end of its thread. */
const GIVEN_UP: ReadonlySet<SendState> = new Set(['refused', 'checking', 'not-sent', 'unknown']);

/** Below everything that is in the thread, also where this computer's clock is behind the service's. */
function findPlace({ owned, cache }: WriteContext, phone: string, at: number): number {
  const newestMessage = cache.get<{ at: number | null }>(NEWEST_MESSAGE_AT, [phone])?.at ?? 0;
  const newestSend = owned.get<{ at: number | null }>(NEWEST_SEND_AT, [phone])?.at ?? 0;
  return Math.max(at, newestMessage + 1, newestSend + 1);
}

/** The outbox forgets it; the ledger keeps what it was and that it was taken out. */
export const deleteSend: OwnedCommand<'deleteSend'> = {
  file: 'owned',
  own: (context, { sendId }) => {
    const row = context.owned.get<SendRow>('SELECT * FROM sends WHERE id = ?', [sendId]);
    if (row === undefined) return { output: undefined, follow: () => undefined };
    context.owned.run('DELETE FROM sends WHERE id = ?', [sendId]);
    context.owned.run(EVENT, [sendId, context.now, 'discarded', JSON.stringify({ state: row.state })]);
    return { output: undefined, follow: () => showSend(context, sendId, row.phone) };
  },
};

/** Places the chats of the number anew and tells who shows them. */
function showSend(context: WriteContext, sendId: string, phone: string): void {
  context.changes.addSend(sendId);
  for (const { id } of context.cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone])) {
    context.changes.addChat(id);
  }
  announceMessages(context, [phone]);
  refreshLast(context, [phone]);
}

/** Stands where the send stood, so that nothing moves on screen; the service's own row puts time and letter right. */
export const commitAcceptedSend: CacheCommand<'commitAcceptedSend'> = {
  file: 'cache',
  run: (context, { sendId }) => {
    const row = getSendRow(context, sendId);
    if (row.state !== 'accepted' || row.message_id === null) return;
    const sql = `SELECT 1 AS found FROM messages WHERE direction = 'out' AND id = ?`;
    if (context.cache.get(sql, [row.message_id]) !== undefined) return;
    const { phone, text, from, messageId, sessionId } = { ...toSend(row), messageId: row.message_id };
    const said = { direction: 'out', id: messageId, phone, text, at: row.placed_at, kind: 'text', sessionId } as const;
    const unsaid = { letter: null, rejectReason: null, contactId: null, firstName: '', lastName: '', price: null };
    const key = toMessageKey('out', messageId);
    const message = { ...said, ...unsaid, key, ownNumber: from, partsCount: null, files: [] };
    writeMessages(context, [message], 'page');
    context.changes.addSend(sendId);
  },
};

function getSendRow({ owned }: WriteContext, sendId: string): SendRow {
  const row = owned.get<SendRow>('SELECT * FROM sends WHERE id = ?', [sendId]);
  if (row === undefined) throw new AppError({ code: 'not-found', message: `No send ${sendId}` });
  return row;
}

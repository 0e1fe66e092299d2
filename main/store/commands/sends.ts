/** The outbox and its ledger: on disk before a request leaves, every change of state kept in `send_events`. */
import { AppError } from '#shared/domain/app-error.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { toOutgoingText } from '#shared/domain/sends.ts';
import type { Send, SendState } from '#shared/domain/sends.ts';
import { toSendWithFiles } from '../queries/sends.ts';
import { toSend, toSendColumns } from '../rows/send-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import { toInsert, toUpdate } from '../rows/sql.ts';
import type { CacheCommand, InputOf, OwnedCommand, WriteContext } from './command.ts';
import { giveFilesBack, takeFiles } from './files.ts';
import { announceMessages, refreshLast } from './last.ts';
import { addLedgerEvent, enterSend, noteCachedMessage, rewriteEntry } from './ledger.ts';
import { writeMessages } from './messages.ts';
import { announceScheduleOfSend } from './scheduled-chats.ts';
import { takeDraftText } from './typed.ts';

type SendPatch = InputOf<'updateSend'>['patch'];

const NEWEST_MESSAGE_AT = 'SELECT max(at) AS at FROM messages WHERE phone = ?';
const NEWEST_SEND_AT = 'SELECT max(placed_at) AS at FROM sends WHERE phone = ?';

export const createSend: OwnedCommand<'createSend'> = {
  file: 'owned',
  own: (context, { send }) => {
    const follow = writeSend(context, send);
    takeFiles(context, send);
    takeDraftText(context, send);
    return { output: undefined, follow };
  },
};

/** A send in its place with its entry in the ledger; what the cache shows of it is given back. */
export function writeSend(context: WriteContext, send: Send): () => void {
  const row = { ...toSendColumns(send), placed_at: findPlace(context, send.phone, send.createdAt) };
  context.owned.run(toInsert('sends', Object.keys(row)), row);
  enterSend(context, send);
  return () => showSend(context, send.id, send.phone);
}

export const updateSend: OwnedCommand<'updateSend'> = {
  file: 'owned',
  own: (context, { sendId, patch }) => {
    const row = getSendRow(context, sendId);
    const noted = { ...patch, ...noteDeparture(context, row, patch) };
    const next: Send = { ...toSendWithFiles(context.owned, row), ...noted };
    const isSentAgain = next.state === 'queued' && GIVEN_UP.has(row.state);
    const placed_at = isSentAgain ? findPlace(context, row.phone, context.now) : row.placed_at;
    const columns = { ...toSendColumns(next), placed_at };
    context.owned.run(toUpdate('sends', Object.keys(columns), 'id = @id'), columns);
    rewriteEntry(context, next);
    addLedgerEvent(context, { sendId, kind: next.state, detail: noted });
    if (next.messageId !== null && next.messageId !== row.message_id) noteCachedMessage(context, next.messageId);
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

/** The outbox forgets it; the ledger keeps what it was and that it was taken out. Its files are the draft's again. */
export const deleteSend: OwnedCommand<'deleteSend'> = {
  file: 'owned',
  own: (context, { sendId }) => {
    const row = context.owned.get<SendRow>('SELECT * FROM sends WHERE id = ?', [sendId]);
    if (row === undefined) return { output: { files: [] }, follow: () => undefined };
    const send = toSendWithFiles(context.owned, row);
    context.owned.run('DELETE FROM sends WHERE id = ?', [sendId]);
    giveFilesBack(context, row.phone, send.files);
    rewriteEntry(context, send, 'discarded');
    addLedgerEvent(context, { sendId, kind: 'discarded', detail: { state: row.state } });
    return { output: { files: send.files }, follow: () => showSend(context, sendId, row.phone) };
  },
};

/** Places the chats of the number anew and tells who shows them. */
function showSend(context: WriteContext, sendId: string, phone: string): void {
  context.changes.addSend(sendId);
  announceScheduleOfSend(context, sendId);
  for (const { id } of context.cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone])) {
    context.changes.addChat(id);
  }
  announceMessages(context, [phone]);
  refreshLast(context, [phone]);
}

/** Stands where the send stood, so that nothing moves on screen; the service's own row puts time and letter right. */
export const commitAcceptedSend: CacheCommand<'commitAcceptedSend'> = {
  file: 'cache',
  /** Where the service was quicker, what it told is in the cache already. */
  prepare: (context, { sendId }) => {
    const { message_id: messageId } = getSendRow(context, sendId);
    if (messageId !== null) noteCachedMessage(context, messageId);
  },
  run: (context, { sendId }) => {
    const row = getSendRow(context, sendId);
    if (row.state !== 'accepted' || row.message_id === null) return;
    const sql = `SELECT 1 AS found FROM messages WHERE sequence = 'out' AND id = ?`;
    if (context.cache.get(sql, [row.message_id]) !== undefined) return;
    const { phone, from, messageId, sessionId, ...send } = { ...toSend(row, []), messageId: row.message_id };
    const text = toOutgoingText(send);
    const said = { direction: 'out', id: messageId, phone, text, at: row.placed_at, kind: 'text', sessionId } as const;
    const unsaid = { letter: null, rejectReason: null, contactId: null, firstName: '', lastName: '', price: null };
    const key = toMessageKey('out', messageId);
    const message = { ...said, ...unsaid, key, ownNumber: from, partsCount: null, files: [] };
    writeMessages(context, [message], { source: 'page', via: null });
    context.changes.addSend(sendId);
  },
};

function getSendRow({ owned }: WriteContext, sendId: string): SendRow {
  const row = owned.get<SendRow>('SELECT * FROM sends WHERE id = ?', [sendId]);
  if (row === undefined) throw new AppError({ code: 'not-found', message: `No send ${sendId}` });
  return row;
}

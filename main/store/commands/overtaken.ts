/**
 * What news undoes: a chat that was read, closed or deleted here and in which somebody wrote meanwhile is open and unread
 * again, as the service would have it, and whoever did it is told. By the service's ids and time, like all that is read.
 *
 *   nobody heard of it ─► forgotten          it may be at the service (`attempts`) ─► the other way round, to be looked at
 */
import type { Message } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { isCovered, isOvertakable } from '#shared/domain/chat-actions.ts';
import { parseAction, parseCoverage } from '../json.ts';
import { toKeptAction, toPendingAction } from '../rows/action-row.ts';
import type { ActionRow, KeptAction } from '../rows/action-row.ts';
import { toChat } from '../rows/chat-row.ts';
import type { ChatRow } from '../rows/chat-row.ts';
import { toInsert } from '../rows/sql.ts';
import { writeChat } from './chats.ts';
import type { WriteContext } from './command.ts';
import { showActions } from './show-actions.ts';
import { findNewestIncomingAt, refreshUnread, toReadAct } from './unread.ts';

/** For the query-plan test too. */
export const ENDING_ACTS = `
  SELECT actions.* FROM json_each(?) AS wanted
  CROSS JOIN pending_actions AS actions ON actions.phone = wanted.value AND actions.kind IN ('read', 'status')`;
/** For the query-plan test too. */
export const NEWER_TEXTS = `
  SELECT id, at, text FROM messages WHERE phone = ? AND at >= ? AND sequence = 'in' AND kind = 'text'`;
const CHAT = 'SELECT * FROM chats WHERE id = ?';
const FORGET = 'DELETE FROM pending_actions WHERE id = ?';
const COLUMNS = ['chat_id', 'phone', 'kind', 'action', 'created_at', 'due_at', 'attempts'] as const;
const INSERT = toInsert('pending_actions', COLUMNS);

/** Takes back what these messages undo. Returns what the cache shows of it; undefined where they undo nothing. */
export function dropOvertaken(context: WriteContext, messages: readonly Message[]): (() => void) | undefined {
  const texts = messages.filter(({ direction, kind }) => direction === 'in' && kind === 'text');
  if (texts.length === 0) return undefined;
  const byPhone = Map.groupBy(texts, ({ phone }): string => phone);
  const acts = context.owned.all<ActionRow>(ENDING_ACTS, [JSON.stringify([...byPhone.keys()])]);
  const overtaken = acts.filter((row) => isOvertakenBy(row, byPhone.get(row.phone) ?? []));
  return overtaken.length === 0 ? undefined : overtake(context, overtaken, byPhone);
}

/** Whether a text in the cache is newer than all that the act was about. */
export function isOvertakenHere({ cache }: WriteContext, row: ActionRow): boolean {
  const { action, covers } = toPendingAction(row);
  if (!isOvertakable(action)) return false;
  return isOvertakenBy(row, cache.all<NewerText>(NEWER_TEXTS, [row.phone, covers?.upToAt ?? 0]));
}

type NewerText = Pick<Message, 'id' | 'at' | 'text'>;

function isOvertakenBy(row: ActionRow, texts: readonly NewerText[]): boolean {
  const { covers } = toPendingAction(row);
  return covers !== null && texts.some((text) => !isCovered(covers, text));
}

/** Takes these back, and says so. `texts`: by number, not in the cache yet. Returns what the cache shows of it. */
export function overtake(
  context: WriteContext,
  rows: readonly ActionRow[],
  texts: ReadonlyMap<string, readonly NewerText[]> = new Map(),
): () => void {
  const { owned, changes } = context;
  const reversed: KeptAction[] = [];
  for (const row of rows) {
    const { id, action } = toPendingAction(row);
    owned.run(FORGET, [id]);
    if (row.attempts > 0) reversed.push(enterReverse(context, row, texts.get(row.phone) ?? []));
    changes.addOvertaken({ chatId: toChatId(row.chat_id), kind: action.kind });
  }
  return () => {
    for (const row of rows) putBack(context, row);
    showActions(context, reversed);
  };
}

/**
 * It counts as begun, so that the chat is looked at before anything is sent: most often there is nothing to undo. It is
 * about the newer texts too, which are counted once.
 */
function enterReverse(context: WriteContext, row: ActionRow, texts: readonly NewerText[]): KeptAction {
  const { owned, cache, now } = context;
  const action = parseAction(row.action);
  const reverse = action.kind === 'read' ? { ...action, isRead: false } : { kind: 'status', status: 'active' };
  const chat = cache.get<ChatRow>(CHAT, [row.chat_id]);
  const known = [
    parseCoverage(row.action).upToAt,
    chat === undefined ? null : findNewestIncomingAt(cache, chat),
    ...texts.map(({ at }) => at),
  ].filter((at) => at !== null);
  const json = JSON.stringify({ ...reverse, upToAt: known.length === 0 ? null : Math.max(...known), isReverse: true });
  const { chat_id, phone } = row;
  const entered = { chat_id, phone, action: json, created_at: now, due_at: now, attempts: 1 };
  const { lastId } = owned.run(INSERT, { ...entered, kind: action.kind });
  return toKeptAction({ ...entered, id: lastId });
}

/** What an act hid counts again, also what is of the same instant as its newest text. */
const COUNT_ANEW = 'UPDATE chats SET counted_to = updated_at WHERE id = ? AND id > 0';

function putBack(context: WriteContext, { chat_id: chatId, action }: ActionRow): void {
  const { cache, changes } = context;
  const row = cache.get<ChatRow>(CHAT, [chatId]);
  if (row === undefined) return;
  const isAboutReading = parseAction(action).kind === 'read';
  const chat = isAboutReading ? toChat(row) : { ...toChat(row), status: 'active' as const };
  writeChat(context, chat, isAboutReading ? null : toReadAct(row));
  if (isAboutReading) cache.run(COUNT_ANEW, [chatId]);
  refreshUnread(context, [row.phone]);
  changes.addChat(chatId);
}

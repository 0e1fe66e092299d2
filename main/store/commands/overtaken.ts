/**
 * What news undoes before it left: a chat that was closed or deleted here and whom somebody wrote in meanwhile is open
 * again, as the service would have it, and nobody is told of the act. By the service's time, like all that is read.
 */
import type { Message } from '#shared/domain/entities.ts';
import { parseAction, parseUpToAt } from '../json.ts';
import type { ActionRow } from '../rows/action-row.ts';
import { toChat } from '../rows/chat-row.ts';
import type { ChatRow } from '../rows/chat-row.ts';
import { writeChat } from './chats.ts';
import type { WriteContext } from './command.ts';
import { toReadAct } from './unread.ts';

/** For the query-plan test too. */
export const ENDING_ACTS = `
  SELECT actions.* FROM json_each(?) AS wanted
  CROSS JOIN pending_actions AS actions ON actions.phone = wanted.value AND actions.kind = 'status'`;
const FORGET = 'DELETE FROM pending_actions WHERE id = ?';

/** Takes back what these messages undo. Returns what the cache shows of it; undefined where they undo nothing. */
export function dropOvertaken(context: WriteContext, messages: readonly Message[]): (() => void) | undefined {
  const { owned, changes } = context;
  const newest = findNewest(messages.filter(({ direction, kind }) => direction === 'in' && kind === 'text'));
  if (newest.size === 0) return undefined;
  const acts = owned.all<ActionRow>(ENDING_ACTS, [JSON.stringify([...newest.keys()])]);
  const overtaken = acts.filter(({ action, phone }) => {
    return !isOpening(action) && (newest.get(phone) ?? 0) > (parseUpToAt(action) ?? 0);
  });
  if (overtaken.length === 0) return undefined;
  for (const { id } of overtaken) owned.run(FORGET, [id]);
  changes.addOutbox();
  return () => overtaken.forEach(({ chat_id: chatId }) => reopen(context, chatId));
}

function findNewest(texts: readonly Message[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const { phone, at } of texts) newest.set(phone, Math.max(at, newest.get(phone) ?? at));
  return newest;
}

function isOpening(json: string): boolean {
  const action = parseAction(json);
  return action.kind === 'status' && action.status === 'active';
}

function reopen(context: WriteContext, chatId: number): void {
  const row = context.cache.get<ChatRow>('SELECT * FROM chats WHERE id = ?', [chatId]);
  if (row === undefined || !writeChat(context, { ...toChat(row), status: 'active' }, toReadAct(row))) return;
  context.changes.addChat(chatId);
}

import type { PendingAction } from '#shared/domain/sync.ts';
import type { ReadDb } from '../open.ts';
import { toKeptAction, toPendingAction } from '../rows/action-row.ts';
import type { ActionRow, KeptAction } from '../rows/action-row.ts';

/** Every unconfirmed action, in the order in which they happened. */
export function listActions(owned: ReadDb): KeptAction[] {
  return owned.all<ActionRow>('SELECT * FROM pending_actions ORDER BY id').map(toKeptAction);
}

/** For the query-plan test too. */
export const ACTIONS_OF_CHATS = `
  SELECT actions.* FROM json_each(?) AS wanted CROSS JOIN pending_actions AS actions ON actions.chat_id = wanted.value
  ORDER BY actions.id`;

/** Those of some chats: thousands may wait while a page of chats comes. */
export function listActionsOf(owned: ReadDb, chatIds: readonly number[]): KeptAction[] {
  return owned.all<ActionRow>(ACTIONS_OF_CHATS, [JSON.stringify(chatIds)]).map(toKeptAction);
}

/** Rows of an older version do not say the number; for the query-plan test too. */
export const ACTIONS_TO_TELL = `
  SELECT actions.id, chat_id, action, created_at, due_at, attempts,
    coalesce(nullif(actions.phone, ''), chats.phone, '') AS phone
  FROM pending_actions AS actions LEFT JOIN chats ON chats.id = actions.chat_id
  WHERE chat_id > 0 ORDER BY actions.id`;

/** Those that the service can be told of: a provisional chat has to become a real one first. */
export function listPendingActions(db: ReadDb): readonly PendingAction[] {
  return db.all<ActionRow>(ACTIONS_TO_TELL).map(toPendingAction);
}

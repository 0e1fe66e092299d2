import type { PendingAction } from '#shared/domain/sync.ts';
import type { ReadDb } from '../open.ts';
import { toPendingAction } from '../rows/action-row.ts';
import type { ActionRow } from '../rows/action-row.ts';

/** Every unconfirmed action, in the order in which they happened. */
export function listActions(owned: ReadDb): PendingAction[] {
  return owned.all<ActionRow>('SELECT * FROM pending_actions ORDER BY id').map(toPendingAction);
}

/** Those that the service can be told of: a provisional chat has to become a real one first. */
export function listPendingActions(db: ReadDb): readonly PendingAction[] {
  return db.all<ActionRow>('SELECT * FROM pending_actions WHERE chat_id > 0 ORDER BY id').map(toPendingAction);
}

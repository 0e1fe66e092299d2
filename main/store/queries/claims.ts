/** Which messages of the service are known to be sends of this computer. */
import type { Query } from './query.ts';

const IS_CLAIMED = 'SELECT 1 AS found FROM sends WHERE message_id = ?';

export const listClaimed: Query<'listClaimed'> = (db, { messageIds }) =>
  messageIds.filter((id) => db.get(IS_CLAIMED, [id]) !== undefined);

/** Which messages of the service are known to be sends of this computer. */
import { NAMELESS_SENDS } from '../commands/link-sends.ts';
import type { SendRow } from '../rows/send-row.ts';
import type { Query } from './query.ts';
import { toSendWithFiles } from './sends.ts';

const IS_CLAIMED = 'SELECT 1 AS found FROM sends WHERE message_id = ?';

export const listClaims: Query<'listClaims'> = (db, { messageIds }) => ({
  claimedIds: messageIds.filter((id) => db.get(IS_CLAIMED, [id]) !== undefined),
  nameless: db.all<SendRow>(NAMELESS_SENDS).map((row) => toSendWithFiles(db, row)),
});

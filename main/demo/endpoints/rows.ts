import { accountRows } from './account.ts';
import { blockingRows } from './blocking.ts';
import { callbackRows } from './callbacks.ts';
import type { Row } from './call.ts';
import { chatActionRows } from './chat-actions.ts';
import { chatMessageRows } from './chat-messages.ts';
import { chatRows } from './chats.ts';
import { contactRows } from './contacts.ts';
import { listChangeRows } from './list-changes.ts';
import { listMemberRows } from './list-members.ts';
import { listRows } from './lists.ts';
import { messageRows } from './messages.ts';
import { replyRows } from './replies.ts';
import { sendingRows } from './sending.ts';
import { sessionRows } from './sessions.ts';
import { unsubscriberRows } from './unsubscribers.ts';

/** Every operation that the demo service answers. */
export const rows: readonly Row[] = [
  ...accountRows,
  ...chatRows,
  ...chatMessageRows,
  ...chatActionRows,
  ...messageRows,
  ...sendingRows,
  ...replyRows,
  ...contactRows,
  ...listRows,
  ...listChangeRows,
  ...listMemberRows,
  ...blockingRows,
  ...unsubscriberRows,
  ...sessionRows,
  ...callbackRows,
];

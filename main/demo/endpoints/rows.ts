import { accountRows } from './account.ts';
import { attachmentRows } from './attachments.ts';
import { avatarRows } from './avatars.ts';
import { blockingRows } from './blocking.ts';
import { bulkRows } from './bulks.ts';
import type { Row } from './call.ts';
import { callbackRows } from './callbacks.ts';
import { chatActionRows } from './chat-actions.ts';
import { chatMessageRows } from './chat-messages.ts';
import { chatSearchRows } from './chat-search.ts';
import { chatRows } from './chats.ts';
import { contactChangeRows } from './contact-changes.ts';
import { contactSearchRows } from './contact-search.ts';
import { contactSuggestionRows } from './contact-suggestions.ts';
import { contactRows } from './contacts.ts';
import { customFieldRows } from './custom-fields.ts';
import { estimateRows } from './estimates.ts';
import { historyRows } from './history.ts';
import { importRows } from './imports.ts';
import { listChangeRows } from './list-changes.ts';
import { listMemberRows } from './list-members.ts';
import { listRows } from './lists.ts';
import { lookupRows } from './lookups.ts';
import { messageRows } from './messages.ts';
import { noteRows } from './notes.ts';
import { notificationRows } from './notifications.ts';
import { referenceRows } from './reference.ts';
import { replyRows } from './replies.ts';
import { scheduleRows } from './schedules.ts';
import { senderIdRows } from './sender-ids.ts';
import { senderRows } from './senders.ts';
import { sendingRows } from './sending.ts';
import { sessionRows } from './sessions.ts';
import { statisticsRows } from './statistics.ts';
import { subaccountRows } from './subaccounts.ts';
import { tagRows } from './tags.ts';
import { templateRows } from './templates.ts';
import { unsubscriberRows } from './unsubscribers.ts';

/** Every operation that the demo service answers. */
export const rows: readonly Row[] = [
  ...accountRows,
  ...chatRows,
  ...chatSearchRows,
  ...chatMessageRows,
  ...chatActionRows,
  ...messageRows,
  ...historyRows,
  ...sendingRows,
  ...attachmentRows,
  ...bulkRows,
  ...estimateRows,
  ...templateRows,
  ...scheduleRows,
  ...replyRows,
  ...contactRows,
  ...contactSearchRows,
  ...contactSuggestionRows,
  ...contactChangeRows,
  ...customFieldRows,
  ...noteRows,
  ...tagRows,
  ...avatarRows,
  ...listRows,
  ...listChangeRows,
  ...listMemberRows,
  ...blockingRows,
  ...importRows,
  ...unsubscriberRows,
  ...sessionRows,
  ...callbackRows,
  ...notificationRows,
  ...referenceRows,
  ...senderRows,
  ...senderIdRows,
  ...subaccountRows,
  ...statisticsRows,
  ...lookupRows,
];

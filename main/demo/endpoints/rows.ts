import { accountRows } from './account/account.ts';
import { attachmentRows } from './messages/attachments.ts';
import { avatarRows } from './people/avatars.ts';
import { blockingRows } from './people/blocking.ts';
import { bulkRows } from './messages/bulks.ts';
import type { Row } from './call.ts';
import { callbackRows } from './account/callbacks.ts';
import { chatActionRows } from './chats/chat-actions.ts';
import { chatMessageRows } from './chats/chat-messages.ts';
import { chatSearchRows } from './chats/chat-search.ts';
import { chatRows } from './chats/chats.ts';
import { contactChangeRows } from './people/contact-changes.ts';
import { contactSearchRows } from './people/contact-search.ts';
import { contactSuggestionRows } from './people/contact-suggestions.ts';
import { contactRows } from './people/contacts.ts';
import { customFieldRows } from './people/custom-fields.ts';
import { estimateRows } from './messages/estimates.ts';
import { historyRows } from './messages/history.ts';
import { importRows } from './people/imports.ts';
import { listChangeRows } from './people/list-changes.ts';
import { listMemberRows } from './people/list-members.ts';
import { listRows } from './people/lists.ts';
import { lookupRows } from './account/lookups.ts';
import { messageRows } from './messages/messages.ts';
import { noteRows } from './people/notes.ts';
import { notificationRows } from './account/notifications.ts';
import { referenceRows } from './account/reference.ts';
import { replyRows } from './messages/replies.ts';
import { scheduleRows } from './messages/schedules.ts';
import { senderIdRows } from './account/sender-ids.ts';
import { senderRows } from './account/senders.ts';
import { sendingRows } from './messages/sending.ts';
import { sessionRows } from './messages/sessions.ts';
import { statisticsRows } from './account/statistics.ts';
import { subaccountRows } from './account/subaccounts.ts';
import { tagRows } from './people/tags.ts';
import { templateRows } from './messages/templates.ts';
import { unsubscriberRows } from './people/unsubscribers.ts';

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

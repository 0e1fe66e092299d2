import { accountRows } from './account.ts';
import { avatarRows } from './avatars.ts';
import { blockingRows } from './blocking.ts';
import { callbackRows } from './callbacks.ts';
import type { Row } from './call.ts';
import { chatActionRows } from './chat-actions.ts';
import { chatMessageRows } from './chat-messages.ts';
import { chatRows } from './chats.ts';
import { contactChangeRows } from './contact-changes.ts';
import { contactSearchRows } from './contact-search.ts';
import { contactSuggestionRows } from './contact-suggestions.ts';
import { contactRows } from './contacts.ts';
import { customFieldRows } from './custom-fields.ts';
import { listChangeRows } from './list-changes.ts';
import { listMemberRows } from './list-members.ts';
import { listRows } from './lists.ts';
import { messageRows } from './messages.ts';
import { noteRows } from './notes.ts';
import { replyRows } from './replies.ts';
import { sendingRows } from './sending.ts';
import { sessionRows } from './sessions.ts';
import { tagRows } from './tags.ts';
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
  ...unsubscriberRows,
  ...sessionRows,
  ...callbackRows,
];

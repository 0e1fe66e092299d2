/** All steps of both files, in order. A new one is added at the end and nowhere else. */
import type { Migration } from '../migrate.ts';
import { accountAndSync } from './cache/0001-account-and-sync.ts';
import { chats } from './cache/0002-chats.ts';
import { messages } from './cache/0003-messages.ts';
import { people } from './cache/0004-people.ts';
import { search } from './cache/0005-search.ts';
import { foldedSearch } from './cache/0006-folded-search.ts';
import { callsAndSpans } from './cache/0007-calls-and-spans.ts';
import { collections } from './cache/0008-collections.ts';
import { noticesAndArrivals } from './cache/0009-notices-and-arrivals.ts';
import { prices } from './cache/0010-prices.ts';
import { chatCounts } from './cache/0011-chat-counts.ts';
import { waitingAndSnoozed } from './cache/0012-waiting-and-snoozed.ts';
import { hiddenMessages } from './cache/0013-hidden-messages.ts';
import { namesOfAuthors } from './cache/0014-names-of-authors.ts';
import { lighterIndexes } from './cache/0015-lighter-indexes.ts';
import { chatsToRead } from './cache/0016-chats-to-read.ts';
import { contactsTable } from './cache/0017-contacts-table.ts';
import { renewedPictures } from './cache/0018-renewed-pictures.ts';
import { usersAndTags } from './cache/0019-users-and-tags.ts';
import { scheduleReferences } from './cache/0020-schedule-references.ts';
import { courtesies } from './cache/0021-courtesies.ts';
import { confirmations } from './cache/0022-confirmations.ts';
import { restoredUnread } from './cache/0023-restored-unread.ts';
import { draftsAndSettings } from './owned/0001-drafts-and-settings.ts';
import { sends } from './owned/0002-sends.ts';
import { pendingActions } from './owned/0003-pending-actions.ts';
import { namelessSends } from './owned/0004-nameless-sends.ts';
import { lostAnswers } from './owned/0005-lost-answers.ts';
import { callbacks } from './owned/0006-callbacks.ts';
import { filesAndLedger } from './owned/0007-files-and-ledger.ts';
import { snoozesAndViews } from './owned/0008-snoozes-and-views.ts';
import { actsAndDeletions } from './owned/0009-acts-and-deletions.ts';
import { peopleChanges } from './owned/0010-people-changes.ts';
import { lookups } from './owned/0011-lookups.ts';
import { imports } from './owned/0012-imports.ts';
import { schedulesAndTemplates } from './owned/0013-schedules-and-templates.ts';
import { replyMarks } from './owned/0014-reply-marks.ts';

export const ownedMigrations: readonly Migration[] = [
  draftsAndSettings,
  sends,
  pendingActions,
  namelessSends,
  lostAnswers,
  callbacks,
  filesAndLedger,
  snoozesAndViews,
  actsAndDeletions,
  peopleChanges,
  lookups,
  imports,
  schedulesAndTemplates,
  replyMarks,
];
export const cacheMigrations: readonly Migration[] = [
  accountAndSync,
  chats,
  messages,
  people,
  search,
  foldedSearch,
  callsAndSpans,
  collections,
  noticesAndArrivals,
  prices,
  chatCounts,
  waitingAndSnoozed,
  hiddenMessages,
  namesOfAuthors,
  lighterIndexes,
  chatsToRead,
  contactsTable,
  renewedPictures,
  usersAndTags,
  scheduleReferences,
  courtesies,
  confirmations,
  restoredUnread,
];

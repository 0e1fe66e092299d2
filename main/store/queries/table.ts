import { listPendingActions } from './actions.ts';
import { listArrivals, summariseArrivals } from './arrivals.ts';
import { countCallbacks, listCallbackMessages, listCallbacks, listWaitingCallbacks } from './callbacks.ts';
import { findChatPlace } from './chat-place.ts';
import { countChats, findChat, listChatIds, listChats, listChatsById } from './chats.ts';
import { getNewestChatMark, listChatsToRead } from './chats-to-read.ts';
import { listClaimed } from './claims.ts';
import {
  listContactNotes,
  listCustomFields,
  listMembers,
  listRowIds,
  listSchedules,
  listTemplates,
  listUnevenLists,
} from './collections.ts';
import { countContacts } from './contact-counts.ts';
import {
  findContactIdByPhone,
  getContactDetails,
  listBlockedContacts,
  listContactIdsByPhone,
  listContactIdsInUse,
} from './contact-details.ts';
import { countFieldValues, countLostWith, listOnlyHere } from './contact-losses.ts';
import { listContactIds, listContactRows } from './contact-table.ts';
import { countOwned } from './count-owned.ts';
import { listMessageDeletions } from './deletions.ts';
import { getDraft } from './drafts.ts';
import { findMessageAt } from './find-message-at.ts';
import { getLedgerEntry } from './ledger-entry.ts';
import { countLedger } from './ledger-totals.ts';
import { listLedger } from './ledger.ts';
import { listImportContacts, listImportNumbers } from './import-contacts.ts';
import {
  countTextedSince,
  findColumnChoices,
  findImport,
  listImportRows,
  listImportRowsByPhone,
  listImports,
  pageImportRows,
} from './imports.ts';
import { findList, listListNames } from './lists.ts';
import { findLookups } from './lookups.ts';
import { measureCache } from './measure-cache.ts';
import { getMessageDetails } from './message-details.ts';
import { countChatMessages, countMessages, listMessages, listMessagesAround, listNewerMessages } from './messages.ts';
import { countUnread } from './notices.ts';
import { getOutbox } from './outbox.ts';
import { listPeopleChanges } from './people-changes.ts';
import { listTags, listUsers } from './users-and-tags.ts';
import { findContact, suggestPeople } from './people.ts';
import { findPrice } from './prices.ts';
import type { Query, QueryName } from './query.ts';
import { search } from './search.ts';
import { findSend, listNeededFileIds, listSends } from './sends.ts';
import { listSharedMessages } from './shared-messages.ts';
import { getNextSnoozeEnd } from './snoozes.ts';
import { getCompleteness, getFeedSpan, listGaps, listMessageIds, listOpenLetters, listSyncMarks } from './spans.ts';
import { getUnreadTotal } from './unread-total.ts';
import { findMedia, getAccount, getFeedCursor, getSettings, getSyncMark } from './state.ts';
import {
  countLettersOfSend,
  countScheduleRecords,
  findOwnSchedule,
  findReplyAfter,
  findSchedule,
  listCalendarSchedules,
  listOwnScheduleEvents,
  listOwnSchedules,
  listScheduleRecords,
  listSchedulesOfPhone,
} from './schedules.ts';
import {
  countMergeFields,
  findMergeContact,
  listMergeContacts,
  listOwnTemplates,
  listTemplateExtras,
  listTemplateViews,
} from './templates.ts';
import { listViews } from './views.ts';

/** Every query by its name: what `api.ts` promises and nothing else. */
export const queries: { readonly [Name in QueryName]: Query<Name> } = {
  getAccount,
  listChats,
  findChat,
  listChatsById,
  findChatPlace,
  countChats,
  listChatIds,
  getNextSnoozeEnd,
  listViews,
  listListNames,
  listMessages,
  listNewerMessages,
  listMessagesAround,
  listSharedMessages,
  search,
  getOutbox,
  findContact,
  suggestPeople,
  findMedia,
  getFeedCursor,
  getSyncMark,
  countMessages,
  getUnreadTotal,
  listPendingActions,
  listMessageDeletions,
  getMessageDetails,
  findMessageAt,
  findSend,
  listSends,
  getDraft,
  listNeededFileIds,
  listLedger,
  countLedger,
  getLedgerEntry,
  findPrice,
  listClaimed,
  getSettings,
  listWaitingCallbacks,
  listCallbacks,
  listCallbackMessages,
  countCallbacks,
  countChatMessages,
  getFeedSpan,
  getCompleteness,
  listGaps,
  listChatsToRead,
  getNewestChatMark,
  listOpenLetters,
  listMessageIds,
  listSyncMarks,
  countUnread,
  listArrivals,
  summariseArrivals,
  listRowIds,
  listUnevenLists,
  listTemplates,
  listSchedules,
  listCustomFields,
  listContactNotes,
  listMembers,
  measureCache,
  countOwned,
  listContactIds,
  listContactRows,
  countContacts,
  getContactDetails,
  findContactIdByPhone,
  listContactIdsByPhone,
  countLostWith,
  listOnlyHere,
  findList,
  countFieldValues,
  listPeopleChanges,
  listContactIdsInUse,
  listBlockedContacts,
  listUsers,
  listTags,
  findLookups,
  listImports,
  findImport,
  listImportRows,
  pageImportRows,
  listImportRowsByPhone,
  listImportContacts,
  listImportNumbers,
  findColumnChoices,
  countTextedSince,
  findOwnSchedule,
  listOwnSchedules,
  listOwnScheduleEvents,
  findSchedule,
  listScheduleRecords,
  countScheduleRecords,
  listCalendarSchedules,
  listSchedulesOfPhone,
  findReplyAfter,
  countLettersOfSend,
  listTemplateViews,
  listOwnTemplates,
  listTemplateExtras,
  countMergeFields,
  findMergeContact,
  listMergeContacts,
};

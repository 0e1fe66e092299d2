import { listPendingActions } from './actions.ts';
import { countChats, findChat, listChats } from './chats.ts';
import { listClaims } from './claims.ts';
import { countChatMessages, countMessages, listMessages, listMessagesAround, listNewerMessages } from './messages.ts';
import { getOutbox } from './outbox.ts';
import { findContact, suggestPeople } from './people.ts';
import type { Query, QueryName } from './query.ts';
import { search } from './search.ts';
import { findMedia, findSend, getAccount, getFeedCursor, getSettings, getSyncMark, listSends } from './state.ts';

/** Every query by its name: what `api.ts` promises and nothing else. */
export const queries: { readonly [Name in QueryName]: Query<Name> } = {
  getAccount,
  listChats,
  findChat,
  countChats,
  listMessages,
  listNewerMessages,
  listMessagesAround,
  search,
  getOutbox,
  findContact,
  suggestPeople,
  findMedia,
  getFeedCursor,
  getSyncMark,
  countMessages,
  listPendingActions,
  findSend,
  listSends,
  listClaims,
  getSettings,
  countChatMessages,
};

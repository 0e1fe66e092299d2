/** Every command and query by name, and who goes first. A name that is missing here does not compile. */
import type { StoreCommands, StoreQueries } from './api.ts';

/** A person waits for it, or sync does. */
export type Rank = 'person' | 'sync';

export const commandRanks: { readonly [Name in keyof StoreCommands]: Rank } = {
  applyAction: 'person',
  ensureChat: 'person',
  createSend: 'person',
  updateSend: 'person',
  deleteSend: 'person',
  commitAcceptedSend: 'person',
  saveDraft: 'person',
  saveSetting: 'person',
  saveAccount: 'sync',
  commitChats: 'sync',
  commitMessages: 'sync',
  commitContacts: 'sync',
  commitLists: 'sync',
  setSyncMark: 'sync',
  finishAction: 'sync',
};

const queryTable: { readonly [Name in keyof StoreQueries]: true } = {
  getAccount: true,
  listChats: true,
  findChat: true,
  countChats: true,
  listMessages: true,
  listNewerMessages: true,
  listMessagesAround: true,
  search: true,
  getOutbox: true,
  findContact: true,
  suggestPeople: true,
  findMedia: true,
  getFeedCursor: true,
  getSyncMark: true,
  countMessages: true,
  listPendingActions: true,
  findSend: true,
  listSends: true,
  listClaims: true,
  getSettings: true,
  countChatMessages: true,
};

export const commandNames = Object.keys(commandRanks) as (keyof StoreCommands)[];
export const queryNames = Object.keys(queryTable) as (keyof StoreQueries)[];

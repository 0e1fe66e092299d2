import { saveAccount } from './account.ts';
import { applyAction, ensureChat, finishAction } from './actions.ts';
import { commitChats } from './chats.ts';
import type { Command, CommandName } from './command.ts';
import { commitContacts, commitLists } from './contacts.ts';
import { commitMessages } from './messages.ts';
import { commitAcceptedSend, createSend, deleteSend, updateSend } from './sends.ts';
import { setSyncMark } from './sync-state.ts';
import { saveDraft, saveSetting } from './typed.ts';

/** Every command by its name: what `api.ts` promises and nothing else. */
export const commands: { readonly [Name in CommandName]: Command<Name> } = {
  saveAccount,
  commitChats,
  commitMessages,
  commitContacts,
  commitLists,
  setSyncMark,
  finishAction,
  applyAction,
  ensureChat,
  createSend,
  updateSend,
  deleteSend,
  commitAcceptedSend,
  saveDraft,
  saveSetting,
};

import { saveAccount } from './account.ts';
import { beginActions, finishActions, overtakeActions, undoBegin } from './action-outcomes.ts';
import { applyActions, ensureChat } from './actions.ts';
import { cancelActions } from './cancel-actions.ts';
import { keepCallbacks, settleCallbacks } from './callbacks.ts';
import { commitChats } from './chats.ts';
import { commitRows, removeRows, setContactNotes, setListMembers } from './collections.ts';
import type { Command, CommandName } from './command.ts';
import { commitContacts, commitLists } from './contacts.ts';
import { deleteMessages, finishMessageDeletion, restoreMessages } from './deletions.ts';
import { addDraftFile, removeDraftFile, setFileUploaded } from './files.ts';
import { addImportRows, changeImportRows, trimImportRows } from './import-rows.ts';
import { createImport, dropImport, expireImports, saveImport } from './imports.ts';
import { beginLookup, dropLookup, finishLookup, setLookupCost } from './lookups.ts';
import { renewPicture } from './media.ts';
import { commitMessages } from './messages.ts';
import { openNotices, takeNotices } from './notices.ts';
import { finishPeopleChange, noteMembersProgress, resolvePeopleChange } from './people-change-outcomes.ts';
import {
  applyPeopleChanges,
  beginPeopleChanges,
  cancelPeopleChanges,
  undoBeginPeopleChanges,
} from './people-changes.ts';
import {
  createOwnSchedule,
  dropOwnSchedule,
  expireOwnSchedules,
  fireOwnSchedule,
  updateOwnSchedule,
} from './own-schedules.ts';
import { setPrices } from './prices.ts';
import { removeChats } from './remove-chats.ts';
import { removeMessages } from './remove-messages.ts';
import { commitAcceptedSend, createSend, deleteSend, updateSend } from './sends.ts';
import { returnSnoozed } from './snoozed-chats.ts';
import { setSyncMark } from './sync-state.ts';
import {
  noteTemplateUse,
  removeOwnTemplates,
  removeTemplateExtras,
  saveOwnTemplate,
  saveTemplateExtras,
} from './templates.ts';
import { saveDraft, saveSetting } from './typed.ts';
import { saveTags, saveUsers } from './users-and-tags.ts';
import { orderViews, removeView, saveView } from './views.ts';

/** Every command by its name: what `api.ts` promises and nothing else. */
export const commands: { readonly [Name in CommandName]: Command<Name> } = {
  saveAccount,
  commitChats,
  commitMessages,
  commitContacts,
  commitLists,
  commitRows,
  removeRows,
  removeMessages,
  removeChats,
  setListMembers,
  setContactNotes,
  setSyncMark,
  beginActions,
  undoBegin,
  overtakeActions,
  finishActions,
  cancelActions,
  openNotices,
  takeNotices,
  applyActions,
  deleteMessages,
  restoreMessages,
  finishMessageDeletion,
  returnSnoozed,
  saveView,
  removeView,
  orderViews,
  ensureChat,
  createSend,
  updateSend,
  deleteSend,
  commitAcceptedSend,
  addDraftFile,
  removeDraftFile,
  setFileUploaded,
  saveDraft,
  saveSetting,
  keepCallbacks,
  settleCallbacks,
  setPrices,
  renewPicture,
  beginLookup,
  finishLookup,
  setLookupCost,
  dropLookup,
  applyPeopleChanges,
  cancelPeopleChanges,
  beginPeopleChanges,
  undoBeginPeopleChanges,
  finishPeopleChange,
  noteMembersProgress,
  resolvePeopleChange,
  saveUsers,
  saveTags,
  createImport,
  saveImport,
  dropImport,
  addImportRows,
  changeImportRows,
  trimImportRows,
  expireImports,
  createOwnSchedule,
  updateOwnSchedule,
  dropOwnSchedule,
  fireOwnSchedule,
  expireOwnSchedules,
  saveOwnTemplate,
  removeOwnTemplates,
  saveTemplateExtras,
  removeTemplateExtras,
  noteTemplateUse,
};

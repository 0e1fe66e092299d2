import type { ChatView, ContractError } from '#shared/contract/index.ts';
import { toMuteEnd, type ChatAction } from '#renderer/data/chat-actions.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { defineMessages, plural, type Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { chatActions } from '#renderer/lib/words/chat-actions.ts';

/** What was done to one chat, or to several. */
export const done = defineMessages({
  closeOne: 'Chat with {name} closed',
  close: plural({ one: '{count} chat closed', other: '{count} chats closed' }),
  reopenOne: 'Chat with {name} reopened',
  reopen: plural({ one: '{count} chat reopened', other: '{count} chats reopened' }),
  deleteOne: 'Chat with {name} deleted',
  delete: plural({ one: '{count} chat deleted', other: '{count} chats deleted' }),
  readOne: 'Chat with {name} marked as read',
  read: plural({ one: '{count} chat marked as read', other: '{count} chats marked as read' }),
  unreadOne: 'Chat with {name} marked as unread',
  unread: plural({ one: '{count} chat marked as unread', other: '{count} chats marked as unread' }),
  pinOne: 'Chat with {name} pinned',
  pin: plural({ one: '{count} chat pinned', other: '{count} chats pinned' }),
  unpinOne: 'Chat with {name} unpinned',
  unpin: plural({ one: '{count} chat unpinned', other: '{count} chats unpinned' }),
  muteOne: 'Chat with {name} muted',
  mute: plural({ one: '{count} chat muted', other: '{count} chats muted' }),
  muteUntilOne: 'Chat with {name} muted until {time}',
  muteUntil: plural({ one: '{count} chat muted until {time}', other: '{count} chats muted until {time}' }),
  unmuteOne: 'Chat with {name} unmuted',
  unmute: plural({ one: '{count} chat unmuted', other: '{count} chats unmuted' }),
  blockOne: '{name} blocked',
  block: plural({ one: '{count} person blocked', other: '{count} people blocked' }),
  unblockOne: '{name} unblocked',
  unblock: plural({ one: '{count} person unblocked', other: '{count} people unblocked' }),
  snoozeOne: 'Chat with {name} snoozed until {time}',
  snooze: plural({ one: '{count} chat snoozed until {time}', other: '{count} chats snoozed until {time}' }),
  wakeOne: 'Chat with {name} is back in the list',
  wake: plural({ one: '{count} chat is back in the list', other: '{count} chats are back in the list' }),
});

/** Taking back, and what did not work. */
export const undone = defineMessages({
  undo: 'Undo',
  one: 'Undone: the chat with {name} is as it was',
  several: plural({
    one: 'Undone: {count} chat is as it was',
    other: 'Undone: {count} chats are as they were',
  }),
  plain: 'Undone',
  tooLate: 'That can’t be taken back any more.',
  failed: 'Nothing was taken back. {detail}',
  severalFailed: plural({
    one: '{count} chat was not changed. {detail}',
    other: '{count} chats were not changed. {detail}',
  }),
});

/** Before more is deleted than one would look through while it can be taken back. */
export const deleting = defineMessages({
  title: plural({ one: 'Delete {count} chat?', other: 'Delete {count} chats?' }),
  text: 'They go to Deleted, for everybody who uses this account. You can bring them back from there.',
  confirm: plural({ one: 'Delete {count} chat', other: 'Delete {count} chats' }),
  cancel: 'Keep them',
});

/** The chats that are checked, and the bar of what can be done to them. */
export const bulk = defineMessages({
  region: 'Checked chats',
  checked: plural({ one: '{count} checked', other: '{count} checked' }),
  allChecked: plural({ one: '{count} checked, that is all', other: 'All {count} checked' }),
  noneChecked: 'None checked',
  selectAll: plural({ one: 'Select the one chat', other: 'Select all {count}' }),
  clear: 'Uncheck all',
  more: 'More for the checked chats',
  title: plural({ one: '{count} chat', other: '{count} chats' }),
});

/** What the menu of a chat offers besides. */
export const menu = defineMessages({
  restore: 'Restore chat',
  snooze: 'Snooze…',
  wake: 'End snooze',
  snoozedUntil: 'until {time}',
  unmuteLeft: '{time} left',
  block: 'Block',
  blockNote: 'Texts from and to this number stop',
  unblock: 'Unblock',
  unblockNote: 'Texts from and to this number pass again',
  delete: 'Delete chat',
  deleteSeveral: 'Delete chats',
  close: 'Close',
  reopen: 'Reopen',
  restoreShort: 'Restore',
  export: 'Export…',
  print: 'Print…',
});

/** Until when a chat is out of the way. */
export const snooze = defineMessages({
  title: 'Snooze the chat with {name}',
  titleSeveral: plural({ one: 'Snooze {count} chat', other: 'Snooze {count} chats' }),
  text: 'It comes back then, or when they write.',
  label: 'Until when',
  placeholder: 'tomorrow 2pm, in 3 days, mon 9',
  times: 'Times',
  hour: 'In 1 hour',
  afternoon: 'This afternoon',
  evening: 'This evening',
  tomorrow: 'Tomorrow',
  monday: 'Monday',
  week: 'In a week',
  typed: 'As typed',
  notUnderstood: 'No time is understood from that. Try “tomorrow 2pm” or “in 3 days”.',
  past: 'That’s in the past. Choose a later time.',
  own: 'Pick a date and time',
  ownDay: 'Date',
  ownTime: 'Time',
  setOwn: 'Snooze until {time}',
  setOwnEmpty: 'Snooze',
  close: 'Close',
  found: '{what}: {time}',
});

/** Changes to chats that the service refused, or that something overtook. */
export const refused = defineMessages({
  one: 'The service refused the change to the chat with {name}, so it was put back. {detail}',
  messages: 'The service refused to delete texts from the chat with {name}, so they are back. {detail}',
  oneUnknown: 'The service refused the change to a chat, so it was put back. {detail}',
  absent:
    'This service cannot do that, so the change to the chat with {name} was put back. It is not offered any more.',
  absentUnknown: 'This service cannot do that, so the change was put back. It is not offered any more.',
  several: plural({
    one: 'The service refused {count} change, so it was put back: {names}.',
    other: 'The service refused {count} changes, so they were put back: {names}.',
  }),
  overtaken: 'New text from {name}: chat kept open and unread.',
  overtakenUnknown: 'New text in a chat: kept open and unread.',
  overtakenSeveral: plural({
    one: 'New texts from {names}: {count} chat kept open and unread.',
    other: 'New texts from {names}: {count} chats kept open and unread.',
  }),
  muteTooLate: '{name} is not muted: less than an hour of the mute was left.',
  muteTooLateUnknown: 'A chat is not muted: less than an hour of the mute was left.',
  muteTooLateSeveral: plural({
    one: '{count} chat is not muted, less than an hour of the mute was left: {names}.',
    other: '{count} chats are not muted, less than an hour of the mute was left: {names}.',
  }),
  aChat: 'a chat',
  andMore: plural({ one: '{names} and {count} more', other: '{names} and {count} more' }),
});

interface WordsContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
}

interface DoneAction {
  readonly action: ChatAction;
  /** The one chat of the action; null where it was about several. */
  readonly chat: ChatView | null;
  readonly count: number;
}

/** What was done, for the toast: "Chat with Tom Abara closed", "12 chats closed". */
export function toDoneText({ action, chat, count }: DoneAction, { texts, formats, now }: WordsContext): string {
  const until = toEnd(action, now);
  const time = until === null ? '' : formats.dateTime(until, now);
  const kind = action.kind === 'mute' && until !== null ? 'muteUntil' : action.kind;
  if (chat === null) return texts.text(done[kind], { count, time });
  const name = toChatTitle(chat, formats);
  return texts.text(done[`${kind}One`], { name, time });
}

function toEnd(action: ChatAction, now: number): number | null {
  if (action.kind === 'snooze') return action.until;
  return action.kind === 'mute' ? toMuteEnd(action.hours, now) : null;
}

/** What is asked before so many chats are deleted. */
export function toDeleteConfirmation(
  count: number,
  texts: Translator,
): { title: string; text: string; confirm: string; cancel: string } {
  return {
    title: texts.text(deleting.title, { count }),
    text: texts.text(deleting.text),
    confirm: texts.text(deleting.confirm, { count }),
    cancel: texts.text(deleting.cancel),
  };
}

/** Why main did not do it, and what to do. */
export function toFaultDetail(problem: ContractError, texts: Translator): string {
  if (problem.code === 'disconnected') return texts.text(chatActions.lostApp);
  const said = toProblemText(problem, texts);
  return said === '' ? texts.text(chatActions.noDetail) : said;
}

/** How many chats are checked, for a bar and for ears. */
export function toCheckedText(
  { count, isEverything }: { readonly count: number; readonly isEverything: boolean },
  texts: Translator,
): string {
  if (count === 0) return texts.text(bulk.noneChecked);
  return texts.text(isEverything ? bulk.allChecked : bulk.checked, { count });
}

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
  settleOne: '{name} doesn’t need a reply',
  settle: plural({ one: '{count} chat doesn’t need a reply', other: '{count} chats don’t need a reply' }),
  unsettleOne: '{name} needs a reply',
  unsettle: plural({ one: '{count} chat needs a reply', other: '{count} chats need a reply' }),
});

/** After what was done to all read chats. */
const kept = defineMessages({
  some: '{done}. Pinned chats and chats with a draft or an undelivered text stay open.',
  all: 'No chats closed. Pinned chats and chats with a draft or an undelivered text stay open.',
});

/** What was done to all read chats, where the user holds on to some of them; `done` empty: to none. */
export function toKeptText(done: string, texts: Translator): string {
  return done === '' ? texts.text(kept.all) : texts.text(kept.some, { done });
}

/** Where neither is so: our text is the last one, or there is none. */
export const nothingWaits = plural({
  one: 'There’s no text here to reply to: the last one is yours.',
  other: 'There are no texts here to reply to: the last ones are yours.',
});

/** Of what was done, once it is taken back: the other kinds say what is done the other way round. */
const restored = defineMessages({
  deleteOne: 'Chat with {name} restored',
  delete: plural({ one: '{count} chat restored', other: '{count} chats restored' }),
  wakeOne: 'Chat with {name} snoozed again',
  wake: plural({ one: '{count} chat snoozed again', other: '{count} chats snoozed again' }),
});
const INVERSE = {
  close: 'reopen',
  reopen: 'close',
  read: 'unread',
  unread: 'read',
  pin: 'unpin',
  unpin: 'pin',
  mute: 'unmute',
  unmute: 'mute',
  block: 'unblock',
  unblock: 'block',
  snooze: 'wake',
  settle: 'unsettle',
  unsettle: 'settle',
} as const;

/** Taking back, and what did not work. */
export const undone = defineMessages({
  undo: 'Undo',
  plain: 'Undone',
  tooLate: 'It’s too late to undo that.',
  failed: 'Nothing was undone. {detail}',
  severalFailed: plural({
    one: '{count} chat wasn’t changed. {detail}',
    other: '{count} chats weren’t changed. {detail}',
  }),
});

/** Before more is deleted than one would look through while it can be taken back. */
export const deleting = defineMessages({
  title: plural({ one: 'Delete {count} chat?', other: 'Delete {count} chats?' }),
  text: 'They’ll move to Deleted for everyone who uses this account. You can restore them from there.',
  confirm: plural({ one: 'Delete {count} chat', other: 'Delete {count} chats' }),
  cancel: 'Keep them',
});

/** The chats that are checked, and the bar of what can be done to them. */
export const bulk = defineMessages({
  region: 'Selected chats',
  checked: plural({ one: '{count} selected', other: '{count} selected' }),
  allChecked: plural({ one: '{count} selected', other: 'All {count} selected' }),
  noneChecked: 'None selected',
  selectAll: plural({ one: 'Select chat', other: 'Select all {count}' }),
  clear: 'Clear selection',
  more: 'More for the selected chats',
  title: plural({ one: '{count} chat', other: '{count} chats' }),
});

/** What the menu of a chat offers besides. */
export const menu = defineMessages({
  mute: 'Mute',
  muteMenu: 'Mute {name}',
  restore: 'Restore chat',
  snooze: 'Snooze…',
  wake: 'End snooze',
  snoozedUntil: 'until {time}',
  settle: 'No reply needed',
  unsettle: 'Needs a reply',
  unmuteLeft: '{time} left',
  block: 'Block',
  blockNote: 'You won’t be able to text each other',
  unblock: 'Unblock',
  unblockNote: 'You’ll be able to text each other again',
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
  title: 'Snooze chat with {name}',
  titleSeveral: plural({ one: 'Snooze {count} chat', other: 'Snooze {count} chats' }),
  text: plural({
    one: 'It comes back at the time you choose, or as soon as it gets a new text.',
    other: 'Each one comes back at the time you choose, or as soon as it gets a new text.',
  }),
  label: 'Snooze until',
  placeholder: 'tomorrow 2pm, in 3 days, mon 9am',
  times: 'Suggested times',
  hour: 'In 1 hour',
  afternoon: 'This afternoon',
  evening: 'This evening',
  tomorrow: 'Tomorrow',
  monday: 'Monday',
  week: 'In a week',
  typed: 'Snooze until',
  notUnderstood: 'That isn’t a time we recognise. Try “tomorrow 2pm” or “in 3 days”.',
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
  one: 'The service rejected the change to {name}’s chat, so we undid it. {detail}',
  messages: 'The service wouldn’t delete messages from {name}’s chat, so they’re back. {detail}',
  oneUnknown: 'The service rejected a change to a chat, so we undid it. {detail}',
  absent: 'This service can’t do that, so we undid the change to {name}’s chat and won’t offer it again.',
  absentUnknown: 'This service can’t do that, so we undid the change and won’t offer it again.',
  several: plural({
    one: 'The service rejected {count} change, so we undid it: {names}.',
    other: 'The service rejected {count} changes, so we undid them: {names}.',
  }),
  overtaken: '{name} just texted, so the chat stays open and unread.',
  overtakenUnknown: 'Someone just texted, so the chat stays open and unread.',
  overtakenSeveral: plural({
    one: '{names} just texted, so {count} chat stays open and unread.',
    other: '{names} just texted, so {count} chats stay open and unread.',
  }),
  muteTooLate: '{name} wasn’t muted again: the mute had less than an hour left.',
  muteTooLateUnknown: 'A chat wasn’t muted again: the mute had less than an hour left.',
  muteTooLateSeveral: plural({
    one: '{count} chat wasn’t muted again, as its mute had less than an hour left: {names}.',
    other: '{count} chats weren’t muted again, as their mutes had less than an hour left: {names}.',
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

/** What it is once that was taken back: "Chat with Tom Abara reopened", "30 chats reopened". */
export function toUndoneText({ action, chat, count }: DoneAction, { texts, formats }: WordsContext): string {
  const { kind } = action;
  const isRestored = kind === 'delete' || kind === 'wake';
  if (chat === null) return texts.text(isRestored ? restored[kind] : done[INVERSE[kind]], { count });
  const name = toChatTitle(chat, formats);
  return texts.text(isRestored ? restored[`${kind}One`] : done[`${INVERSE[kind]}One`], { name });
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

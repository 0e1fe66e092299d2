import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** What is kept on this computer, as the banner says it. */
export const kept = defineMessages({
  texts: plural({ one: '{count} text', other: '{count} texts' }),
  changes: plural({ one: '{count} change', other: '{count} changes' }),
  someTexts: plural({ one: 'a text', other: '{count} texts' }),
  someChanges: plural({ one: 'a change', other: '{count} changes' }),
  someDrafts: plural({ one: 'a draft', other: '{count} drafts' }),
  pair: '{first} and {second}',
  triple: '{first}, {second} and {third}',
  reading: 'You can still read your chats.',
  asOf: 'You’re seeing chats as of {time}, {age} ago.',
  leaveWhenBack: plural({
    one: '{what} is waiting here and will be sent when you’re back online.',
    other: '{what} are waiting here and will be sent in order when you’re back online.',
  }),
  waitHere: plural({ one: '{what} is waiting here.', other: '{what} are waiting here.' }),
  nothingLost: plural({
    one: 'Nothing was lost: {what} is kept here.',
    other: 'Nothing was lost: {what} are kept here.',
  }),
  untilKey: plural({
    one: 'You can still read your chats. {what} is kept here until you enter your key.',
    other: 'You can still read your chats. {what} are kept here until you enter your key.',
  }),
  untilKeyNothing: 'You can still read your chats. Texts you send are kept here until you enter your key.',
  oneText: 'Your text is kept here.',
  oneTextNext: 'Your text is kept here. We’ll try again at {time}.',
  keptHere: plural({ one: '{what} is kept here.', other: '{what} are kept here.' }),
  keptHereNext: plural({
    one: '{what} is kept here. We’ll try again at {time}.',
    other: '{what} are kept here. We’ll try again at {time}.',
  }),
  show: plural({ one: 'Show it', other: 'Show all {count}' }),
});

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
  reading: 'Reading works.',
  asOf: 'What you see is from {time}, {age} ago.',
  leaveWhenBack: plural({
    one: '{what} waits here and goes out when you’re back.',
    other: '{what} wait here and go out, in order, when you’re back.',
  }),
  waitHere: plural({ one: '{what} waits here.', other: '{what} wait here.' }),
  nothingLost: plural({
    one: 'Nothing was lost: {what} is kept here.',
    other: 'Nothing was lost: {what} are kept here.',
  }),
  untilKey: plural({
    one: 'Reading works; {what} is kept here until you enter it.',
    other: 'Reading works; {what} are kept here until you enter it.',
  }),
  untilKeyNothing: 'Reading works; what you send is kept here until you enter it.',
  oneText: 'Your text is kept here.',
  oneTextNext: 'Your text is kept here and we try again at {time}.',
  keptHere: plural({ one: '{what} is kept here.', other: '{what} are kept here.' }),
  keptHereNext: plural({
    one: '{what} is kept here and we try again at {time}.',
    other: '{what} are kept here and we try again at {time}.',
  }),
  show: plural({ one: 'Show it', other: 'Show the {count}' }),
});

import { defineMessages, plural } from '../messages.ts';

/** What can be done to messages, and what is said once it is done. */
export const messageActs = defineMessages({
  menu: 'More for this message',
  copy: 'Copy text',
  copySelected: 'Copy selection',
  copyWithTime: 'Copy with time',
  copyLink: 'Copy link',
  details: 'Details',
  forward: 'Forward',
  editAgain: 'Edit and send again',
  again: 'Send again',
  remove: 'Remove',
  delete: 'Delete',
  check: 'Select',
  uncheck: 'Deselect',
  copied: plural({ one: 'Message copied', other: '{count} messages copied' }),
  linkCopied: 'Link copied',
  copyFailed: 'Nothing was copied. {detail}',
  line: '[{date}, {time}] {name}: {text}',
  nothingToForward: 'There is no text to forward.',
  deleted: plural({ one: 'Message deleted', other: '{count} messages deleted' }),
  deleteFailed: 'Nothing was deleted. {detail}',
});

/** Messages that stayed when others were deleted. */
export const leftOut = defineMessages({
  unsent: plural({
    one: '{count} not deleted: it has not left this computer.',
    other: '{count} not deleted: they have not left this computer.',
  }),
  unknown: plural({
    one: '{count} not deleted: whether it was sent is not known yet.',
    other: '{count} not deleted: whether they were sent is not known yet.',
  }),
  note: plural({
    one: '{count} not deleted: notes and lines of the log can’t be.',
    other: '{count} not deleted: notes and lines of the log can’t be.',
  }),
  both: '{done}. {left}',
});

/** The bar while messages are selected. */
export const checkedMessages = defineMessages({
  bar: 'Selected messages',
  count: plural({ one: '{count} selected', other: '{count} selected' }),
  copy: 'Copy with times',
  forward: 'Forward',
  delete: 'Delete',
  clear: 'Clear',
  checked: 'Selected. {label}',
  began: plural({ one: '{count} message selected', other: '{count} messages selected' }),
  ended: 'No message is selected',
});

/** What is known of one message. */
export const messageDetails = defineMessages({
  failed: 'More is not known on this computer.',
  at: 'Time',
  from: 'From',
  to: 'To',
  author: 'Written by',
  state: 'State',
  history: 'What became of it',
  historyLine: '{time}  {word} ({letter})',
  historyWithout: '{time}  {letter}',
  why: 'Why',
  reject: 'Reject code',
  letter: 'Letter of the service',
  parts: 'Parts',
  partsChars: plural({ one: '{parts}, {count} character', other: '{parts}, {count} characters' }),
  price: 'Price',
  session: 'Sent with',
  sessionPeople: plural({ one: 'Sent to {count} person', other: 'Sent to {count} people' }),
  reference: 'Reference',
  sessionId: 'Send of the service',
  attempts: 'Attempts',
  answer: 'Answer',
});

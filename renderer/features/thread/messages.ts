import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** What can be done to messages, and what is said once it is done. */
export const messageActions = defineMessages({
  menu: 'More for this message',
  copy: 'Copy message text',
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
  nothingToForward: 'There’s no text to forward.',
  deleted: plural({ one: 'Message deleted', other: '{count} messages deleted' }),
  deleteFailed: 'Nothing was deleted. {detail}',
});

/** Messages that stayed when others were deleted. */
export const leftOut = defineMessages({
  unsent: plural({
    one: '{count} not deleted: it hasn’t been sent yet.',
    other: '{count} not deleted: they haven’t been sent yet.',
  }),
  unknown: plural({
    one: '{count} not deleted: we don’t know yet whether it was sent.',
    other: '{count} not deleted: we don’t know yet whether they were sent.',
  }),
  note: plural({
    one: '{count} not deleted: notes and log entries can’t be deleted.',
    other: '{count} not deleted: notes and log entries can’t be deleted.',
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
  clear: 'Clear selection',
  checked: 'Selected. {label}',
  began: plural({ one: '{count} message selected', other: '{count} messages selected' }),
  ended: 'No messages selected',
});

/** What is known of one message. */
export const messageDetails = defineMessages({
  failed: 'There are no more details on this computer.',
  at: 'Time',
  from: 'From',
  to: 'To',
  author: 'Written by',
  state: 'Status',
  history: 'History',
  historyLine: '{time}  {word} ({letter})',
  historyWithout: '{time}  {letter}',
  why: 'Why',
  reject: 'Reject code',
  letter: 'Status code',
  parts: 'Parts',
  partsChars: plural({ one: '{parts}, {count} character', other: '{parts}, {count} characters' }),
  price: 'Price',
  session: 'Recipients',
  sessionPeople: plural({ one: '{count} person', other: '{count} people' }),
  reference: 'Reference',
  sessionId: 'Send ID',
  attempts: 'Attempts',
  answer: 'Response',
});

/** A link that may lead elsewhere than it seems to. */
export const linkWarning = defineMessages({
  title: 'Open this link?',
  leadsTo: 'It leads to',
  address: 'It leads to a numeric address instead of a name.',
  user: 'There’s a name before the site, which can make it look like a different one.',
  foreign: 'The site’s name uses letters that can look like others.',
  other: 'It shows a different site from the one it leads to.',
  hidden: 'It contains invisible characters.',
  elsewhere: 'This file isn’t on your text service.',
  open: 'Open {host}',
  keep: 'Don’t open',
  notOpened: 'This link can’t be opened.',
});

/** To a date of the open chat. */
export const jump = defineMessages({
  title: 'Jump to date',
  intro: 'Shows the first message of that day, or the next one after it.',
  date: 'Date',
  placeholder: '1 Oct, last Friday, 3 weeks ago',
  hint: 'Type a date, or pick one below.',
  notUnderstood: 'That isn’t a past date we recognise.',
  go: 'Jump',
  cancel: 'Cancel',
  looking: 'Looking',
  needsDate: 'Enter a date.',
  nothing: 'There are no messages from {date} onwards.',
  gone: 'That message is no longer here.',
  uncertain: 'Messages from {date} onwards may be missing here. We couldn’t load all of them from the service.',
  failed: 'We couldn’t look for that date. {detail}',
});

/** The conversation into a file. */
export const exporting = defineMessages({
  title: 'Export chat with {name}',
  intro: 'Saves this chat to a single file, with all its messages stored on this computer.',
  format: 'Format',
  text: 'Text',
  textHint: 'For reading or printing: sender and time, with the message below.',
  csv: 'CSV',
  csvHint: 'For spreadsheets: one row per message, with time, sender, text and status.',
  go: 'Export',
  busy: 'Exporting',
  cancel: 'Cancel',
  file: '{name} {date}',
  done: plural({ one: '{count} message exported', other: '{count} messages exported' }),
  donePartly: plural({
    one: '{count} message exported. Others are on the service but not on this computer.',
    other: '{count} messages exported. Others are on the service but not on this computer.',
  }),
  failed: 'Nothing was exported. {detail}',
});

/** The conversation on paper. */
export const printing = defineMessages({
  title: 'Print chat with {name}',
  loading: plural({ one: 'Loading: {count} message so far', other: 'Loading: {count} messages so far' }),
  ready: plural({ one: '{count} message will be printed.', other: '{count} messages will be printed.' }),
  long: 'This is long: about {pages} pages.',
  empty: 'There’s nothing to print.',
  partly: 'Older messages are on the service but not on this computer, so they’re left out.',
  failed: 'The chat couldn’t be loaded. {detail}',
  go: 'Print',
  cancel: 'Cancel',
  close: 'Close',
  heading: 'Chat with {name}',
});

/** Has the service text an unsubscribed person again. */
export const resubscribing = defineMessages({
  askTitle: 'Resubscribe {name}?',
  askYes: 'Resubscribe {name}',
  askNo: 'Keep unsubscribed',
  done: '{name} resubscribed',
  forbidden: 'The service won’t resubscribe {name} for you. They need to text START themselves.',
  notFound: 'The service says {name} is no longer unsubscribed. This chat will update shortly.',
  failed: '{name} wasn’t resubscribed. {detail}',
});

/** What the line under a message says besides its time and state. */
export const meta = defineMessages({
  sentToMany: plural({ one: 'Sent to {count} person', other: 'Sent to {count} people' }),
  namedSentToMany: plural({ one: '{name}, sent to {count} person', other: '{name}, sent to {count} people' }),
  writtenBy: 'Written by {author}',
});

/** Files and other rows of the thread. */
export const threadRows = defineMessages({
  viewPicture: 'View larger',
  showPicture: 'Show picture',
  fileNote: '{type}, {size}',
  asLink: 'sent as a link, {link}',
  fileNotOpened: 'This file can’t be opened. {detail}',
  unknownKind: 'An entry Switchboard can’t show',
});

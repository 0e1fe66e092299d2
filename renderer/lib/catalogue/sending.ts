import { defineMessages, plural } from '../messages.ts';

/** A text that was just sent and can still be taken back. */
export const hold = defineMessages({
  goesOut: 'Goes out in {seconds} s',
  /** For screen readers, which are told once. */
  goesOutSpoken: 'waiting, goes out in {time}',
  sent: 'Goes out in {time}. Undo takes it back.',
  undo: 'Undo',
  undoHint: 'Take it back into the box',
  sendNow: 'Send now',
  sendNowHint: 'Don’t wait any longer',
  sendNowHere: 'Send the waiting text now',
  undone: 'Taken back. The text is in the box again.',
  undoneFiles: 'Taken back. The text and its files are in the box again.',
  sendNowFailed: 'It has left already, or was taken back.',
});

/** Files that go along with a text. */
export const files = defineMessages({
  attach: 'Attach files',
  list: 'Files of this text',
  remove: 'Remove {name}',
  stopAdding: 'Stop adding {name}',
  adding: 'Adding {percent} %',
  retry: 'Try again',
  retryOf: 'Try to add {name} again',
  failed: 'This file couldn’t be added. Try again.',
  empty: 'This file is empty. Choose one with something in it.',
  unreadable: 'This can’t be read: it is a folder, or a file that was moved or changed. Choose it again.',
  tooLarge: 'This file has {size} and may have 10 MB. Choose a smaller one.',
  tooMany: plural({
    one: '5 files is the limit. {count} file was left out.',
    other: '5 files is the limit. {count} files were left out.',
  }),
  stillAdding: 'The files are still being added. Send again in a moment.',
  failedFirst: '“{name}” can’t go along. Remove it first.',
  removed: '{name} removed',
  removeFailed: 'The file was not removed. {detail}',
  dropTitle: 'Drop to attach',
  dropText: 'Up to 5 files of 10 MB. They go as links.',
  unnamed: 'Picture.png',
  count: plural({ one: '{count} file', other: '{count} files' }),
  textAndCount: '{text} · {files}',
  asLink: 'sent as a link, {size}',
  willBeLink: 'goes as a link, {size}',
  uploading: 'Uploading {percent} %',
  details: 'Files',
  detailsOne: '{name}, {size}',
});

/** The settings of sending. */
export const sendingSettings = defineMessages({
  hold: 'Time to undo',
  holdText: 'How long a text waits here after Send, and can be taken back',
  holdNone: 'None, send at once',
  holdSeconds: plural({ one: '{count} second', other: '{count} seconds' }),
  enter: 'Enter key',
  enterSends: 'Sends the text',
  enterBreaks: 'Breaks the line',
  enterSendsText: '{other} breaks the line. {always} always sends',
  enterBreaksText: '{other} sends, and so does {always}',
  reference: 'Your own reference',
  referenceText:
    'Goes with every text to the service, behind ours, and stands in its reports: for a branch or a cost centre. Nobody who gets the text sees it',
  referenceEmpty: 'None',
  referenceWrong: 'Letters, digits, spaces, - and _ only.',
  waiting: 'Waiting on this computer',
  waitingNothing: 'Nothing. Everything has gone out',
  waitingUnread: 'Not read yet',
  waitingTexts: plural({ one: '{count} text waits', other: '{count} texts wait' }),
  waitingChecking: plural({ one: '{count} is being checked', other: '{count} are being checked' }),
  waitingCheckingAlone: plural({ one: '{count} text is being checked', other: '{count} texts are being checked' }),
  waitingStopped: plural({ one: '{count} was not sent', other: '{count} were not sent' }),
  waitingStoppedAlone: plural({ one: '{count} text was not sent', other: '{count} texts were not sent' }),
  waitingActions: plural({ one: '{count} change to a chat waits', other: '{count} changes to chats wait' }),
  show: 'Show',
  ledger: 'Ledger',
  ledgerText: 'Every text that left this computer: whether it went out, when, and what it cost',
  openLedger: 'Open the ledger',
  showInLedger: 'Show in the ledger',
  notSaved: 'This was not changed. {why}',
});

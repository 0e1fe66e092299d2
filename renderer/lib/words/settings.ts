import { defineMessages, plural } from '#renderer/lib/messages.ts';

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

/** The frame of the settings, and the names of their sections. */
export const settings = defineMessages({
  title: 'Settings',
  sections: 'Sections of the settings',
  showSections: 'Settings. Go to another section',
  account: 'Account',
  live: 'Live updates',
  sending: 'Sending',
  data: 'Data on this computer',
  health: 'Health',
  ledger: 'Ledger',
  notLoaded: 'This couldn’t be read from the disk.',
  tryAgain: 'Try again',
  cancel: 'Cancel',
});

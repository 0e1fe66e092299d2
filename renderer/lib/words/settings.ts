import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** The settings of sending. */
export const sendingSettings = defineMessages({
  hold: 'Undo send',
  holdText: 'How long you can take a text back after you send it',
  holdNone: 'None, send immediately',
  holdSeconds: plural({ one: '{count} second', other: '{count} seconds' }),
  enter: 'Enter key',
  enterSends: 'Sends the text',
  enterBreaks: 'Starts a new line',
  enterSendsText: '{other} starts a new line. {always} always sends.',
  enterBreaksText: '{other} sends, and so does {always}',
  reference: 'Your reference',
  referenceText: 'Shown in the service’s reports, for example a branch or cost centre. Recipients don’t see it.',
  referenceEmpty: 'None',
  referenceWrong: 'Letters, digits, spaces, - and _ only.',
  waiting: 'Waiting to be sent',
  waitingNothing: 'Nothing: everything has been sent',
  waitingUnread: 'Loading',
  waitingTexts: plural({ one: '{count} text waiting', other: '{count} texts waiting' }),
  waitingChecking: plural({ one: '{count} unconfirmed', other: '{count} unconfirmed' }),
  waitingCheckingAlone: plural({ one: '{count} unconfirmed text', other: '{count} unconfirmed texts' }),
  waitingStopped: plural({ one: '{count} not sent', other: '{count} not sent' }),
  waitingStoppedAlone: plural({ one: '{count} text not sent', other: '{count} texts not sent' }),
  waitingActions: plural({ one: '{count} chat change waiting', other: '{count} chat changes waiting' }),
  show: 'Show',
  ledger: 'Ledger',
  ledgerText: 'Every text sent or cancelled on this computer, with its outcome and cost',
  openLedger: 'Open ledger',
  showInLedger: 'Show in ledger',
  notSaved: 'This wasn’t changed. {why}',
});

/** The frame of the settings, and the names of their sections. */
export const settings = defineMessages({
  title: 'Settings',
  sections: 'Settings sections',
  showSections: 'Settings. Choose another section',
  account: 'Account',
  live: 'Live updates',
  sending: 'Sending',
  data: 'Data on this computer',
  health: 'Health',
  ledger: 'Ledger',
  notLoaded: 'This couldn’t be read from disk.',
  tryAgain: 'Try again',
  cancel: 'Cancel',
});

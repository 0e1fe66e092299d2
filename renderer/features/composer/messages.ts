import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** The field in which the user writes. */
export const composer = defineMessages({
  placeholder: 'Text {name}',
  label: 'Text to {name}',
  send: 'Send',
  sendWhenPossible: 'Send when possible',
  emptyHint: 'Write something first',
  sendHint: 'Send',
  quotes: 'Curly quotes shorten each part to {room} characters.',
  fixQuotes: 'Make quotes straight',
  dashes: 'Long dashes shorten each part to {room} characters.',
  fixDashes: 'Use plain hyphens',
  spaces: 'Special spaces shorten each part to {room} characters.',
  fixSpaces: 'Use plain spaces',
  special: 'Special characters shorten each part to {room} characters.',
  fixSpecial: 'Use plain characters',
  kept: '“{character}” shortens each part to {room} characters.',
  overLimit: plural({
    one: 'The limit is 6 parts. {count} character too many.',
    other: 'The limit is 6 parts. {count} characters too many.',
  }),
  notKept: 'The text wasn’t sent. It’s still in the message box. {detail}',
  noDetail: 'Try again.',
  dismiss: 'Dismiss',
  otherWindow: 'You’re also writing in this chat in another window.',
  takeOther: 'Use the other draft',
  keepMine: 'Keep mine',
  setAside: 'Your text was set aside.',
  takeMine: 'Put it back',
  draftFailed: 'The draft couldn’t be saved on this computer.',
});

/** Emoji to choose from. */
export const emoji = defineMessages({
  open: 'Add emoji',
  title: 'Emoji',
  search: 'Search emoji',
  recent: 'Recently used',
  smileys: 'Smileys and emotion',
  people: 'People and body',
  animals: 'Animals and nature',
  food: 'Food and drink',
  places: 'Travel and places',
  activities: 'Activities',
  objects: 'Objects',
  symbols: 'Symbols',
  flags: 'Flags',
  nothing: 'No emoji for “{query}”',
  failed: 'The emoji couldn’t be loaded. Restart Switchboard and try again.',
});

/** A message to a person without an open chat. */
export const newMessage = defineMessages({
  title: 'New message',
  titleLater: 'New scheduled text',
  close: 'Close',
  to: 'To',
  toPlaceholder: 'Name or number',
  suggestions: 'People',
  useNumber: 'Text {number}',
  blocked: 'Blocked',
  unsubscribed: 'Unsubscribed',
  textPlaceholder: 'Text message',
  needsPerson: 'Choose someone, or type a number.',
  several: 'You can text one number at a time.',
  tooShort: 'This number is too short.',
  tooLong: 'This number is too long.',
  noCountry: 'Start with the country code, like +44.',
  notANumber: 'No contact has that name. Type a number to text someone new.',
});

/** In place of the composer where nothing would arrive. */
export const optedOut = defineMessages({
  unsubscribedTitle: '{name} is unsubscribed from your texts.',
  unsubscribedSince: 'The service stopped delivering to this number on {date}.',
  unsubscribedText: 'The service won’t deliver to this number.',
  unsubscribedHow: 'If they ask you to, you can try to resubscribe them.',
  blockedTitle: '{name} is blocked.',
  blockedSince: 'They haven’t been able to text you, or you them, since {date}.',
  blockedText: 'They can’t text you, and you can’t text them.',
  resubscribe: 'Resubscribe…',
  unblock: 'Unblock',
  unblockedDone: '{name} unblocked',
  unblockFailed: '{name} wasn’t unblocked. {detail}',
});

/** A text that was just sent and can still be taken back. */
export const hold = defineMessages({
  goesOut: plural({ one: 'Sends in {count} second', other: 'Sends in {count} seconds' }),
  /** For screen readers, announced once. */
  goesOutSpoken: 'waiting, sends in {time}',
  sent: 'Sends in {time}. Undo to take it back.',
  undo: 'Undo',
  undoHint: 'Take it back and edit it',
  sendNow: 'Send now',
  sendNowHint: 'Send it without waiting',
  sendNowHere: 'Send the waiting text now',
  undone: 'Not sent. Your text is back in the message box.',
  undoneAgain: 'Undone. The text wasn’t sent a second time.',
  undoneFiles: 'Not sent. Your text and its files are back in the message box.',
  sendNowLate: 'It’s already been sent, or you undid it.',
  sendNowFailed: 'It wasn’t sent early. {detail}',
});

/** A text that goes out later. */
export const scheduling = defineMessages({
  open: 'Schedule',
  meant: 'Press Schedule to choose when to send it.',
  sendInstead: 'Don’t schedule it',
  needsPerson: 'Choose who it’s for first.',
  tooLong: 'The text is too long to schedule.',
  hasFiles: 'Files can’t be scheduled yet. Remove them to schedule the text, or send it now.',
  done: 'Scheduled for {time}',
  doneIn: 'Scheduled for {time} in {place}',
  doneRepeated: 'Scheduled. {rule}',
  doneRepeatedIn: 'Scheduled. {rule} ({place})',
  show: 'Show',
});

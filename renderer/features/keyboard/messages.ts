import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** The list of all shortcuts. */
export const guide = defineMessages({
  title: 'All shortcuts',
  close: 'Close',
  search: 'Find a shortcut',
  list: 'Shortcuts',
  or: 'or',
  nothing: 'No shortcut for “{query}”.',
  found: plural({ one: '{count} shortcut', other: '{count} shortcuts' }),
  singleOff: 'Single letters are off. You can turn them on in Settings, Keyboard.',
  change: 'Change shortcuts',
  enterSends: 'Send the text',
  enterBreaks: 'Begin a new line',
});

/** The settings of the keyboard. */
export const keyboard = defineMessages({
  title: 'Keyboard',
  single: 'Single letters are keys',
  singleOn: 'A letter alone does something while you are not writing.',
  singleOff: 'Only keys with names and with Ctrl or Alt do something.',
  all: 'All shortcuts',
  allChanged: plural({ one: '{count} is not as usual', other: '{count} are not as usual' }),
  allUsual: 'All are as usual.',
  resetAll: 'Reset all',
  resetAllTitle: 'Reset all shortcuts?',
  resetAllText: plural({
    one: '{count} shortcut gets its usual keys again.',
    other: '{count} shortcuts get their usual keys again.',
  }),
  resetAllConfirm: 'Reset all',
  keep: 'Keep them',
  none: 'No keys',
  isFixed: 'Can’t be changed',
  change: 'Change',
  changeOf: 'Change the keys of “{title}”',
  addOf: 'More keys for “{title}”',
  resetOf: 'Give “{title}” its usual keys again',
  recording: 'Press the new keys',
  recordingHint: 'Esc keeps the keys as they are, Backspace takes them away.',
  recordingOf: 'Press the new keys for “{title}”. Escape keeps them as they are, Backspace takes them away.',
  taken: '{keys} is “{title}” already.',
  takenByView: '{keys} opens the list “{name}” already.',
  takenFixed: '{keys} is “{title}”, which can’t be changed. Choose other keys.',
  ofWindow: '{keys} belongs to the window or to fields. Choose other keys.',
  takeOver: 'Use it here',
  cancel: 'Cancel',
  saved: '“{title}” is {keys} now',
  savedNone: '“{title}” has no keys now',
});

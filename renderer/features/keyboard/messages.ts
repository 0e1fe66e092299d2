import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** The list of all shortcuts. */
export const guide = defineMessages({
  title: 'All shortcuts',
  close: 'Close',
  search: 'Find shortcuts',
  list: 'Shortcuts',
  or: 'or',
  nothing: 'No shortcut for “{query}”.',
  found: plural({ one: '{count} shortcut', other: '{count} shortcuts' }),
  singleOff: 'Single-key shortcuts are off. Turn them on in Settings > Keyboard.',
  change: 'Change shortcuts',
  enterSends: 'Send the text',
  enterBreaks: 'Start a new line',
});

/** The settings of the keyboard. */
export const keyboard = defineMessages({
  title: 'Keyboard',
  single: 'Single-key shortcuts',
  singleOn: 'They work when you aren’t typing.',
  singleOff: 'Off. Key combinations, and keys like Enter and Esc, still work.',
  all: 'All shortcuts',
  allChanged: plural({ one: '{count} changed', other: '{count} changed' }),
  allUsual: 'All shortcuts are at their defaults.',
  resetAll: 'Reset all',
  resetAllTitle: 'Reset all shortcuts?',
  resetAllText: plural({
    one: '{count} shortcut will return to its default keys.',
    other: '{count} shortcuts will return to their default keys.',
  }),
  resetAllConfirm: 'Reset all',
  keep: 'Keep them',
  none: 'Not set',
  isFixed: 'Can’t be changed',
  change: 'Change',
  changeOf: 'Change shortcut for “{title}”',
  addOf: 'Add another shortcut for “{title}”',
  resetOf: 'Reset “{title}” to its default shortcut',
  recording: 'Press the new shortcut',
  recordingHint: 'Esc to cancel, Backspace to remove the current one.',
  recordingOf: 'Press the new shortcut for “{title}”. Escape to cancel, Backspace to remove the current one.',
  taken: '{keys} is already used for “{title}”.',
  takenByView: '{keys} already opens the view “{name}”.',
  takenFixed: '{keys} is used for “{title}” and can’t be changed. Choose another shortcut.',
  ofWindow: '{keys} is reserved for the window or for typing. Choose another shortcut.',
  takeOver: 'Use it here',
  cancel: 'Cancel',
  saved: '“{title}” is now {keys}',
  savedNone: '“{title}” no longer has a shortcut',
});

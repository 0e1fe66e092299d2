/** What the buttons below a message say. */
import { sending } from '#renderer/lib/words/delivery.ts';
import { hold } from '#renderer/features/composer/messages.ts';
import { lost } from '#renderer/lib/words/delivery.ts';

export const actWords = {
  undo: hold.undo,
  'send-now': hold.sendNow,
  cancel: sending.cancel,
  edit: sending.editAndSend,
  remove: lost.remove,
  retry: sending.sendAgain,
  decide: lost.decide,
  look: lost.lookNow,
  again: sending.sendAgain,
} as const;

/** What a word on a button leaves open, and its key. */
export const actHints = {
  undo: { label: hold.undoHint, shortcut: ['Ctrl', 'Z'] },
  'send-now': { label: hold.sendNowHint, shortcut: ['Ctrl', 'Enter'] },
} as const;

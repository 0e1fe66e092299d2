import { defineMessages } from '#renderer/lib/messages.ts';

/** The question before what was typed in a dialog is lost. */
export const unsaved = defineMessages({
  question: 'Discard your changes?',
  keep: 'Keep editing',
  discard: 'Discard',
});

import { defineMessages } from '#renderer/lib/messages.ts';

/** The question before what was typed in a dialog is lost. */
export const unsaved = defineMessages({
  question: 'Discard what you typed?',
  keep: 'Keep editing',
  discard: 'Discard',
});

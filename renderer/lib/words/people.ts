import { defineMessages } from '#renderer/lib/messages.ts';

/** Taking back what was done to contacts and lists. */
export const people = defineMessages({
  undo: 'Undo',
  undone: 'Undone',
  undoTooLate: 'Too late to undo: the service already has it.',
  undoFailed: 'Nothing was undone. {detail}',
});

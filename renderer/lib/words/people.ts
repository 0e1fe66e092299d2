import { defineMessages } from '#renderer/lib/messages.ts';

/** Taking back what was done to contacts and lists. */
export const people = defineMessages({
  undo: 'Undo',
  undone: 'Undone',
  undoTooLate: 'It’s too late to undo that: the service has it already.',
  undoFailed: 'Nothing was undone. {detail}',
});

import { defineMessages } from '#renderer/lib/messages.ts';

/** Taking back what was done to contacts and lists. */
export const people = defineMessages({
  undo: 'Undo',
  undone: 'Undone',
  undoTooLate: 'Too late to undo: the service already has it.',
  undoFailed: 'Nothing was undone. {detail}',
});

/** Asked before people who unsubscribed get texts again. */
export const resubscription = defineMessages({
  warning:
    'They’ll get your texts again. Only do this if they asked you to: texting people who unsubscribed may be against the law.',
});

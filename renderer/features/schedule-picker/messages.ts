import { defineMessages } from '#renderer/lib/messages.ts';

/** The choice of a time. */
export const picker = defineMessages({
  cancel: 'Cancel',
  schedule: 'Schedule',
});

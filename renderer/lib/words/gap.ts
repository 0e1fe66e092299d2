import { defineMessages } from '#renderer/lib/messages.ts';

/** What may be missing between two messages of a chat. */
export const gap = defineMessages({
  between: 'Messages between {from} and {to} may be missing here',
  until: 'Messages before {to} may be missing here',
  load: 'Load',
  loading: 'Loading',
  failed: 'They couldn’t be loaded. {why}',
  tryAgain: 'Try again',
});

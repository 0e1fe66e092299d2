import { defineMessages } from '#renderer/lib/messages.ts';

/** What is said of texts that come into other chats than the one that is looked at. */
export const news = defineMessages({
  textFrom: 'New text from {name}',
});

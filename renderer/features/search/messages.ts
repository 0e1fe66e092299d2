import { defineMessages } from '#renderer/lib/messages.ts';

/** What a command does to one chat as it is now. */
export const chatCommands = defineMessages({
  close: 'Close chat',
  reopen: 'Reopen chat',
  read: 'Mark as read',
  unread: 'Mark as unread',
  pin: 'Pin',
  unpin: 'Unpin',
  mute: 'Mute',
  unmute: 'Unmute',
  snooze: 'Snooze',
  wake: 'End snooze',
  settle: 'No reply needed',
  unsettle: 'Needs a reply',
  block: 'Block',
  unblock: 'Unblock',
  write: 'Write',
});

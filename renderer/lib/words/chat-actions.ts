import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** What can be done to a chat, and what is said once it is done. */
export const chatActions = defineMessages({
  menu: 'More for {name}',
  close: 'Close chat',
  reopen: 'Reopen chat',
  pin: 'Pin',
  unpin: 'Unpin',
  mute: 'Mute',
  unmute: 'Unmute',
  muteHours: plural({ one: 'Mute for {count} hour', other: 'Mute for {count} hours' }),
  muteAlways: 'Mute until I unmute',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  more: 'More',
  failed: 'The chat with {name} wasn’t changed. {detail}',
  noDetail: 'Try again.',
  lostApp: 'Lost contact with Switchboard.',
});

/** How long a chat is muted. */
export const muting = defineMessages({
  always: 'Muted',
  until: 'Muted until {time}, {left} left',
});

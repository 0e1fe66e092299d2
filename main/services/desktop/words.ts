/** What the tray says. The states of the link are those of the title bar. */
import type { LinkState } from '#shared/domain/link-state.ts';

export const words = {
  app: 'Switchboard',
  open: 'Open Switchboard',
  newMessage: 'New message',
  quit: 'Quit Switchboard',
  pause: 'Pause notifications',
  forAnHour: 'For 1 hour',
  untilToday: (time: string): string => `Until ${time}`,
  untilTomorrow: (time: string): string => `Until ${time} tomorrow`,
  showAgain: 'Turn notifications back on',
  signedOut: 'Signed out',
  noUnreadChats: 'No unread chats',
  unreadChats: (count: number): string => `${String(count)} unread ${count === 1 ? 'chat' : 'chats'}`,
} as const;

/** `since`: as the clock shows it. */
export const linkWords: Readonly<Record<LinkState, (since: string) => string>> = {
  lost: () => 'Lost contact',
  'disk-full': () => 'Disk full',
  'disk-unwritable': () => 'Can’t save',
  'disk-reopening': () => 'Reopening',
  starting: () => 'Connecting',
  unauthorized: () => 'Key rejected',
  keyless: () => 'No key',
  maintenance: (since) => `Maintenance since ${since}`,
  slowed: () => 'Slowed down',
  troubled: () => 'Service error',
  offline: (since) => `Offline since ${since}`,
  'catching-up': () => 'Catching up',
  live: () => 'Live',
};

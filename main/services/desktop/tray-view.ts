/**
 * What the tray shows, of what is known.
 *
 * TRAY-1 offline > paused > unread > read: without a link the number may be old and nothing comes in, and while
 *        notifications are paused the icon is all that tells why none was shown. The words have the number in each case.
 * TRAY-2 Notifications that are turned off in the settings are no pause: the icon still tells of unread chats.
 */
import type { TrayPause, TrayShape, TrayView } from '#shared/domain/desktop.ts';
import { toLinkState, type LinkState } from '#shared/domain/link-state.ts';
import { findMorning } from '#shared/domain/notification-pause.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { linkWords, words } from './words.ts';

export interface TrayFacts {
  /** Null: nobody is signed in. */
  readonly account: {
    readonly status: SyncStatus;
    readonly isKeyMissing: boolean;
    readonly unreadChats: number;
    /** Null: as the language has it. */
    readonly timeFormat: '12h' | '24h' | null;
  } | null;
  readonly showsNotifications: boolean;
  readonly pausedUntil: number | null;
  readonly now: number;
}

/** No new text comes in while it is like this. */
const CLOSED: ReadonlySet<LinkState> = new Set([
  'lost',
  'disk-full',
  'disk-unwritable',
  'unauthorized',
  'keyless',
  'maintenance',
  'offline',
]);

const HOUR_MS = 60 * 60_000;
/** The menu is made anew that often at most, so that an hour is one, give or take this. */
const STEP_MS = 5 * 60_000;

export function toTrayView(facts: TrayFacts): TrayView {
  const { account } = facts;
  const unread = account?.unreadChats ?? 0;
  return {
    shape: toShape(facts),
    tooltip: unread === 0 ? words.app : `${words.app}, ${words.unreadChats(unread)}`,
    status: account === null ? words.signedOut : toStatus(account, facts.now),
    open: words.open,
    newMessage: words.newMessage,
    pause: toPause(facts),
    quit: words.quit,
  };
}

function toShape(facts: TrayFacts): TrayShape {
  const { account, now } = facts;
  if (account === null || CLOSED.has(toLink(account, now))) return 'offline';
  if (isPaused(facts)) return 'paused';
  return account.unreadChats > 0 ? 'unread' : 'read';
}

type OpenFacts = NonNullable<TrayFacts['account']>;

function toStatus(account: OpenFacts, now: number): string {
  const { status, unreadChats, timeFormat } = account;
  const link = linkWords[toLink(account, now)](toTime(status.since, timeFormat));
  return `${link}. ${unreadChats === 0 ? words.noUnreadChats : words.unreadChats(unreadChats)}`;
}

function toLink({ status, isKeyMissing }: OpenFacts, now: number): LinkState {
  return toLinkState(status, { isConnected: true, isKeyNeeded: false, isKeyMissing, now });
}

function toPause(facts: TrayFacts): TrayPause {
  const { account, now, showsNotifications } = facts;
  if (isPaused(facts) || !showsNotifications) return { label: words.showAgain, choices: [] };
  const morning = findMorning(now);
  const time = toTime(morning, account?.timeFormat ?? null);
  const isToday = new Date(morning).getDate() === new Date(now).getDate();
  return {
    label: words.pause,
    choices: [
      { label: words.forAnHour, until: Math.ceil(now / STEP_MS) * STEP_MS + HOUR_MS },
      { label: isToday ? words.untilToday(time) : words.untilTomorrow(time), until: morning },
    ],
  };
}

function isPaused({ pausedUntil, now }: TrayFacts): boolean {
  return pausedUntil !== null && pausedUntil > now;
}

const TWELVE_HOURS = { hour: 'numeric', hourCycle: 'h12' } as const;
const USUAL_HOURS = { hour: '2-digit', hourCycle: 'h23' } as const;

/** On the clock of this computer. */
function toTime(at: number, timeFormat: OpenFacts['timeFormat']): string {
  const hours = timeFormat === '12h' ? TWELVE_HOURS : USUAL_HOURS;
  return new Intl.DateTimeFormat('en-GB', { ...hours, minute: '2-digit' }).format(at);
}

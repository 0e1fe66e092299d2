import AlarmClock from '@lucide/svelte/icons/alarm-clock';
import Archive from '@lucide/svelte/icons/archive';
import Bell from '@lucide/svelte/icons/bell';
import BellOff from '@lucide/svelte/icons/bell-off';
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import Clock from '@lucide/svelte/icons/clock';
import Flag from '@lucide/svelte/icons/flag';
import Heart from '@lucide/svelte/icons/heart';
import Hourglass from '@lucide/svelte/icons/hourglass';
import Inbox from '@lucide/svelte/icons/inbox';
import List from '@lucide/svelte/icons/list';
import Mail from '@lucide/svelte/icons/mail';
import PencilLine from '@lucide/svelte/icons/pencil-line';
import Pin from '@lucide/svelte/icons/pin';
import Star from '@lucide/svelte/icons/star';
import Tag from '@lucide/svelte/icons/tag';
import Trash from '@lucide/svelte/icons/trash';
import Users from '@lucide/svelte/icons/users';
import type { Component } from 'svelte';
import type { SavedView } from '#shared/contract/index.ts';
import type { ScopeName } from '#renderer/data/scopes.ts';

type Icon = Component<{ size?: number }>;

/** Of the usual lists. */
export const LIST_ICONS: Readonly<Record<ScopeName, Icon>> = {
  open: Inbox,
  unread: Mail,
  closed: Archive,
  pinned: Pin,
  muted: BellOff,
  snoozed: AlarmClock,
  waiting: Hourglass,
  drafts: PencilLine,
  failed: CircleAlert,
  scheduled: CalendarClock,
  deleted: Trash,
};

/** Of the lists that a person keeps under a name. */
export const KEPT_ICONS: Readonly<Record<SavedView['icon'], Icon>> = {
  list: List,
  star: Star,
  flag: Flag,
  clock: Clock,
  heart: Heart,
  tag: Tag,
  users: Users,
  bell: Bell,
};

/** The screens of the window, in the order of the rail. */
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import Inbox from '@lucide/svelte/icons/inbox';
import MessageSquareText from '@lucide/svelte/icons/message-square-text';
import Settings from '@lucide/svelte/icons/settings';
import Upload from '@lucide/svelte/icons/upload';
import Users from '@lucide/svelte/icons/users';
import type { App } from './app/app.svelte.ts';
import type { Screen, ViewLoader } from './app/screens.ts';
import type { Component } from 'svelte';
import InboxView from './features/inbox/InboxView.svelte';
import { shell } from './lib/words/shell.ts';

const loaded = (read: () => Promise<{ readonly default: Component }>): ViewLoader => ({
  load: async () => (await read()).default,
});

export const SCREENS: readonly Screen[] = [
  {
    ...{ id: 'inbox', label: shell.inbox, icon: Inbox, command: 'go-inbox', view: InboxView },
    ...{ rail: 'top', staysAlive: true, readCounts: readUnread },
  },
  {
    ...{
      id: 'contacts',
      label: shell.contacts,
      icon: Users,
      command: 'go-contacts',
      view: loaded(() => import('./features/contacts/ContactsView.svelte')),
    },
    ...{ rail: 'top', staysAlive: false, brings: ['new-contact', 'new-list'] },
  },
  {
    ...{
      id: 'scheduled',
      label: shell.scheduled,
      icon: CalendarClock,
      command: 'go-scheduled',
      view: loaded(() => import('./features/schedules/SchedulesView.svelte')),
    },
    ...{ rail: 'top', staysAlive: false, brings: ['new-schedule'] },
  },
  {
    ...{
      id: 'templates',
      label: shell.templates,
      icon: MessageSquareText,
      command: 'go-templates',
      view: loaded(() => import('./features/templates/TemplatesView.svelte')),
    },
    ...{ rail: 'top', staysAlive: false, brings: ['new-template'] },
  },
  {
    ...{
      id: 'import',
      label: shell.import,
      icon: Upload,
      command: 'import-contacts',
      view: loaded(() => import('./features/importing/ImportView.svelte')),
    },
    ...{ rail: 'none', partOf: 'contacts', staysAlive: false },
  },
  {
    ...{
      id: 'settings',
      label: shell.settings,
      icon: Settings,
      command: 'go-settings',
      view: loaded(() => import('./features/settings/SettingsView.svelte')),
    },
    ...{ rail: 'bottom', staysAlive: false },
  },
];

/** The tab counts the muted ones too. */
function readUnread({ counts: { counts } }: App): { readonly count: number; readonly muted: number } {
  const { lamp: count, unread } = counts ?? { lamp: 0, unread: 0 };
  return { count, muted: unread - count };
}

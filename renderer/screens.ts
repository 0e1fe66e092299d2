/** The screens of the window, in the order of the rail. */
import Inbox from '@lucide/svelte/icons/inbox';
import Settings from '@lucide/svelte/icons/settings';
import type { Screen } from './app/screens.ts';
import InboxView from './features/inbox/InboxView.svelte';
import SettingsView from './features/settings/SettingsView.svelte';
import { shell } from './lib/words/shell.ts';

export const SCREENS: readonly Screen[] = [
  {
    ...{ id: 'inbox', label: shell.inbox, icon: Inbox, command: 'go-inbox', view: InboxView },
    ...{ rail: 'top', staysAlive: true, readCount: (app) => app.counts.counts?.lamp ?? 0 },
  },
  {
    ...{ id: 'settings', label: shell.settings, icon: Settings, command: 'go-settings', view: SettingsView },
    ...{ rail: 'bottom', staysAlive: false },
  },
];

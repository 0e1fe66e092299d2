import type { Component } from 'svelte';
import type { SettingsPage } from '#renderer/app/routes.ts';
import AccountSection from './AccountSection.svelte';
import LiveUpdatesSection from '#renderer/features/live-updates/LiveUpdatesSection.svelte';
import NotificationsSection from '#renderer/features/notification-settings/NotificationsSection.svelte';
import AppearanceSection from './AppearanceSection.svelte';
import ChatsSection from './ChatsSection.svelte';
import SendingSection from './SendingSection.svelte';
import DataSection from './DataSection.svelte';
import KeyboardSection from '#renderer/features/keyboard/KeyboardSection.svelte';
import LedgerSection from '#renderer/features/ledger/LedgerSection.svelte';
import AboutSection from './AboutSection.svelte';
import HealthSection from '#renderer/features/health/HealthSection.svelte';

/** The view of each section of the settings. */
export const SECTION_VIEWS: Readonly<Record<SettingsPage, Component>> = {
  account: AccountSection,
  live: LiveUpdatesSection,
  notifications: NotificationsSection,
  appearance: AppearanceSection,
  chats: ChatsSection,
  sending: SendingSection,
  data: DataSection,
  keyboard: KeyboardSection,
  ledger: LedgerSection,
  health: HealthSection,
  about: AboutSection,
};

import Activity from '@lucide/svelte/icons/activity';
import Info from '@lucide/svelte/icons/info';
import Bell from '@lucide/svelte/icons/bell';
import Palette from '@lucide/svelte/icons/palette';
import MessageSquareText from '@lucide/svelte/icons/message-square-text';
import Cable from '@lucide/svelte/icons/cable';
import Database from '@lucide/svelte/icons/database';
import Keyboard from '@lucide/svelte/icons/keyboard';
import ReceiptText from '@lucide/svelte/icons/receipt-text';
import Send from '@lucide/svelte/icons/send';
import User from '@lucide/svelte/icons/user';
import type { Component } from 'svelte';
import type { SettingsPage } from '#renderer/app/routes.ts';
import { appearance, chatSettings } from './messages.ts';
import { notifications } from '#renderer/features/notification-settings/messages.ts';
import { keyboard } from '#renderer/features/keyboard/messages.ts';
import { settings } from '#renderer/lib/words/settings.ts';
import { updates } from '#renderer/lib/words/updates.ts';
import type { Message } from '#renderer/lib/messages.ts';

/** One section of the settings. */
export interface Section {
  /** Its `SettingsSection` has the same. */
  readonly id: SettingsPage;
  readonly label: Message;
  readonly icon: Component<{ size?: number }>;
  /** `form`: as wide as a sentence is read well · `table` · `sheet`: all there is, and what is in it scrolls by itself. */
  readonly width: 'form' | 'table' | 'sheet';
}

/** All sections, in the order of the side list. Their views are in `section-views.ts`: the palette names sections without them. */
export const SECTIONS: readonly Section[] = [
  { id: 'account', label: settings.account, icon: User, width: 'form' },
  { id: 'live', label: settings.live, icon: Cable, width: 'form' },
  { id: 'notifications', label: notifications.title, icon: Bell, width: 'table' },
  { id: 'appearance', label: appearance.title, icon: Palette, width: 'form' },
  { id: 'chats', label: chatSettings.title, icon: MessageSquareText, width: 'form' },
  { id: 'sending', label: settings.sending, icon: Send, width: 'form' },
  { id: 'data', label: settings.data, icon: Database, width: 'form' },
  { id: 'keyboard', label: keyboard.title, icon: Keyboard, width: 'table' },
  { id: 'ledger', label: settings.ledger, icon: ReceiptText, width: 'sheet' },
  { id: 'health', label: settings.health, icon: Activity, width: 'table' },
  { id: 'about', label: updates.about, icon: Info, width: 'form' },
];

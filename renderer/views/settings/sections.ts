import Activity from '@lucide/svelte/icons/activity';
import Palette from '@lucide/svelte/icons/palette';
import MessageSquareText from '@lucide/svelte/icons/message-square-text';
import Cable from '@lucide/svelte/icons/cable';
import Database from '@lucide/svelte/icons/database';
import Keyboard from '@lucide/svelte/icons/keyboard';
import ReceiptText from '@lucide/svelte/icons/receipt-text';
import Send from '@lucide/svelte/icons/send';
import User from '@lucide/svelte/icons/user';
import type { Component } from 'svelte';
import { appearance, chatSettings } from '#renderer/lib/catalogue/appearance.ts';
import { keyboard } from '#renderer/lib/catalogue/keyboard.ts';
import { settings } from '#renderer/lib/catalogue/settings.ts';
import type { Message } from '#renderer/lib/messages.ts';

/** One section of the settings. */
export interface SectionEntry {
  /** Its `SettingsSection` has the same. */
  readonly id: string;
  readonly label: Message;
  readonly icon: Component<{ size?: number }>;
  /** Where it stands on the one sheet; `alone`: it is long, and has the sheet to itself. */
  readonly place: 'start' | 'end' | 'alone';
  /** It is as high as the sheet, and what is in it scrolls by itself. */
  readonly isFilling?: true;
}

/** All sections, in the order of the side list. The file of one is `sections/<Id>Section.svelte`. */
const TABLE: readonly SectionEntry[] = [
  { id: 'account', label: settings.account, icon: User, place: 'start' },
  { id: 'live', label: settings.live, icon: Cable, place: 'start' },
  { id: 'appearance', label: appearance.title, icon: Palette, place: 'end' },
  { id: 'chats', label: chatSettings.title, icon: MessageSquareText, place: 'start' },
  { id: 'sending', label: settings.sending, icon: Send, place: 'end' },
  { id: 'data', label: settings.data, icon: Database, place: 'end' },
  { id: 'keyboard', label: keyboard.title, icon: Keyboard, place: 'alone' },
  { id: 'ledger', label: settings.ledger, icon: ReceiptText, place: 'alone', isFilling: true },
  { id: 'health', label: settings.health, icon: Activity, place: 'alone' },
];

export interface Section extends SectionEntry {
  readonly view: Component;
}

const files = import.meta.glob<{ default: Component }>('./sections/*Section.svelte', { eager: true });

/** Those whose file exists. */
export function listSections(): readonly Section[] {
  return TABLE.flatMap((entry) => {
    const name = `${entry.id.charAt(0).toUpperCase()}${entry.id.slice(1)}`;
    const view = files[`./sections/${name}Section.svelte`]?.default;
    return view === undefined ? [] : [{ ...entry, view }];
  });
}

/** The menus of the desktop: what they are made of, and in which order. Pure. */
import type { CommandId } from './commands.ts';

export type MenuName = 'file' | 'edit' | 'view' | 'chat' | 'help';

/** Commands of each menu; null is a line between two groups. The desktop's own items stand beside them. */
export const MENUS = {
  file: [
    ...(['new-message', 'new-contact', 'new-list', 'new-schedule', 'new-template', null] as const),
    ...(['import-contacts', 'export-chat', 'print-chat', null, 'go-settings'] as const),
  ],
  edit: ['find-in-chat', 'search-everywhere', 'search'],
  view: [
    ...(['go-inbox', 'go-contacts', 'go-scheduled', 'go-templates', null] as const),
    ...(['toggle-panel', 'next-theme', 'change-density'] as const),
  ],
  chat: [
    ...(['next-unread', 'next-chat', 'previous-chat', 'jump-to-date', null] as const),
    ...(['close-or-reopen', 'read-or-unread', 'pin', 'mute', 'snooze', 'needs-reply', null] as const),
    ...(['mark-all-read', 'close-all-read', null, 'block', 'delete'] as const),
  ],
  help: ['show-shortcuts', null, 'show-about'],
} as const satisfies Readonly<Record<MenuName, readonly (CommandId | null)[]>>;

/** Every command that is in a menu. */
export const MENU_COMMANDS: readonly CommandId[] = Object.values(MENUS)
  .flat()
  .filter((id) => id !== null);

/** A command as a menu shows it now. */
export interface MenuCommand {
  readonly id: CommandId;
  readonly label: string;
  /** Shown beside it, as the command table writes chords; '' for none. The page hears the key itself. */
  readonly chord: string;
  readonly canRun: boolean;
}

/** Where a menu opens: CSS pixels from the window's left and top edge. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

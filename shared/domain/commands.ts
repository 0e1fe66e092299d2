/**
 * Every command of the window with the keys that it has unless a person chose others: one table for keys, palette, guide,
 * tooltips and the menus of the desktop. Words are the catalogue's.
 *
 * A chord is written `Ctrl+Shift+Enter`: any of Ctrl, Alt, Shift in that order, then a key as `KeyboardEvent.key` names it
 * (letters in upper case; digits by where they are; `Space` and `Plus`; signs without the Shift that writes them). Ctrl
 * stands for \u2318 on macOS. Several chords of a command are apart by a space.
 */
export type CommandScope =
  /** Works wherever the focus is. */
  | 'anywhere'
  /**
   * A chat: the open one, which is the row under the keys where list and sheet are side by side; where they take turns,
   * that row while the list has the focus. Single letters not in fields.
   */
  | 'chat'
  /** While a list has the focus: the chat list, or a table. */
  | 'list'
  /** While a message of the thread has the focus. */
  | 'message'
  /** While the composer has the focus. */
  | 'composer';

export type CommandGroup = 'go' | 'chats' | 'list' | 'contacts' | 'thread' | 'writing' | 'schedules' | 'window';

/** What a command may be limited to. */
export type CommandPage = 'inbox' | 'contacts' | 'scheduled' | 'templates' | 'ledger';

interface CommandEntry {
  readonly id: string;
  readonly group: CommandGroup;
  readonly scope: CommandScope;
  readonly keys: string;
  /** Keys of the platform that nobody may take away from it, such as arrows. */
  readonly isFixed?: true;
  /** Only there: elsewhere its keys may mean something else. Absent: on every screen. */
  readonly on?: CommandPage;
  /** Goes on while its key is held: others are done once, so that nobody closes a whole list by a finger that rests. */
  readonly repeats?: true;
}

export const COMMANDS = [
  { id: 'search', group: 'go', scope: 'anywhere', keys: 'Ctrl+K' },
  { id: 'go-inbox', group: 'go', scope: 'anywhere', keys: 'Ctrl+1' },
  { id: 'go-contacts', group: 'go', scope: 'anywhere', keys: 'Ctrl+2' },
  { id: 'go-scheduled', group: 'go', scope: 'anywhere', keys: 'Ctrl+3' },
  { id: 'go-templates', group: 'go', scope: 'anywhere', keys: 'Ctrl+5' },
  { id: 'go-settings', group: 'go', scope: 'anywhere', keys: 'Ctrl+,' },
  { id: 'search-ledger', group: 'go', scope: 'anywhere', keys: '/', on: 'ledger' },
  { id: 'next-region', group: 'go', scope: 'anywhere', keys: 'F6', repeats: true },
  { id: 'previous-region', group: 'go', scope: 'anywhere', keys: 'Shift+F6', repeats: true },
  { id: 'show-shortcuts', group: 'go', scope: 'anywhere', keys: '?' },
  { id: 'show-about', group: 'go', scope: 'anywhere', keys: '' },
  { id: 'go-back', group: 'go', scope: 'anywhere', keys: 'Alt+ArrowLeft' },
  { id: 'go-forward', group: 'go', scope: 'anywhere', keys: 'Alt+ArrowRight' },
  { id: 'back', group: 'go', scope: 'anywhere', keys: 'Escape', isFixed: true },

  { id: 'new-message', group: 'chats', scope: 'anywhere', keys: 'Ctrl+N N' },
  { id: 'next-chat', group: 'chats', scope: 'anywhere', keys: 'Alt+ArrowDown', repeats: true },
  { id: 'previous-chat', group: 'chats', scope: 'anywhere', keys: 'Alt+ArrowUp', repeats: true },
  { id: 'next-unread', group: 'chats', scope: 'anywhere', keys: 'Alt+Shift+ArrowDown' },
  { id: 'close-or-reopen', group: 'chats', scope: 'chat', keys: 'E' },
  { id: 'read-or-unread', group: 'chats', scope: 'chat', keys: 'U' },
  { id: 'pin', group: 'chats', scope: 'chat', keys: 'P' },
  { id: 'mute', group: 'chats', scope: 'chat', keys: 'M' },
  { id: 'snooze', group: 'chats', scope: 'chat', keys: 'S' },
  { id: 'needs-reply', group: 'chats', scope: 'chat', keys: 'W' },
  { id: 'delete', group: 'chats', scope: 'chat', keys: 'Delete #', on: 'inbox' },
  { id: 'block', group: 'chats', scope: 'chat', keys: '' },
  { id: 'chat-menu', group: 'chats', scope: 'list', keys: 'Shift+F10 ContextMenu', isFixed: true },
  { id: 'export-chat', group: 'chats', scope: 'chat', keys: '' },
  { id: 'print-chat', group: 'chats', scope: 'chat', keys: 'Ctrl+P' },
  { id: 'mark-all-read', group: 'chats', scope: 'anywhere', keys: '' },
  { id: 'close-all-read', group: 'chats', scope: 'anywhere', keys: '' },
  { id: 'undo', group: 'chats', scope: 'anywhere', keys: 'Ctrl+Z Z' },

  { id: 'next', group: 'list', scope: 'list', keys: 'J ArrowDown', repeats: true },
  { id: 'previous', group: 'list', scope: 'list', keys: 'K ArrowUp', repeats: true },
  { id: 'first', group: 'list', scope: 'list', keys: 'Home', isFixed: true },
  { id: 'last', group: 'list', scope: 'list', keys: 'End', isFixed: true },
  { id: 'page-down', group: 'list', scope: 'list', keys: 'PageDown', isFixed: true, repeats: true },
  { id: 'page-up', group: 'list', scope: 'list', keys: 'PageUp', isFixed: true, repeats: true },
  { id: 'open', group: 'list', scope: 'list', keys: 'Enter', isFixed: true },
  { id: 'check', group: 'list', scope: 'list', keys: 'X' },
  { id: 'check-down', group: 'list', scope: 'list', keys: 'Shift+ArrowDown', repeats: true },
  { id: 'check-up', group: 'list', scope: 'list', keys: 'Shift+ArrowUp', repeats: true },
  { id: 'check-all', group: 'list', scope: 'list', keys: 'Ctrl+A' },
  { id: 'choose-list', group: 'list', scope: 'anywhere', keys: 'G' },
  { id: 'search-people', group: 'list', scope: 'anywhere', keys: '/', on: 'inbox' },
  { id: 'save-view', group: 'list', scope: 'anywhere', keys: '' },

  { id: 'find-contacts', group: 'contacts', scope: 'anywhere', keys: '/', on: 'contacts' },
  { id: 'new-contact', group: 'contacts', scope: 'anywhere', keys: 'Shift+N', on: 'contacts' },
  { id: 'new-list', group: 'contacts', scope: 'anywhere', keys: '' },
  { id: 'import-contacts', group: 'contacts', scope: 'anywhere', keys: '' },
  { id: 'edit', group: 'contacts', scope: 'anywhere', keys: 'F2', on: 'contacts' },
  { id: 'delete-contacts', group: 'contacts', scope: 'list', keys: 'Delete #', on: 'contacts' },

  { id: 'write', group: 'thread', scope: 'chat', keys: 'R' },
  { id: 'find-in-chat', group: 'thread', scope: 'anywhere', keys: 'Ctrl+F' },
  { id: 'search-everywhere', group: 'thread', scope: 'anywhere', keys: 'Ctrl+Shift+F' },
  { id: 'toggle-panel', group: 'thread', scope: 'anywhere', keys: 'Ctrl+.' },
  { id: 'jump-to-date', group: 'thread', scope: 'anywhere', keys: 'Ctrl+G' },
  { id: 'jump-to-newest', group: 'thread', scope: 'anywhere', keys: 'Ctrl+End' },
  { id: 'message-menu', group: 'thread', scope: 'message', keys: 'Shift+F10 ContextMenu', isFixed: true },
  { id: 'copy-message', group: 'thread', scope: 'message', keys: 'Ctrl+C' },
  { id: 'check-message', group: 'thread', scope: 'message', keys: 'X' },
  { id: 'forward-message', group: 'thread', scope: 'message', keys: 'F' },
  { id: 'show-details', group: 'thread', scope: 'message', keys: 'I' },
  { id: 'delete-message', group: 'thread', scope: 'message', keys: 'Delete #' },

  { id: 'send', group: 'writing', scope: 'composer', keys: 'Ctrl+Enter', isFixed: true, on: 'inbox' },
  { id: 'schedule', group: 'writing', scope: 'composer', keys: 'Ctrl+Shift+Enter' },
  { id: 'attach', group: 'writing', scope: 'anywhere', keys: 'Ctrl+U' },
  { id: 'insert-emoji', group: 'writing', scope: 'composer', keys: 'Ctrl+Shift+E' },
  { id: 'insert-template', group: 'writing', scope: 'composer', keys: '' },

  { id: 'find-schedules', group: 'schedules', scope: 'anywhere', keys: '/', on: 'scheduled' },
  { id: 'new-schedule', group: 'schedules', scope: 'anywhere', keys: 'Shift+N', on: 'scheduled' },
  { id: 'edit-schedule', group: 'schedules', scope: 'anywhere', keys: 'F2', on: 'scheduled' },
  { id: 'cancel-schedule', group: 'schedules', scope: 'list', keys: 'Delete #', on: 'scheduled' },
  { id: 'find-templates', group: 'schedules', scope: 'anywhere', keys: '/', on: 'templates' },
  { id: 'new-template', group: 'schedules', scope: 'anywhere', keys: 'Shift+N', on: 'templates' },
  { id: 'save-template', group: 'schedules', scope: 'anywhere', keys: 'Ctrl+Enter', on: 'templates' },

  { id: 'zoom-in', group: 'window', scope: 'anywhere', keys: 'Ctrl+=', repeats: true },
  { id: 'zoom-out', group: 'window', scope: 'anywhere', keys: 'Ctrl+-', repeats: true },
  { id: 'zoom-reset', group: 'window', scope: 'anywhere', keys: 'Ctrl+0' },
  { id: 'next-theme', group: 'window', scope: 'anywhere', keys: '' },
  { id: 'change-density', group: 'window', scope: 'anywhere', keys: '' },
] as const satisfies readonly CommandEntry[];

export type CommandId = (typeof COMMANDS)[number]['id'];

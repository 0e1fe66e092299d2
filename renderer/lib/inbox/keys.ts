/** Which key means what in the inbox (design §7). Layout-safe: letters by what they write, digits by where they are. */

export type InboxCommand =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'
  | 'open'
  | 'write'
  | 'menu'
  | 'close-or-reopen'
  | 'read-or-unread'
  | 'pin'
  | 'mute'
  | 'new-message'
  | 'next-chat'
  | 'previous-chat'
  | 'next-unread'
  | 'toggle-panel'
  | 'search'
  | 'search-people'
  | 'search-everywhere'
  | 'find-in-chat'
  | 'back';

/** The commands that open the palette. */
export type SearchCommand = Extract<InboxCommand, 'search' | `search-${string}` | 'find-in-chat'>;

export interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** Where the focus is: a field that takes letters, the chat list, or anywhere else. */
export type FocusPlace = 'field' | 'list' | 'elsewhere';

const LETTERS: Readonly<Record<string, InboxCommand>> = {
  j: 'next',
  k: 'previous',
  e: 'close-or-reopen',
  u: 'read-or-unread',
  p: 'pin',
  m: 'mute',
  n: 'new-message',
  r: 'write',
};

const IN_LIST: Readonly<Record<string, InboxCommand>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
  Enter: 'open',
  ContextMenu: 'menu',
};

/** The command of a key press, or null where the key is not ours. */
export function findCommand(press: KeyPress, place: FocusPlace): InboxCommand | null {
  const { key, altKey, shiftKey } = press;
  const isControl = press.ctrlKey || press.metaKey;
  if (isControl) return altKey ? null : findControlCommand(key, shiftKey);
  if (altKey) return findAltCommand(key, shiftKey);
  if (key === 'Escape') return 'back';
  if (place === 'list') {
    if (shiftKey && key === 'F10') return 'menu';
    const inList = shiftKey ? undefined : IN_LIST[key];
    if (inList !== undefined) return inList;
  }
  if (place === 'field') return null;
  // On many keyboards it is written with Shift.
  if (key === '/') return 'search-people';
  if (shiftKey) return null;
  return LETTERS[key.toLowerCase()] ?? null;
}

const WITH_CONTROL: Readonly<Record<string, InboxCommand>> = {
  '.': 'toggle-panel',
  n: 'new-message',
  k: 'search',
  f: 'find-in-chat',
};

function findControlCommand(key: string, shiftKey: boolean): InboxCommand | null {
  const letter = key.toLowerCase();
  if (shiftKey) return letter === 'f' ? 'search-everywhere' : null;
  return WITH_CONTROL[letter] ?? null;
}

function findAltCommand(key: string, shiftKey: boolean): InboxCommand | null {
  if (key === 'ArrowDown') return shiftKey ? 'next-unread' : 'next-chat';
  return key === 'ArrowUp' && !shiftKey ? 'previous-chat' : null;
}

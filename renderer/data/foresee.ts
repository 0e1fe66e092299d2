/** The list and the counts as they will be once main has done what a person just did. Pure. */
import type { ChatCounts, ChatScope, ChatView } from '#shared/contract/index.ts';
import type { ChatWindow } from './chat-window.ts';
import { isInScope } from './deeds.ts';
import { SCOPES } from './scopes.ts';

/** The chat as it will be; the same object where nothing is done to it. */
export type ChatChange = (chat: ChatView) => ChatView;

/**
 * The window with its chats changed, without those that leave its list for that. Where they go within the list, only
 * main decides. `withUnknown`: what is not loaded is meant as well, and goes with the others.
 */
export function foreseeWindow(
  window: ChatWindow,
  { scope, change, withUnknown = false }: Foreseen & { readonly scope: ChatScope },
): ChatWindow {
  const rows = window.rows.map((row) => (row === null ? null : change(row)));
  const unknownGoes = withUnknown && rows.some((row) => row !== null && !isInScope(row, scope));
  const stays = rows.map((row, index) =>
    row === null ? !unknownGoes : row === window.rows[index] || isInScope(row, scope),
  );
  if (!stays.includes(false)) return { ...window, rows };
  let start = 0;
  const sections = window.sections.map(({ section, count }) => {
    const left = stays.slice(start, start + count).filter(Boolean).length;
    start += count;
    return { section, count: left };
  });
  const left = rows.filter((_, index) => stays[index]);
  return { total: left.length, sections, rows: left };
}

export interface Foreseen {
  readonly change: ChatChange;
  readonly withUnknown?: boolean;
}

const COUNTED = {
  open: SCOPES.open,
  unread: SCOPES.unread,
  closed: SCOPES.closed,
  deleted: SCOPES.deleted,
  snoozed: SCOPES.snoozed,
  pinned: SCOPES.pinned,
  muted: SCOPES.muted,
  waiting: SCOPES.waiting,
  drafts: SCOPES.drafts,
  failed: SCOPES.failed,
  scheduled: SCOPES.scheduled,
  lamp: { shelf: 'open', marks: ['unread', 'not-muted'], listId: null },
} as const satisfies Record<Exclude<keyof ChatCounts, 'views'>, ChatScope>;

/** The counts once these chats have changed; those of saved views are left to main, which knows who is on which list. */
export function foreseeCounts(counts: ChatCounts, chats: readonly ChatView[], change: ChatChange): ChatCounts {
  const changes = chats.map((before) => ({ before, after: change(before) }));
  const next = { ...counts };
  for (const name of Object.keys(COUNTED) as (keyof typeof COUNTED)[]) {
    const difference = changes.reduce(
      (sum, { before, after }) =>
        sum + Number(isInScope(after, COUNTED[name])) - Number(isInScope(before, COUNTED[name])),
      0,
    );
    next[name] = Math.max(0, counts[name] + difference);
  }
  return next;
}

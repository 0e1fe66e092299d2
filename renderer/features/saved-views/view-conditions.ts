/** The conditions of a view as its form has them, and the scope that they make. */
import type { ChatMark, ChatScope } from '#shared/contract/index.ts';

export const FLAGS = ['pinned', 'waiting', 'draft', 'failed', 'scheduled'] as const satisfies readonly ChatMark[];
export type Flag = (typeof FLAGS)[number];

export interface ViewConditions {
  readonly shelf: ChatScope['shelf'];
  readonly read: 'any' | 'unread' | 'read';
  readonly muted: 'any' | 'muted' | 'not-muted';
  readonly flags: readonly Flag[];
  readonly listId: number | null;
}

export function toConditions({ shelf, marks, listId }: ChatScope): ViewConditions {
  return {
    shelf,
    read: marks.includes('unread') ? 'unread' : marks.includes('read') ? 'read' : 'any',
    muted: marks.includes('muted') ? 'muted' : marks.includes('not-muted') ? 'not-muted' : 'any',
    flags: FLAGS.filter((flag) => marks.includes(flag)),
    listId,
  };
}

export function toScope({ shelf, read, muted, flags, listId }: ViewConditions): ChatScope {
  const marks: ChatMark[] = [...(read === 'any' ? [] : [read]), ...(muted === 'any' ? [] : [muted]), ...flags];
  return { shelf, marks, listId };
}

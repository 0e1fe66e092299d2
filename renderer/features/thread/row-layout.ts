import type { MessageView } from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { findChanged, toThreadRows, type ThreadRow } from './thread-rows.ts';
import type { Thread } from './thread.svelte.ts';

type Source = Pick<Thread, 'messages' | 'firstNewKey'> & { readonly gaps: Pick<Thread['gaps'], 'list'> };

interface Laid {
  readonly messages: Source['messages'];
  readonly firstNewKey: string | null;
  readonly gaps: ReadonlyMap<string, Gap>;
  readonly formats: Formats;
  readonly rows: readonly ThreadRow[];
}

/**
 * Lays out the messages of one thread, again and again: rows that say the same stay the same, and of tens of thousands
 * only those are looked at that changed or got other neighbours. Reads runes.
 */
export class RowLayout {
  #laid: Laid | null = null;

  lay({ messages, firstNewKey, gaps: found }: Source, formats: Formats): readonly ThreadRow[] {
    // Tens of thousands of messages are asked about: the map that tells of changes is read once.
    const gaps = new Map(found.list());
    const last = this.#laid;
    const isSameDay = (at: number, other: number): boolean => formats.isSameDay(at, other);
    const findGap = (key: string): Gap | null => gaps.get(key) ?? null;
    // By place, since a map of them all would be gone through whenever memory is cleared up.
    const findLaid = (message: MessageView, index: number): ThreadRow | null => {
      const laid = last?.rows ?? [];
      const fromTop = laid[index];
      if (fromTop?.message === message) return fromTop;
      const fromEnd = laid[index - messages.length + laid.length];
      return fromEnd?.message === message ? fromEnd : null;
    };
    const isSameOtherwise =
      last !== null && last.firstNewKey === firstNewKey && last.formats === formats && hasSameGaps(last.gaps, gaps);
    const before = isSameOtherwise ? last : { messages: [], rows: [] };
    const stretch = findChanged(before.messages, messages);
    const changed = toThreadRows(messages, { firstNewKey, isSameDay, findGap, stretch, findLaid });
    const below = before.rows.length - (messages.length - stretch.to);
    const rows = before.rows.slice(0, stretch.from).concat(changed, before.rows.slice(below));
    this.#laid = { messages, firstNewKey, gaps, formats, rows };
    return rows;
  }
}

function hasSameGaps(before: ReadonlyMap<string, Gap>, gaps: ReadonlyMap<string, Gap>): boolean {
  return before.size === gaps.size && [...gaps].every(([key, gap]) => before.get(key) === gap);
}

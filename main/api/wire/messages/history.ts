import type { Message, Page } from '#shared/domain/entities.ts';
import type { MessageHistory } from '#shared/domain/history.ts';
import { parseJson } from '../json.ts';
import { readIdOrNull, readMember } from '../read.ts';

export interface AskedHistory {
  /** Cursor of this stretch, null for the first one. */
  readonly lastId: number | null;
  /** Whether ids only fall from one stretch to the next. */
  readonly isDescending: boolean;
}

/**
 * A stretch of the history. Where the service names no next cursor, or gives a bare array, it is the id of the last row.
 * One that does not lead on is none: a service that repeats itself must not be read for ever.
 */
export function toMessageHistory(page: Page<Message>, text: string, asked: AskedHistory): MessageHistory {
  const { limit, items, leftOut } = page;
  const said = readIdOrNull(readMember(parseJson(text), 'nextLastId'));
  const next = items.length === 0 ? null : (said ?? items.at(-1)?.id ?? null);
  return {
    limit,
    nextLastId: next !== null && leadsOn(next, asked) ? next : null,
    items,
    ...(leftOut === undefined ? {} : { leftOut }),
  };
}

function leadsOn(next: number, { lastId, isDescending }: AskedHistory): boolean {
  if (lastId === null) return true;
  return isDescending ? next < lastId : next !== lastId;
}

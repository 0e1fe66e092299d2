import type { FeedCursor, FeedName } from '#shared/domain/sync.ts';
import type { WriteDb } from '../open.ts';
import type { CacheCommand } from './command.ts';

const SAVE_CURSOR = `
  INSERT INTO feed_cursors (name, head_id, tail_id, is_complete, tail_page)
  VALUES (@name, @head_id, @tail_id, @is_complete, @tail_page)
  ON CONFLICT (name) DO UPDATE SET head_id = excluded.head_id, tail_id = excluded.tail_id,
    is_complete = excluded.is_complete, tail_page = excluded.tail_page
  WHERE (head_id, tail_id, is_complete, tail_page)
    IS NOT (excluded.head_id, excluded.tail_id, excluded.is_complete, excluded.tail_page)`;

/** Runs inside the transaction of the rows that the cursor has passed. A cursor that did not move is not written. */
export function saveFeedCursor(cache: WriteDb, name: FeedName, cursor: FeedCursor): void {
  cache.run(SAVE_CURSOR, {
    name,
    head_id: cursor.headId,
    tail_id: cursor.tailId,
    is_complete: Number(cursor.isComplete),
    tail_page: cursor.tailPage,
  });
}

export const setSyncMark: CacheCommand<'setSyncMark'> = {
  file: 'cache',
  run: ({ cache }, { key, value }) => {
    cache.run(
      'INSERT INTO sync_marks (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      [key, value],
    );
  },
};

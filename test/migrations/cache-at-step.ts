import { afterEach, beforeEach } from 'vitest';
import { toChatColumns, type ChatColumns } from '#main/store/rows/chat-row.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { migrate } from '#main/store/migrate.ts';
import { cacheMigrations } from '#main/store/migrations/list.ts';
import { openInMemory, type SqlValue, type WriteDb } from '#main/store/open.ts';
import { toInsert } from '#main/store/rows/sql.ts';

/** A row of `chats` as it was before 0009: one unread count, the shown one. */
export function toEarlyChatColumns(
  chat: Chat,
): Omit<ChatColumns, 'service_unread'> & { readonly unread_count: number } {
  const { service_unread: unread_count, ...early } = toChatColumns(chat);
  return { ...early, unread_count };
}

/** An empty cache in memory for each test, taken to the schema that the test is about. */
interface CacheAtStep {
  readonly db: WriteDb;
  readonly goTo: (upTo: number) => void;
  readonly insert: (table: string, row: Readonly<Record<string, SqlValue>>) => unknown;
}

/** Call it inside `describe`. */
export function useCacheAtStep(): CacheAtStep {
  let db: WriteDb;
  beforeEach(() => (db = openInMemory()));
  afterEach(() => db.close());
  return {
    get db() {
      return db;
    },
    goTo: (upTo) => migrate(db, { migrations: cacheMigrations, upTo }),
    insert: (table, row) => db.run(toInsert(table, Object.keys(row)), row),
  };
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHATS_BY_ID } from '#main/store/commands/acted-chats.ts';
import { ENDING_ACTS } from '#main/store/commands/overtaken.ts';
import type { ReadDb, SqlParams } from '#main/store/open.ts';
import { ACTIONS_OF_CHATS, ACTIONS_TO_TELL } from '#main/store/queries/actions.ts';
import { DELETIONS_OF } from '#main/store/queries/deletions.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

describe('what people did to chats and messages (STORE-12)', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const plan = (db: ReadDb, sql: string, params: SqlParams = []): string[] =>
    db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);

  it('is found by the chats that come, never by a walk through all that waits', () => {
    const found = 'SEARCH actions USING INDEX pending_actions_by_chat (chat_id=?)';
    expect(plan(store.owned, ACTIONS_OF_CHATS, ['[]'])).toContain(found);
  });

  it('is found by the numbers that texts come from', () => {
    const found = 'SEARCH actions USING INDEX pending_actions_by_phone (phone=? AND kind=?)';
    expect(plan(store.owned, ENDING_ACTS, ['[]'])).toContain(found);
  });

  it('is found by the messages that come', () => {
    const found = 'SEARCH deletions USING INDEX sqlite_autoindex_message_deletions_1 (sequence=? AND id=?)';
    expect(plan(store.owned, DELETIONS_OF, ['[]'])).toContain(found);
  });

  it('is read in its order without sorting, and the chats that are meant one by one', () => {
    expect(plan(store.reader, ACTIONS_TO_TELL).join()).not.toContain('TEMP B-TREE');
    expect(plan(store.cache, CHATS_BY_ID, ['[]'])).toContain('SEARCH chats USING INTEGER PRIMARY KEY (rowid=?)');
  });
});

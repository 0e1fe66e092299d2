import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NAMELESS_SENDS } from '#main/store/commands/link-sends.ts';
import { toSectionSql, toWindowSql } from '#main/store/queries/chats.ts';
import { toNextRunSql } from '#main/store/queries/search-index.ts';
import {
  MESSAGES_BY_INDEX,
  MESSAGES_BY_WALK,
  MESSAGES_OF_THREAD_BY_WALK,
} from '#main/store/queries/search-messages.ts';
import { PEOPLE_BY_CHAT, PEOPLE_BY_INDEX, PEOPLE_BY_NAME } from '#main/store/queries/search-people.ts';
import { UNSENT } from '#main/store/queries/search.ts';
import { toMessagesSql } from '#main/store/queries/thread-items.ts';
import type { SqlParams } from '#main/store/open.ts';
import { Bench } from '../bench.ts';

describe('hot lists (STORE-12)', () => {
  let bench: Bench;
  beforeAll(() => (bench = new Bench()));
  afterAll(() => bench.close());

  const plan = (sql: string, params: SqlParams): string[] =>
    bench.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);

  it('read windows of chats from an index that holds their order, without sorting', () => {
    expect(plan(toWindowSql('open'), [0, 50, 0])).toEqual([
      'SEARCH chats USING COVERING INDEX chats_by_shelf (shelf=?)',
    ]);
    expect(plan(toWindowSql('unread'), [0, 50, 0])).toEqual(['SEARCH chats USING INDEX chats_unread (shelf=?)']);
    expect(plan(toWindowSql('closed'), [1, 50, 0])).toEqual([
      'SEARCH chats USING COVERING INDEX chats_by_shelf (shelf=?)',
    ]);
  });

  it('count sections inside the same index', () => {
    const range = '(shelf=? AND is_pinned=? AND sort_at>? AND sort_at<?)';
    expect(plan(toSectionSql('open'), [0, 0, 1, 2])).toEqual([
      `SEARCH chats USING COVERING INDEX chats_by_shelf ${range}`,
    ]);
    expect(plan(toSectionSql('unread'), [0, 0, 1, 2])).toEqual([`SEARCH chats USING INDEX chats_unread ${range}`]);
  });

  it('find accepted sends without a message in an index of just those', () => {
    expect(plan(NAMELESS_SENDS, [])).toEqual(['SCAN sends USING INDEX sends_nameless']);
  });

  it('read a thread from its index, from the cursor on in either direction, without sorting', () => {
    const params = { phone: '44', at: 1, direction: 'in', id: 1, limit: 5 };
    const range = (compared: string): string[] => [
      `SEARCH messages USING INDEX messages_by_phone (phone=? AND (at,direction,id)${compared}(?,?,?))`,
    ];
    expect(plan(toMessagesSql('older'), params)).toEqual(range('<'));
    expect(plan(toMessagesSql('same-or-older'), params)).toEqual(range('<'));
    expect(plan(toMessagesSql('newer'), params)).toEqual(range('>'));
  });

  it('search the newest messages first without sorting: by the index, by walking, and within one thread', () => {
    expect(plan(MESSAGES_BY_INDEX, ['"abc"'])).toEqual([
      expect.stringMatching(/^SCAN message_search VIRTUAL TABLE INDEX/),
      'SEARCH messages USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
    const like = { lower: '%a%', upper: '%A%', from: 0 };
    expect(plan(MESSAGES_BY_WALK, like)).toEqual(['SEARCH messages USING INTEGER PRIMARY KEY (rowid>?)']);
    expect(plan(MESSAGES_OF_THREAD_BY_WALK, { ...like, phone: '44' })).toEqual([
      'SEARCH messages USING INDEX messages_by_phone (phone=? AND at>?)',
    ]);
  });

  it('look for a run of characters in the index, one step for each', () => {
    expect(plan(toNextRunSql('message'), ['ab'])).toEqual([
      expect.stringMatching(/^SCAN message_terms VIRTUAL TABLE INDEX/),
    ]);
  });

  it('search people by the index, by the beginning of a name, and by the newest chats', () => {
    expect(plan(PEOPLE_BY_INDEX, ['"abc"'])).toEqual([
      expect.stringMatching(/^SCAN people_search VIRTUAL TABLE INDEX/),
      'SEARCH people USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
    expect(plan(PEOPLE_BY_NAME, { text: 'a' })).toEqual([
      'SEARCH people USING INDEX people_by_name (folded>? AND folded<?)',
    ]);
    expect(plan(PEOPLE_BY_CHAT, [0, 0])).toEqual([
      'CO-ROUTINE newest',
      'SEARCH chats USING INDEX chats_by_shelf (shelf=? AND is_pinned=?)',
      'SCAN newest',
      'SEARCH people USING INDEX sqlite_autoindex_people_1 (phone=?)',
    ]);
  });

  it('look through the unsent texts only, not through all that were ever accepted', () => {
    expect(plan(UNSENT, [])).toEqual(
      expect.arrayContaining([
        'SEARCH sends USING INDEX sends_by_state (state=?)',
        'SCAN sends USING INDEX sends_nameless',
      ]),
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NAMELESS_SENDS } from '#main/store/commands/link-sends.ts';
import { KNOWN_OF_CHAT, KNOWN_OF_FEED } from '#main/store/commands/suspects.ts';
import { toBetweenSql } from '#main/store/queries/chat-counts.ts';
import type { ListPlace } from '#main/store/queries/chat-counts.ts';
import { toWindowSql } from '#main/store/queries/chat-list-order.ts';
import { CHAT_SPANS, TAIL_AT, TEXTS_ABOVE } from '#main/store/queries/known-spans.ts';
import { toNextRunSql } from '#main/store/queries/search-index.ts';
import {
  MESSAGES_BY_INDEX,
  MESSAGES_BY_WALK,
  MESSAGES_OF_THREAD_BY_WALK,
} from '#main/store/queries/search-messages.ts';
import { PEOPLE_BY_CHAT, PEOPLE_BY_INDEX, PEOPLE_BY_NAME } from '#main/store/queries/search-people.ts';
import { UNSENT } from '#main/store/queries/search.ts';
import { MESSAGES_OF_FEED, OPEN_LETTERS } from '#main/store/queries/spans.ts';
import { toMessagesSql } from '#main/store/queries/thread-items.ts';
import type { SqlParams } from '#main/store/open.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const OPEN: ListPlace = { shelf: 0, index: 'chats_by_shelf', also: '', count: 'chats' };
const UNREAD: ListPlace = {
  ...{ shelf: 0, index: 'chats_unread', also: 'AND unread_count > 0', count: 'unread_chats' },
};

describe('hot lists (STORE-12)', () => {
  let store: StoreInOneThread;
  beforeAll(() => (store = new StoreInOneThread()));
  afterAll(() => store.close());

  const plan = (sql: string, params: SqlParams): string[] =>
    store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);

  it('read windows of chats from an index that holds their order, without sorting', () => {
    const place = '(shelf=? AND (is_pinned,sort_at)<(?,?))';
    expect(plan(toWindowSql(OPEN), [0, 1, 5, 50, 0])).toEqual([
      `SEARCH chats USING COVERING INDEX chats_by_shelf ${place}`,
    ]);
    expect(plan(toWindowSql(UNREAD), [0, 1, 5, 50, 0])).toEqual([`SEARCH chats USING INDEX chats_unread ${place}`]);
  });

  it('count the chats of a day inside the same index', () => {
    const range = '(shelf=? AND is_pinned=? AND sort_at>? AND sort_at<?)';
    expect(plan(toBetweenSql(OPEN), [0, 1, 2])).toEqual([`SEARCH chats USING COVERING INDEX chats_by_shelf ${range}`]);
    expect(plan(toBetweenSql(UNREAD), [0, 1, 2])).toEqual([`SEARCH chats USING INDEX chats_unread ${range}`]);
  });

  it('find accepted sends without a message in an index of just those', () => {
    expect(plan(NAMELESS_SENDS, [])).toEqual(['SCAN sends USING INDEX sends_nameless']);
  });

  it('read a thread from its index, from the cursor on in either direction, without sorting', () => {
    const params = { phone: '44', at: 1, sequence: 'in', id: 1, limit: 5 };
    const range = (compared: string): string[] => [
      `SEARCH messages USING INDEX messages_by_phone (phone=? AND (at,sequence,id)${compared}(?,?,?))`,
    ];
    expect(plan(toMessagesSql('older'), params)).toEqual(range('<'));
    expect(plan(toMessagesSql('same-or-older'), params)).toEqual(range('<'));
    expect(plan(toMessagesSql('newer'), params)).toEqual(range('>'));
  });

  it('ask the service about open letters, and about what an answer left out, by the indexes that hold just those', () => {
    expect(plan(OPEN_LETTERS, [0, 50])).toEqual(['SEARCH messages USING INDEX messages_open (at>?)']);
    const byId = ['SEARCH messages USING INDEX messages_by_key (sequence=? AND id>? AND id<?)'];
    expect(plan(MESSAGES_OF_FEED, ['in', 1, 9, 50])).toEqual(byId);
    const said = '["in:2"]';
    expect(plan(KNOWN_OF_FEED, { direction: 'in', fromId: 1, toId: 9, said })[0]).toEqual(byId[0]);
    expect(plan(KNOWN_OF_CHAT, { phone: '44', fromAt: 1, toAt: 9, withCalls: 0, said })[0]).toBe(
      'SEARCH messages USING INDEX messages_by_phone (phone=? AND at>? AND at<?)',
    );
  });

  it('measure how completely a thread is known by a few looks into indexes', () => {
    expect(plan(TAIL_AT, ['in', 1])).toEqual([
      expect.stringMatching(/^SEARCH messages USING INDEX messages_by_key \(sequence=\? AND id>\?\)/),
    ]);
    expect(plan(TEXTS_ABOVE, ['44', 1])).toEqual(['SEARCH messages USING INDEX messages_by_phone (phone=? AND at>?)']);
    expect(plan(CHAT_SPANS, ['44'])).toEqual(['SEARCH chat_spans USING PRIMARY KEY (phone=?)']);
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
      'SEARCH chats USING COVERING INDEX chats_by_shelf (shelf=? AND is_pinned=?)',
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

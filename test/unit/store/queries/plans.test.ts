import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NAMELESS_SENDS } from '#main/store/commands/link-sends.ts';
import { NEWEST_OUTBOUND } from '#main/store/commands/sends.ts';
import { toSectionSql, toWindowSql } from '#main/store/queries/chats.ts';
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

  it('find the newest outbound message without walking through the others', () => {
    const [detail] = plan(NEWEST_OUTBOUND, []);
    expect(detail).toMatch(/^SEARCH messages USING COVERING INDEX \S+ \(direction=\?\)$/);
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
});

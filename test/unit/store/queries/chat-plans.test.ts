import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MARKS_NOT_SHOWN } from '#main/store/commands/reply-marks.ts';
import { SHOWN_SNOOZED } from '#main/store/commands/snoozed-chats.ts';
import { TARGETS_OF } from '#main/store/commands/scheduled-chats.ts';
import { OUR_SENDS_AT, OUR_TEXTS_AT, SENDS_AFTER, TEXTS_AFTER } from '#main/store/commands/waiting.ts';
import type { SqlParams } from '#main/store/open.ts';
import { toSource } from '#main/store/queries/chat-scopes.ts';
import { toAnsweredSql, toCountedSql, toNewestSql, toWaitingSql } from '#main/store/queries/chat-list-order.ts';
import { IS_ABOVE, listNextSql, toAboveSql, toUnreadSource } from '#main/store/queries/chat-place.ts';
import { COUNT_WAITING } from '#main/store/queries/chats.ts';
import { LAST_SAID, NEWEST_SENDS } from '#main/store/queries/last-said.ts';
import { MARKS_OF_PHONES } from '#main/store/queries/reply-marks.ts';
import { BESIDE_SENDS, OPEN_SENDS } from '#main/store/reconcile.ts';
import type { ChatScope } from '#shared/contract/index.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const WINDOW = { now: 1, listId: null, limit: 50, offset: 0, todayAt: 1, yesterdayAt: 0 };
const toScope = (shelf: ChatScope['shelf'], ...marks: ChatScope['marks']): ChatScope => ({
  shelf,
  marks,
  listId: null,
});

describe('lists of chats by marks (STORE-12)', () => {
  let store: StoreInOneThread;
  beforeAll(() => (store = new StoreInOneThread()));
  afterAll(() => store.close());

  const plan = (sql: string, params: SqlParams): string[] =>
    store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);
  const newest = (scope: ChatScope): string[] => plan(toNewestSql(toSource(scope)), WINDOW);

  it('walk a shelf inside the index that holds its order and all that marks ask about, without sorting', () => {
    const walked = ['SEARCH chats USING COVERING INDEX chats_by_shelf (shelf=?)'];
    for (const marks of [['read', 'not-muted'], ['unread', 'muted'], ['waiting'], ['waiting', 'unread']] as const) {
      expect(newest(toScope('open', ...marks))).toEqual(walked);
      expect(plan(toCountedSql(toSource(toScope('open', ...marks))), WINDOW)).toEqual(walked);
    }
    expect(newest(toScope('open', 'pinned'))).toEqual([
      'SEARCH chats USING COVERING INDEX chats_by_shelf (shelf=? AND is_pinned=?)',
    ]);
  });

  it('read what is rare from an index of just that, in its order', () => {
    expect(newest(toScope('open', 'muted'))).toEqual(['SEARCH chats USING COVERING INDEX chats_muted (shelf=?)']);
    expect(newest(toScope('open', 'failed'))).toEqual(['SEARCH chats USING COVERING INDEX chats_failed (shelf=?)']);
    expect(plan(COUNT_WAITING, [0])).toEqual([
      'SEARCH chats USING COVERING INDEX chats_waiting (shelf=? AND waiting_since>?)',
    ]);
  });

  it('merge several shelves as they are read, rather than put all of their chats in order', () => {
    for (const steps of [newest(toScope('any')), newest(toScope('any', 'failed'))]) {
      expect(steps.filter((step) => step.startsWith('SEARCH chats USING COVERING INDEX'))).toHaveLength(3);
      expect(steps).not.toContainEqual(expect.stringContaining('TEMP B-TREE'));
    }
  });

  it('begin with the drafts and the scheduled texts, which are few, and not with the chats', () => {
    for (const mark of ['draft', 'scheduled'] as const) {
      const steps = newest(toScope('any', mark));
      expect(steps).toContainEqual(expect.stringMatching(/^SEARCH chats USING .*chats_by_phone \(phone=\?\)/));
      expect(steps).toContain('SEARCH chats USING INTEGER PRIMARY KEY (rowid=?)');
      expect(steps).not.toContainEqual(expect.stringMatching(/^SCAN chats/));
    }
  });

  it('read who waits longest from an index of just those, and the others as the list has them', () => {
    const open = toSource(toScope('open'));
    expect(plan(toWaitingSql(open), WINDOW)).toEqual([
      'SEARCH chats USING COVERING INDEX chats_waiting (shelf=? AND waiting_since>?)',
    ]);
    const answered = plan(toAnsweredSql(open), WINDOW);
    expect(answered.filter((step) => step.includes('COVERING INDEX chats_by_shelf'))).toHaveLength(2);
    expect(answered).not.toContainEqual(expect.stringContaining('TEMP B-TREE'));
  });

  it('count what stands above a chat, and find the next unread one, inside the index from that chat on', () => {
    const unread = toUnreadSource(toScope('open', 'unread'), 1);
    const key = { id: 1, isPinned: 0, sortAt: 1, waitingSince: null, exceptId: 1 };
    expect(plan(toAboveSql(toSource(toScope('open')), [IS_ABOVE]), { ...WINDOW, ...key })).toEqual([
      'SEARCH chats USING COVERING INDEX chats_by_shelf (shelf=? AND (is_pinned,sort_at)>(?,?))',
    ]);
    const [below = '', top = ''] = listNextSql(unread, 'newest', key);
    expect(plan(below, { ...WINDOW, ...key })).toEqual([
      'SEARCH chats USING INDEX chats_unread (shelf=? AND (is_pinned,sort_at)<(?,?))',
    ]);
    expect(plan(top, { ...WINDOW, ...key })).toEqual(['SEARCH chats USING INDEX chats_unread (shelf=?)']);
  });

  it('find who waits, and what stopped, by one statement for many numbers that looks into indexes', () => {
    const said = plan(LAST_SAID, ['{}']).filter((step) => /messages|hidden|newest/u.test(step));
    expect(said.filter((step) => step.includes('SCAN'))).toEqual([]);
    expect(said).toEqual(
      expect.arrayContaining([
        'SEARCH messages USING INDEX messages_by_phone (phone=? AND at=? AND sequence=?)',
        'SEARCH messages USING INDEX messages_by_phone (phone=?)',
        'SEARCH messages USING INDEX messages_by_phone (phone=? AND at>?)',
        'SEARCH hidden USING INDEX hidden_messages_by_phone (phone=?)',
      ]),
    );
    expect(plan(LAST_SAID, ['{}'])).not.toContainEqual(expect.stringContaining('TEMP B-TREE'));
    expect(plan(TEXTS_AFTER, ['44', 1])).toEqual(['SEARCH messages USING INDEX messages_by_phone (phone=? AND at>?)']);
    expect(plan(SENDS_AFTER, ['44', 1])).toEqual(['SEARCH sends USING INDEX sends_by_place (phone=? AND placed_at>?)']);
    expect(plan(OUR_TEXTS_AT, ['44', 1])).toEqual([
      'SEARCH messages USING INDEX messages_by_phone (phone=? AND at=? AND sequence=?)',
    ]);
    expect(plan(OUR_SENDS_AT, ['44', 1])).toEqual([
      'SEARCH sends USING INDEX sends_by_place (phone=? AND placed_at=?)',
    ]);
    const sends = plan(NEWEST_SENDS, ['{}']);
    expect(sends).toContainEqual(expect.stringMatching(/^SEARCH sends USING .*sends_by_place \(phone=\?\)$/u));
    expect(sends).toContainEqual(expect.stringMatching(/^SEARCH stopped USING .*sends_stopped \(phone=\?\)$/u));
    expect(sends).not.toContainEqual(expect.stringContaining('SCAN sends'));
  });

  it('look for what to bring in line in indexes of just that', () => {
    expect(plan(OPEN_SENDS, [])).toContainEqual(
      expect.stringMatching(/^SEARCH sends USING .*sends_by_state \(state=\?\)$/),
    );
    expect(plan(SHOWN_SNOOZED, [])).toEqual(['SCAN chats USING INDEX chats_snoozed']);
    expect(plan(BESIDE_SENDS, [])).toContainEqual(
      expect.stringMatching(/^SCAN chats USING .*INDEX chats_beside_last$/),
    );
    expect(plan(MARKS_OF_PHONES, ['{}'])).toContainEqual(expect.stringMatching(/^SEARCH marks USING PRIMARY KEY/u));
    expect(plan(MARKS_NOT_SHOWN, ['[]'])).toContainEqual(expect.stringMatching(/^SEARCH chats USING .*\(phone=\?\)$/u));
    expect(plan(TARGETS_OF, ['[1]'])).toContain(
      'SEARCH targets USING INDEX schedule_targets_by_schedule (schedule_id=?)',
    );
  });
});

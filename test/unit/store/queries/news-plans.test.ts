import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_UNJUDGED } from '#main/store/commands/arrivals.ts';
import { CHATS_OF_ALL, CHATS_TO_REFRESH } from '#main/store/commands/last.ts';
import { FIND_ALL } from '#main/store/commands/message-rows.ts';
import { PHONES_WITH_DUE } from '#main/store/commands/notice-withdrawal.ts';
import { LIST_DUE } from '#main/store/commands/notices.ts';
import { NEWER_TEXTS } from '#main/store/commands/overtaken.ts';
import { CHATS_TO_COUNT, COUNT_SINCE, LAST_OF_INSTANT, NEWEST_INCOMING } from '#main/store/commands/unread.ts';
import { COUNT_UNREAD } from '#main/store/queries/notices.ts';
import type { SqlParams } from '#main/store/open.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

describe('what is asked with every message (STORE-12)', () => {
  let store: StoreInOneThread;
  beforeAll(() => (store = new StoreInOneThread()));
  afterAll(() => store.close());

  const plan = (sql: string, params: SqlParams): string[] =>
    store.cache.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);

  it('looks at the messages of one number that are newer than a moment, and at its newest', () => {
    expect(plan(COUNT_SINCE, ['44', 1])).toEqual(['SEARCH messages USING INDEX messages_by_phone (phone=? AND at>?)']);
    expect(plan(NEWEST_INCOMING, ['44'])).toEqual(['SEARCH messages USING INDEX messages_by_phone (phone=?)']);
    const ofInstant = 'SEARCH messages USING INDEX messages_by_phone (phone=? AND at=? AND sequence=?)';
    expect(plan(LAST_OF_INSTANT, ['44', 1])).toEqual([ofInstant]);
    expect(plan(NEWER_TEXTS, ['44', 1])).toEqual(['SEARCH messages USING INDEX messages_by_phone (phone=? AND at>?)']);
  });

  it('looks at due notices and unjudged arrivals only', () => {
    expect(plan(LIST_DUE, [])[0]).toBe('SCAN notices USING COVERING INDEX notices_due');
    expect(plan(LIST_UNJUDGED, [1])).toEqual(['SEARCH arrivals USING INDEX arrivals_unjudged (seen_at<?)']);
  });

  it('finds the messages, chats and notices of a page by one look for each, without walking through any of them', () => {
    const said = 'SCAN %s VIRTUAL TABLE INDEX 1:';
    expect(plan(FIND_ALL, { ids: '[1]', sequence: 'in' })).toEqual([
      said.replace('%s', 'wanted'),
      'SEARCH messages USING INDEX messages_by_key (sequence=? AND id=?)',
    ]);
    const byPhone = 'SEARCH chats USING INDEX chats_by_phone (phone=?)';
    expect(plan(CHATS_OF_ALL, ['["44"]'])[1]).toBe('SEARCH chats USING COVERING INDEX chats_by_phone (phone=?)');
    expect(plan(CHATS_TO_REFRESH, ['{"44":1}'])).toEqual([said.replace('%s', 'changed'), byPhone]);
    expect(plan(CHATS_TO_COUNT, ['{"44":1}'])).toEqual(expect.arrayContaining([byPhone, 'SCAN moved']));
    expect(plan(PHONES_WITH_DUE, ['["44"]'])).toEqual([
      said.replace('%s', 'wanted'),
      'SEARCH notices EXISTS USING COVERING INDEX notices_due (phone=?)',
    ]);
  });

  it('counts unread chats by what triggers have counted, and by an index of mutes that end', () => {
    const ended = 'SEARCH chats USING INDEX chats_muted_for_a_while (shelf=? AND muted_until>? AND muted_until<?)';
    const steps = plan(COUNT_UNREAD, { now: 1, shelf: 0 });
    expect(steps.filter((step) => step.includes(' chats '))).toEqual([ended, ended]);
    expect(steps[0]).toBe('SEARCH chat_counts USING PRIMARY KEY (shelf=? AND days=?)');
  });
});

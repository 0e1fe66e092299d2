import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_ENTRY_BETWEEN, ENTRIES_OF } from '#main/store/commands/ledger.ts';
import { FILES_OF_DRAFT } from '#main/store/queries/drafts.ts';
import { PEOPLE_NAMED, planLedgerSearch } from '#main/store/queries/ledger-search.ts';
import { COUNT_FOUND, COUNT_OUTCOME } from '#main/store/queries/ledger-totals.ts';
import { MESSAGE_TEXT } from '#main/store/queries/ledger-entry.ts';
import { FOUND_ENTRIES, NEWEST_ENTRIES, NEWEST_OF_OUTCOME, WALK_TO } from '#main/store/queries/ledger.ts';
import { FILES_OF_SEND, NEEDED_FILES, SENDS_IN } from '#main/store/queries/sends.ts';
import type { SqlParams } from '#main/store/open.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

describe('what is read of the ledger and of files (STORE-12)', () => {
  let store: StoreInOneThread;
  beforeAll(() => (store = new StoreInOneThread()));
  afterAll(() => store.close());

  const plan = (sql: string, params: SqlParams): string[] =>
    store.reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail);
  const place = { at: 9, id: 'a', from: 1 };
  const isSorted = (steps: readonly string[]): boolean => !steps.some((step) => step.includes('TEMP B-TREE'));

  it('lists the newest from an index that holds their order, all of them and of one outcome', () => {
    expect(plan(NEWEST_ENTRIES, { ...place, limit: 5 })).toEqual([
      'SEARCH ledger USING COVERING INDEX ledger_by_time (created_at>? AND (created_at,send_id)<(?,?))',
    ]);
    expect(plan(NEWEST_OF_OUTCOME, { ...place, limit: 5, outcome: 'sent' })).toEqual([
      expect.stringMatching(/^SEARCH ledger USING COVERING INDEX ledger_by_outcome \(outcome=\? AND .*created_at>\?/),
    ]);
  });

  it('searches and adds up in an index that holds all that is looked at, newest first', () => {
    const params = { ...place, outcome: null, ...planLedgerSearch(store.reader, 'bella 0770')?.params };
    const [walk, ...inside] = plan(FOUND_ENTRIES, params);
    expect(walk).toMatch(/^SEARCH ledger USING COVERING INDEX ledger_by_time .*created_at>\?/);
    // Names are looked up in a list that is read once.
    expect(inside.filter((step) => step.includes('ledger'))).toEqual([]);
    expect(isSorted([walk ?? '', ...inside])).toBe(true);
    expect(plan(WALK_TO, place)).toEqual([expect.stringMatching(/^SEARCH ledger USING COVERING INDEX ledger_by_time/)]);
    expect(plan(COUNT_FOUND, params)[0]).toMatch(/^SEARCH ledger USING COVERING INDEX ledger_by_time/);
    expect(plan(COUNT_OUTCOME, { ...place, outcome: 'sent' })).toEqual([
      expect.stringMatching(/^SEARCH ledger USING COVERING INDEX ledger_by_outcome \(outcome=\?/),
    ]);
    expect(plan(PEOPLE_NAMED, ['"abc"'])).toEqual([
      expect.stringMatching(/^SCAN people_search VIRTUAL TABLE INDEX/),
      'SEARCH people USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
  });

  it('finds the message of a text by its key', () => {
    expect(plan(MESSAGE_TEXT, [5])).toEqual(['SEARCH messages USING INDEX messages_by_key (sequence=? AND id=?)']);
  });

  it('asks once about a page of messages, in an index of just the texts that have one', () => {
    expect(plan(ANY_ENTRY_BETWEEN, [1, 9])).toEqual([
      'SEARCH ledger USING COVERING INDEX ledger_by_message (message_id>? AND message_id<?)',
    ]);
    const [each, ...list] = plan(ENTRIES_OF, ['[1]']);
    expect(each).toBe('SEARCH ledger USING INDEX ledger_by_message (message_id=?)');
    expect(list.filter((step) => step.includes('ledger'))).toEqual([]);
  });

  it('reads files by their draft and their text, and what is needed without the texts that were taken', () => {
    expect(plan(FILES_OF_DRAFT, ['44'])[0]).toBe('SEARCH files USING INDEX files_of_drafts (phone=?)');
    expect(plan(FILES_OF_SEND, ['a'])[0]).toBe('SEARCH files USING INDEX files_of_sends (send_id=?)');
    expect(plan(SENDS_IN, ['["held"]'])[0]).toBe('SEARCH sends USING INDEX sends_by_state (state=?)');
    const needed = plan(NEEDED_FILES, ['["held"]']);
    expect(needed).toContain('SEARCH sends USING INDEX sends_by_state (state=?)');
    expect(needed).toContain('SEARCH files USING INDEX files_of_sends (send_id=?)');
    expect(needed.filter((step) => step.startsWith('SCAN sends'))).toEqual([]);
  });
});

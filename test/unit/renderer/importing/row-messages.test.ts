import { describe, expect, it } from 'vitest';
import { rowFilterSchema, rowReasonSchema, type RowReasonView } from '#shared/contract/index.ts';
import { ROW_MARKS, ROW_VERDICTS, RUN_STATES, RUN_STEPS } from '#shared/domain/imports.ts';
import {
  FILTER_LABELS,
  MARK_TEXTS,
  STATE_TEXTS,
  STEP_TEXTS,
  toCountsText,
  toReasonSentences,
  toReasonText,
  toRowText,
  VERDICT_TEXTS,
} from '#renderer/features/importing/row-messages.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { buildCheckedRow, buildRun } from '#test/support/fake-import-rows.ts';

const texts = new Translator('en-GB');

/** Every code of the contract. */
const CODES = rowReasonSchema.options.flatMap(({ entries: { code } }) =>
  'options' in code ? [...code.options] : [code.literal],
);

const toReason = (code: RowReasonView['code'], numbers: { digits: number; wanted: number | null }): RowReasonView => {
  if (code === 'too-short' || code === 'too-long') return { code, ...numbers };
  if (code === 'duplicate') return { code, line: 31 };
  return code === 'refused' ? { code, detail: 'No links, please.' } : { code };
};

describe('sentences of rows', () => {
  it('are there for every code of the contract, each another one', () => {
    const sentences = toReasonSentences(texts);
    expect(Object.keys(sentences).toSorted()).toEqual([...CODES].toSorted());
    for (const code of CODES) {
      const text = toReasonText(toReason(code, { digits: 9, wanted: 11 }), texts);
      expect(text).toMatch(/^[“A-Z].{5,}$/u);
      expect(text).not.toMatch(/[{}]/u);
    }
    for (const sentence of Object.values(sentences)) expect(sentence).not.toMatch(/[{}]/u);
    expect(new Set(Object.values(sentences)).size).toBe(CODES.length);
  });

  it('say how many digits there are, and how many there should be where that is known', () => {
    const short = (wanted: number | null) => toReasonText({ code: 'too-short', digits: 9, wanted }, texts);
    expect(short(11)).toBe('Number is too short: 9 of 11 digits');
    expect(short(null)).toBe('Number is too short: 9 digits');
    expect(toReasonText({ code: 'too-short', digits: 1, wanted: null }, texts)).toBe('Number is too short: 1 digit');
    expect(toReasonText({ code: 'too-long', digits: 13, wanted: 12 }, texts)).toBe(
      'Number is too long: 13 digits, 12 at most',
    );
  });

  it('quote what the service says, and name the row that has the number', () => {
    expect(toReasonText({ code: 'refused', detail: 'No links, please.' }, texts)).toBe('“No links, please.”');
    expect(toReasonText({ code: 'refused', detail: ' ' }, texts)).toBe('The service rejected it');
    expect(toReasonText({ code: 'duplicate', line: 1_031 }, texts)).toBe('Same number as row 1,031');
  });

  it('name every filter, verdict, mark, step and state', () => {
    const all = [
      [rowFilterSchema.options, FILTER_LABELS],
      [ROW_VERDICTS, VERDICT_TEXTS],
      [ROW_MARKS, MARK_TEXTS],
      [RUN_STEPS, STEP_TEXTS],
      [RUN_STATES, STATE_TEXTS],
    ] as const;
    for (const [codes, messages] of all) {
      expect(Object.keys(messages).toSorted()).toEqual([...codes].toSorted());
      const said = Object.values(messages).map((message) => texts.text(message, { count: 2 }));
      expect(new Set(said).size).toBe(codes.length);
    }
  });

  it('count the values that change', () => {
    const change = { name: 'firstName', old: 'Deb', value: 'Deborah' };
    const row = buildCheckedRow({ verdict: 'update', changes: [change] });
    expect(toRowText(row, texts)).toBe('Updates 1 value');
    expect(toRowText({ ...row, changes: [change, { ...change, name: 'email' }] }, texts)).toBe('Updates 2 values');
    expect(toRowText(buildCheckedRow(), texts)).toBe('New contact');
  });

  it('say in the history what an import did', () => {
    expect(toCountsText(buildRun(), texts)).toBe('1,286 rows: 1,088 created, 139 updated');
    const onlyUpdated = buildRun({ rowsCount: 1, created: { planned: 0, done: 0 }, updated: { planned: 1, done: 1 } });
    expect(toCountsText(onlyUpdated, texts)).toBe('1 row: 1 updated');
    const nothing = { ...onlyUpdated, updated: { planned: 1, done: 0 } };
    expect(toCountsText(nothing, texts)).toBe('1 row: 0 created');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DraftRows } from '#renderer/features/importing/draft-rows.svelte.ts';
import {
  countOfFilter,
  findProblemColumn,
  fitRowColumns,
  isCellWrong,
  listFilters,
  listRowColumns,
  toChangeLabel,
  toFilterAct,
  toSuggestionText,
} from '#renderer/features/importing/row-columns.ts';
import { toColumnLetters } from '#renderer/features/importing/column-fields.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildCheckedRow } from '#test/support/fake-import-rows.ts';
import { buildColumn, buildDraft, buildSummary } from '#test/support/fake-imports.ts';
import { until } from '#test/support/until.ts';

const texts = new Translator('en-GB');
const tooShort = { verdict: 'invalid', phone: '', reason: { code: 'too-short', digits: 9, wanted: 11 } } as const;

let bridge: FakeBridge;
let rows: DraftRows;
beforeEach(async () => {
  bridge = new FakeBridge();
  bridge.imports.draft = buildDraft();
  bridge.imports.rows = [
    buildCheckedRow({ line: 2 }),
    buildCheckedRow({ line: 3, ...tooShort }),
    buildCheckedRow({ line: 4, ...tooShort }),
    buildCheckedRow({ line: 5, verdict: 'update' }),
  ];
  rows = new DraftRows(bridge);
  rows.follow('draft-1');
  await until(() => expect(rows.count).toBe(4));
});
afterEach(() => rows.dispose());

describe('the rows of a file', () => {
  it('are those of a filter, with the keys at none of them at first', async () => {
    rows.moveTo(3);
    expect(rows.cursorRow?.line).toBe(5);
    rows.choose('invalid');
    expect(rows.cursor).toBe(-1);
    await until(() => expect(rows.count).toBe(2));
    expect(rows.pages.find(0)?.line).toBe(3);
    rows.moveTo(99);
    expect(rows.cursorRow?.line).toBe(4);
  });

  it('show a repaired row at once, which then is among those that it belongs to', async () => {
    rows.choose('invalid');
    await until(() => expect(rows.count).toBe(2));
    bridge.importRows.check = (row) => ({ ...row, verdict: 'new', reason: null, phone: '447700900400' });
    const outcome = await rows.saveCell({ line: 3, column: 2 }, '07700 900400');
    expect('row' in outcome && outcome.row.verdict).toBe('new');
    expect(bridge.inputsOf('imports.editCell')).toEqual([
      { draftId: 'draft-1', line: 3, column: 2, value: '07700 900400' },
    ]);
    await until(() => expect(rows.count).toBe(1));
    expect(rows.pages.find(0)?.line).toBe(4);
  });

  it('say why a repair was not taken, and stay', async () => {
    bridge.fail('imports.editCell', toProblem('disk'));
    const outcome = await rows.saveCell({ line: 3, column: 2 }, '07700 900400');
    expect('problem' in outcome && outcome.problem.code).toBe('disk');
    expect(rows.pages.find(1)?.cells[2]).toBe('07700900003');
  });

  it('are left out and taken in again, one or all of a filter', async () => {
    expect(await rows.setLeftOut([2], true)).toBeNull();
    await until(() => expect(rows.pages.find(0)?.verdict).toBe('left-out'));
    await rows.setLeftOut('invalid', true);
    await until(() => expect(rows.pages.find(2)?.verdict).toBe('left-out'));
    await rows.setLeftOut('left-out', false);
    await until(() => expect([0, 1, 2].map((place) => rows.pages.find(place)?.verdict)).toEqual(['new', 'new', 'new']));
  });

  it('are taken in by the same key again, also before main has answered', async () => {
    const act = (): void => {
      const row = rows.pages.find(0);
      if (row !== null) void rows.setLeftOut([row.line], rows.findAct(row) === 'leave-out');
    };
    act();
    act();
    act();
    await until(() => expect(rows.pages.find(0)?.verdict).toBe('left-out'));
    expect(bridge.inputsOf('imports.leaveOut').map(({ isLeftOut }) => isLeftOut)).toEqual([true, false, true]);
    bridge.fail('imports.leaveOut', toProblem('disk'));
    act();
    await until(() => expect(bridge.inputsOf('imports.leaveOut')).toHaveLength(4));
    const [row] = bridge.imports.rows;
    await until(() => expect(row && rows.findAct(row)).toBe('take-in'));
  });

  it('follow what is checked meanwhile, and are asked for anew of another file', async () => {
    bridge.imports.rows = [...bridge.imports.rows, buildCheckedRow({ line: 6 })];
    bridge.imports.change({});
    await until(() => expect(rows.count).toBe(5));
    rows.openLine = 6;
    rows.follow('draft-2');
    expect(rows.openLine).toBeNull();
    await until(() => expect(bridge.inputsOf('imports.listRows').at(-1)?.draftId).toBe('draft-2'));
  });

  it('hear nothing of main after they are disposed', () => {
    rows.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});

describe('columns and filters of rows', () => {
  const columns = listRowColumns(buildDraft().columns, texts);

  it('name what is imported: names first, then the phone, the email and the others', () => {
    expect(columns.map(({ label }) => label)).toEqual(['First name', 'Last name', 'Phone', 'Email', 'Animal']);
    const nameless = [buildColumn(27, { choice: { kind: 'new-field', name: 'Vet' } })];
    expect(listRowColumns(nameless, texts)[0]).toMatchObject({ label: 'Column AB', valueName: 'new:Vet' });
    expect([0, 25, 26, 701, 702].map(toColumnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });

  it('keep the phone where there is no room for all', () => {
    expect(fitRowColumns(columns, 1_300)).toHaveLength(5);
    expect(fitRowColumns(columns, 700).map(({ label }) => label)).toEqual(['First name', 'Phone']);
    expect(fitRowColumns(columns, 300).map(({ label }) => label)).toEqual(['Phone']);
    expect(fitRowColumns([], 300)).toEqual([]);
  });

  it('name what changes as its column is named', () => {
    expect(toChangeLabel('lastName', columns, texts)).toBe('Last name');
    expect(toChangeLabel('field:1', columns, texts)).toBe('Animal');
    expect(toChangeLabel('new:Vet', columns, texts)).toBe('Vet');
  });

  it('offer filters that have rows, the usual ones, and the chosen one', () => {
    const summary = buildSummary(
      { new: 3, duplicate: 1, 'lost-digits': 2, 'read-only': 4 },
      { marks: { landline: 0, blocked: 2, unsubscribed: 0 } },
    );
    expect(listFilters(summary, 'left-out')).toEqual({
      verdicts: ['all', 'new', 'update', 'duplicate', 'lost-digits', 'invalid', 'read-only', 'left-out'],
      marks: ['blocked'],
    });
    expect(listFilters(null, 'all')).toEqual({ verdicts: ['all', 'new', 'update', 'invalid'], marks: [] });
    expect(countOfFilter('all', summary)).toBe(10);
    expect(countOfFilter('problems', summary)).toBe(6);
    expect(countOfFilter('blocked', summary)).toBe(2);
    expect([toFilterAct('all'), toFilterAct('left-out'), toFilterAct('invalid')]).toEqual([
      null,
      'take-in',
      'leave-out',
    ]);
  });

  it('say what a suggestion does', () => {
    const say = (code: 'letter-for-digit' | 'several-numbers' | 'lost-digits', written: string) =>
      toSuggestionText({ reason: { code }, suggestion: '+447700900437' }, { written, shown: '+44 7700 900437' }, texts);
    expect(say('letter-for-digit', '=44770090O437')).toBe('Use 0');
    expect(say('letter-for-digit', '0770O 90O437')).toBe('Use 0');
    expect(say('letter-for-digit', '0770O 9OO4E7')).toBe('Use +44 7700 900437');
    expect(say('letter-for-digit', '077009OO4l7')).toBe('Use +44 7700 900437');
    expect(say('several-numbers', '07700 900437 / 07700 900438')).toBe('Use the first');
    expect(toSuggestionText({ reason: null, suggestion: null }, { written: '', shown: '' }, texts)).toBeNull();
  });

  it('mark the cell that is wrong', () => {
    const [first, , phone] = columns;
    if (first === undefined || phone === undefined) throw new Error('no columns');
    const row = buildCheckedRow(tooShort);
    expect([isCellWrong(row, phone), isCellWrong(row, first)]).toEqual([true, false]);
    const long = buildCheckedRow({ verdict: 'invalid', reason: { code: 'too-long-value' }, cells: ['x'.repeat(300)] });
    expect([isCellWrong(long, phone), isCellWrong(long, first)]).toEqual([false, true]);
    expect(isCellWrong(buildCheckedRow(), phone)).toBe(false);
    const email = columns.find(({ valueName }) => valueName === 'email');
    if (email === undefined) throw new Error('no email column');
    const noEmail = buildCheckedRow({ verdict: 'invalid', reason: { code: 'not-an-email' } });
    expect([isCellWrong(noEmail, phone), isCellWrong(noEmail, email)]).toEqual([false, true]);
    expect(findProblemColumn(noEmail, columns)).toBe(email.index);
  });
});

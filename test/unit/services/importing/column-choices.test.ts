import { describe, expect, it } from 'vitest';
import {
  chooseColumns,
  toChoices,
  toColumnViews,
  type ChosenColumns,
  type ColumnPatch,
} from '#main/services/importing/column-choices.ts';
import type { ColumnChoice } from '#shared/domain/imports.ts';
import { makeColumn } from './fake-file.ts';

const FIELDS = [{ id: 12, name: 'Vet' }];
const described = [
  makeColumn(0, 'Name', { kind: 'fullName' }),
  makeColumn(1, 'Mobile', { kind: 'phone' }),
  makeColumn(2, 'Home', null),
  makeColumn(3, 'Pet', { kind: 'field', fieldId: 12 }),
];

const choose = (patches: readonly ColumnPatch[], chosen: ChosenColumns = new Map()): ChosenColumns =>
  chooseColumns({ described, chosen }, patches, FIELDS);
const after = (...patches: ColumnPatch[]): readonly (ColumnChoice | null)[] => toChoices(described, choose(patches));

describe('the columns of a draft', () => {
  it('are as they were matched until the user chooses', () => {
    expect(toChoices(described, new Map())).toEqual(described.map(({ match }) => match.choice));
    expect(toColumnViews(described, new Map())[1]).toMatchObject({ choice: { kind: 'phone' }, why: 'same-name' });
  });

  it('say what the user chose, and that it was chosen', () => {
    const views = toColumnViews(described, choose([{ index: 2, choice: { kind: 'email' } }]));
    expect(views[2]).toMatchObject({ choice: { kind: 'email' }, why: 'chosen', percent: null });
    expect(views[1]).toMatchObject({ why: 'same-name' });
  });

  it('give a value to one column: the one that had it is to be chosen again', () => {
    const choices = after({ index: 2, choice: { kind: 'phone' } });
    expect(choices[2]).toEqual({ kind: 'phone' });
    expect(choices[1]).toBeNull();
    expect(toColumnViews(described, choose([{ index: 2, choice: { kind: 'phone' } }]))[1]?.why).toBe('nothing');
  });

  it('may have a whole name beside a last name', () => {
    expect(after({ index: 2, choice: { kind: 'lastName' } })[0]).toEqual({ kind: 'fullName' });
  });

  it('may be left out twice, and be undecided twice', () => {
    const choices = after(
      { index: 2, choice: { kind: 'leave-out' } },
      { index: 3, choice: { kind: 'leave-out' } },
      { index: 0, choice: null },
      { index: 1, choice: null },
    );
    expect(choices).toEqual([null, null, { kind: 'leave-out' }, { kind: 'leave-out' }]);
  });

  it('take a new field that has the name of one that is there for that one', () => {
    const choices = after({ index: 2, choice: { kind: 'new-field', name: ' vet ' } });
    expect(choices[2]).toEqual({ kind: 'field', fieldId: 12 });
    expect(choices[3]).toBeNull();
  });

  it('do not make the same new field twice', () => {
    const choices = after(
      { index: 2, choice: { kind: 'new-field', name: 'Breed' } },
      { index: 3, choice: { kind: 'new-field', name: 'breed' } },
    );
    expect(choices.slice(2)).toEqual([null, { kind: 'new-field', name: 'breed' }]);
  });

  it('refuse a field, or a column, that is not there', () => {
    expect(() => choose([{ index: 2, choice: { kind: 'field', fieldId: 99 } }])).toThrow(
      expect.objectContaining({ code: 'validation', fields: { columns: ['no-such-field'] } }) as Error,
    );
    expect(() => choose([{ index: 9, choice: null }])).toThrow(
      expect.objectContaining({ fields: { columns: ['no-such-column'] } }) as Error,
    );
  });
});

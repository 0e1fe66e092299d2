import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContactIndex, toPhoneKey } from '#main/importing/plan/contacts.ts';
import { RowCheck, type CheckParts, type RowFilter } from '#main/importing/plan/row-check.ts';
import { ImportRows, type SourceRow } from '#main/importing/plan/rows.ts';
import {
  ROW_MARKS,
  ROW_VERDICTS,
  type CheckedRow,
  type ImportContact,
  type ImportOptions,
} from '#shared/domain/imports.ts';

const OPTIONS: ImportOptions = {
  ...{ country: 'GB', hasHeader: false, leavesOutLandlines: false },
  ...{ keepsWhatIsEmpty: true, existing: 'update' },
};
/** Columns of all rows here: the number, the first name, a custom field. */
const CHOICES = [{ kind: 'phone' }, { kind: 'firstName' }, { kind: 'field', fieldId: 3 }] as const;

function toContact(id: number, phone: string, parts: Partial<ImportContact> = {}): ImportContact {
  return {
    ...{ id, phone, firstName: '', lastName: '', email: '', fields: [], listIds: [] },
    ...{ isReadOnly: false, isBlocked: false, isUnsubscribed: false },
    ...parts,
  };
}

const toSourceRows = (cells: readonly (readonly string[])[]): SourceRow[] =>
  cells.map((row, index) => ({ line: 2 * index + 1, cells: row }));

interface Setup {
  readonly options?: Partial<ImportOptions>;
  readonly contacts?: readonly ImportContact[];
  readonly listId?: number;
  readonly blocked?: readonly string[];
  readonly unsubscribed?: readonly string[];
}

function toParts(
  rows: ImportRows,
  { options, contacts = [], listId, blocked = [], unsubscribed = [] }: Setup,
): CheckParts {
  const index = new ContactIndex();
  index.add(contacts);
  return {
    ...{ rows, contacts: index, options: { ...OPTIONS, ...options }, choices: CHOICES, listId: listId ?? null },
    ...{ blocked: new Set(blocked.map(toPhoneKey)), unsubscribed: new Set(unsubscribed.map(toPhoneKey)) },
  };
}

function runToEnd(check: RowCheck, portion = 1_000): RowCheck {
  while (!check.step(portion));
  return check;
}

function checkCells(cells: readonly (readonly string[])[], setup: Setup = {}) {
  const rows = new ImportRows(toSourceRows(cells), 3);
  return { rows, check: runToEnd(new RowCheck(toParts(rows, setup))) };
}

const listAll = (check: RowCheck, filter: RowFilter = { kind: 'all' }): CheckedRow[] =>
  [...check.listPlaces(filter)].map((place) => check.toCheckedRow(place));

const listVerdicts = (check: RowCheck): string[] => listAll(check).map(({ verdict }) => verdict);

function change(check: RowCheck, places: readonly number[], act: () => void): void {
  const keys = check.listKeys(places);
  act();
  check.recheck(places, keys);
}

const ANN = '07700 900001';
const BEA = '07700 900002';

describe('a row', () => {
  it('is new, an update with what changes, or unchanged', () => {
    const contacts = [
      toContact(1, '447700900001', { firstName: 'Ann', fields: [{ id: 3, value: 'Rex' }] }),
      toContact(2, '447700900002', { firstName: 'Bea' }),
    ];
    const { check } = checkCells(
      [
        [ANN, 'Anne', 'Tom'],
        [BEA, 'Bea', ''],
        ['07700 900003', 'Cem', ''],
      ],
      { contacts },
    );
    expect(listVerdicts(check)).toEqual(['update', 'unchanged', 'new']);
    expect(listAll(check)[0]?.changes).toEqual([
      { name: 'firstName', old: 'Ann', value: 'Anne' },
      { name: 'field:3', old: 'Rex', value: 'Tom' },
    ]);
    expect(check.summarize()).toMatchObject({
      changedValuesCount: 2,
      toAddCount: 1,
      phonesCount: 3,
      validPhonesCount: 3,
    });
  });

  it('leaves a contact that exists as it is where that is chosen', () => {
    const contacts = [toContact(1, '447700900001', { firstName: 'Ann' })];
    const { check } = checkCells([[ANN, 'Anne']], { contacts, options: { existing: 'leave' } });
    expect(listAll(check)).toMatchObject([{ verdict: 'unchanged', contactId: 1, changes: [] }]);
  });

  it('is planned with its values, empty ones only where they clear', () => {
    const contacts = [toContact(1, '447700900001', { firstName: 'Ann', listIds: [7] })];
    const cells = [
      [ANN, '', 'Rex'],
      [BEA, '', 'Tom'],
    ];
    const setup = { contacts, listId: 7, options: { keepsWhatIsEmpty: false } };
    const { check } = checkCells(cells, setup);
    expect([0, 1].map((place) => check.toPlannedRow(place))).toMatchObject([
      { verdict: 'update', values: { firstName: '', 'field:3': 'Rex' }, isOnList: true },
      { verdict: 'new', values: { 'field:3': 'Tom' }, isOnList: false },
    ]);
    expect(Object.keys(check.toPlannedRow(1).values)).toEqual(['field:3']);
  });

  it('counts those on the list as not to be put there', () => {
    const contacts = [toContact(1, '447700900001', { listIds: [7] }), toContact(2, '447700900002', { listIds: [8] })];
    expect(checkCells([[ANN], [BEA]], { contacts, listId: 7 }).check.summarize().toAddCount).toBe(1);
    expect(checkCells([[ANN], [BEA]], { contacts }).check.summarize().toAddCount).toBe(2);
  });

  it('is another user’s contact, unless the user has one with the number too', () => {
    const others = toContact(1, '447700900001', { isReadOnly: true });
    expect(listVerdicts(checkCells([[ANN]], { contacts: [others] }).check)).toEqual(['read-only']);
    for (const contacts of [
      [others, toContact(2, '447700900001')],
      [toContact(2, '447700900001'), others],
    ]) {
      expect(listAll(checkCells([[ANN]], { contacts }).check)).toMatchObject([{ verdict: 'unchanged', contactId: 2 }]);
    }
  });

  it('says what is known of its number: landline, blocked, unsubscribed', () => {
    const setup = { blocked: ['447700900001'], unsubscribed: ['447700900002'] };
    const contacts = [toContact(1, '447700900003', { isBlocked: true, isUnsubscribed: true })];
    const { check } = checkCells([[ANN], [BEA], ['07700 900003'], ['020 7946 0123']], { ...setup, contacts });
    expect(listAll(check).map(({ marks }) => marks.join())).toEqual([
      'blocked',
      'unsubscribed',
      'blocked,unsubscribed',
      'landline',
    ]);
    expect(check.summarize().marks).toEqual({ landline: 1, blocked: 2, unsubscribed: 2 });
  });

  it('with a landline is left out where that is chosen', () => {
    const { check } = checkCells([['020 7946 0123'], [ANN]], { options: { leavesOutLandlines: true } });
    expect(listVerdicts(check)).toEqual(['landline', 'new']);
    expect(check.summarize().marks.landline).toBe(0);
  });

  it('with a name that is too long is not imported, and says why', () => {
    const { check } = checkCells([
      [ANN, 'x'.repeat(256)],
      [ANN, 'Ann'],
    ]);
    expect(listAll(check)).toMatchObject([
      { verdict: 'invalid', reason: { code: 'too-long-value' }, phone: '447700900001' },
      { verdict: 'new', reason: null },
    ]);
  });

  it('with an e-mail address that is none is not imported, unless the contact has it already or nothing is written', () => {
    const choices = [{ kind: 'phone' }, { kind: 'email' }] as const;
    const check = (cells: readonly (readonly string[])[], setup: Setup = {}): CheckedRow[] => {
      const rows = new ImportRows(toSourceRows(cells), 2);
      return listAll(runToEnd(new RowCheck({ ...toParts(rows, setup), choices })));
    };
    const wrong = { verdict: 'invalid', reason: { code: 'not-an-email' }, phone: '447700900001' };
    expect(
      check([
        [ANN, 'ann@mail'],
        [ANN, 'ann@mail.example'],
        [ANN, 'ann'],
      ]),
    ).toMatchObject([wrong, { verdict: 'new', reason: null }, { verdict: 'duplicate' }]);
    expect(
      check([
        [ANN, 'n/a'],
        [BEA, '-'],
      ]),
    ).toMatchObject([{ verdict: 'new' }, { verdict: 'new' }]);
    const contacts = [toContact(1, '447700900001', { email: 'ann@mail' })];
    expect(check([[ANN, 'ann@mail']], { contacts })).toMatchObject([{ verdict: 'unchanged' }]);
    expect(check([[ANN, 'ann at mail']], { contacts })).toMatchObject([wrong]);
    expect(check([[ANN, 'ann at mail']], { contacts, options: { existing: 'leave' } })).toMatchObject([
      { verdict: 'unchanged' },
    ]);
  });

  it('whose digits the spreadsheet has lost is told from one without a usable number', () => {
    const rows = new ImportRows(
      [
        { line: 1, cells: ['4.477E+11'], notes: [{ column: 0, kind: 'digits-lost' }] },
        { line: 2, cells: ['4477009003180000'], notes: [{ column: 0, kind: 'digits-lost' }] },
        { line: 3, cells: ['7.7009E+09'] },
        { line: 4, cells: ['', 'Ann'] },
        { line: 5, cells: [ANN, '4.4E+11'], notes: [{ column: 1, kind: 'digits-lost' }] },
      ],
      3,
    );
    const check = runToEnd(new RowCheck(toParts(rows, {})));
    expect(listVerdicts(check)).toEqual(['lost-digits', 'lost-digits', 'lost-digits', 'invalid', 'new']);
    change(check, [1], () => rows.edit(1, 0, '447700900318'));
    expect(check.toCheckedRow(1)).toMatchObject({ verdict: 'new', editedColumns: [0], phone: '447700900318' });
  });

  it('without a column for numbers is invalid', () => {
    const rows = new ImportRows(toSourceRows([[ANN]]), 1);
    const check = runToEnd(new RowCheck({ ...toParts(rows, {}), choices: [null] }));
    expect(listAll(check)).toMatchObject([{ verdict: 'invalid', reason: { code: 'no-number' } }]);
    expect(check.listPhoneExamples()).toEqual([]);
  });

  it('that is the header is no row', () => {
    const { check } = checkCells([['Phone'], [ANN]], { options: { hasHeader: true } });
    expect(check.summarize().rowsCount).toBe(1);
    expect(listAll(check)).toMatchObject([{ line: 3 }]);
  });
});

describe('rows with one number', () => {
  const cells = [[ANN, 'first'], [BEA], ['+44 7700 900001', 'second'], ['447700900001', 'third']];

  it('are duplicates of the first', () => {
    const { check } = checkCells(cells);
    expect(listAll(check)).toMatchObject([
      { verdict: 'new' },
      { verdict: 'new' },
      { verdict: 'duplicate', reason: { code: 'duplicate', line: 1 } },
      { verdict: 'duplicate', reason: { code: 'duplicate', line: 1 } },
    ]);
  });

  it('pass on which of them is imported when it is left out, repaired, or taken in again', () => {
    const { rows, check } = checkCells(cells);
    change(check, [0], () => rows.leaveOut(0, true));
    expect(listVerdicts(check)).toEqual(['left-out', 'new', 'new', 'duplicate']);
    expect(check.toCheckedRow(3).reason).toEqual({ code: 'duplicate', line: 5 });
    change(check, [2], () => rows.edit(2, 0, BEA));
    expect(listVerdicts(check)).toEqual(['left-out', 'new', 'duplicate', 'new']);
    change(check, [0], () => rows.leaveOut(0, false));
    change(check, [2], () => rows.edit(2, 0, '+44 7700 900001'));
    expect(listVerdicts(check)).toEqual(['new', 'new', 'duplicate', 'duplicate']);
    expect(check.toCheckedRow(2).editedColumns).toEqual([]);
  });
});

it('a repair is heard by a check whose country was tried long ago', () => {
  const { rows, check } = checkCells([['none']]);
  for (const country of ['FR', 'DE', 'IT', 'ES', 'NL', 'PT', 'PL', 'US', 'CA']) rows.getReadings(0, country);
  change(check, [0], () => {
    rows.edit(0, 0, ANN);
    check.forget(0);
  });
  expect(listVerdicts(check)).toEqual(['new']);
});

describe('examples of numbers', () => {
  it('are a mobile, a landline and one that is not usable, in the order of the file', () => {
    const { check } = checkCells([['+27 82 555 0164'], ['07700 9004'], [ANN], [BEA], [''], ['01632 960118'], ['x']]);
    expect(check.listPhoneExamples()).toEqual([
      { written: '07700 9004', phone: null, isLandline: false, reason: { code: 'too-short', digits: 9, wanted: 11 } },
      { written: ANN, phone: '447700900001', isLandline: false, reason: null },
      { written: '01632 960118', phone: '441632960118', isLandline: true, reason: null },
    ]);
  });

  it('are others where the file has no such ones', () => {
    const { check } = checkCells([[ANN], [BEA], ['07700 900003'], ['07700 900004']]);
    expect(check.listPhoneExamples().map(({ phone }) => phone)).toEqual([
      '447700900001',
      '447700900002',
      '447700900003',
    ]);
  });
});

const phoneCell = fc.constantFrom(
  ...[ANN, BEA, '+44 7700 900001', '07700 900003', '020 7946 0123', '4.477E+11', 'none', '', '0770090O001', '07700'],
);
const row = fc.tuple(phoneCell, fc.constantFrom('Ann', 'Bea', '', 'x'.repeat(300)), fc.constantFrom('Rex', ''));
const setup = fc.record({
  options: fc.record({
    country: fc.constantFrom('GB', 'FR', null),
    hasHeader: fc.boolean(),
    leavesOutLandlines: fc.boolean(),
    keepsWhatIsEmpty: fc.boolean(),
    existing: fc.constantFrom('update' as const, 'leave' as const),
  }),
  contacts: fc.constantFrom(
    [],
    [
      toContact(1, '447700900001', { firstName: 'Ann', listIds: [7] }),
      toContact(2, '447700900002', { isReadOnly: true }),
      toContact(3, '442079460123', { isBlocked: true }),
    ],
  ),
  listId: fc.constantFrom(7, 8),
  unsubscribed: fc.constantFrom([], ['447700900003']),
});
const cellsOf = fc.array(row, { minLength: 1, maxLength: 30 });

/** What the user does: writes a number, writes a name, leaves a row out, takes it in. */
const handChange = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), place: fc.nat(29), column: fc.constant(0), value: phoneCell }),
  fc.record({
    kind: fc.constant('edit' as const),
    place: fc.nat(29),
    column: fc.constant(1),
    value: fc.constantFrom('Ann', 'Cem', ''),
  }),
  fc.record({ kind: fc.constant('leave-out' as const), place: fc.nat(29), isLeftOut: fc.boolean() }),
);
type HandChange = typeof handChange extends fc.Arbitrary<infer Value> ? Value : never;

function act(rows: ImportRows, checks: readonly RowCheck[], one: HandChange): void {
  const place = one.place % rows.count;
  const keys = checks.map((check) => check.listKeys([place]));
  if (one.kind === 'edit') rows.edit(place, one.column, one.value);
  else rows.leaveOut(place, one.isLeftOut);
  checks.forEach((check, index) => check.recheck([place], keys[index] ?? new Set()));
}

describe('any rows', () => {
  it('have one verdict each: the counts add up, and filters tile the rows', () => {
    fc.assert(
      fc.property(cellsOf, setup, (cells, options) => {
        const { check } = checkCells(cells, options);
        const { rowsCount, verdicts, marks, phonesCount, validPhonesCount, changedValuesCount } = check.summarize();
        expect(rowsCount).toBe(cells.length - (options.options.hasHeader ? 1 : 0));
        expect(Object.values(verdicts).reduce((sum, count) => sum + count, 0)).toBe(rowsCount);
        expect(phonesCount).toBeGreaterThanOrEqual(validPhonesCount);
        const rows = listAll(check);
        const tiles = ROW_VERDICTS.flatMap((verdict) => {
          const ofVerdict = listAll(check, { kind: 'verdict', verdict });
          expect(ofVerdict).toHaveLength(verdicts[verdict]);
          return ofVerdict;
        });
        expect(tiles.sort((one, other) => one.line - other.line)).toEqual(rows);
        for (const mark of ROW_MARKS) expect(listAll(check, { kind: 'mark', mark })).toHaveLength(marks[mark]);
        const problems = verdicts.invalid + verdicts['lost-digits'] + verdicts['read-only'];
        expect(listAll(check, { kind: 'problems' })).toHaveLength(problems);
        expect(rows.reduce((sum, { changes }) => sum + changes.length, 0)).toBe(changedValuesCount);
        for (const { verdict, reason } of rows) {
          expect(reason === null).toBe(['new', 'update', 'unchanged'].includes(verdict));
        }
        const imported = rows.filter(({ reason }) => reason === null).map(({ phone }) => phone);
        expect(new Set(imported).size).toBe(imported.length);
      }),
    );
  });

  it('that are changed by hand are as if the whole file had been checked so, also during a check', () => {
    fc.assert(
      fc.property(
        cellsOf,
        setup,
        fc.array(handChange, { maxLength: 8 }),
        fc.nat(30),
        (cells, options, changes, checkedBefore) => {
          const { rows, check } = checkCells(cells, options);
          const running = new RowCheck(toParts(rows, options));
          const isOver = running.step(checkedBefore);
          const filters = ROW_VERDICTS.map((verdict) => ({ kind: 'verdict', verdict }) as const);
          const listLines = (one: RowCheck): number[][] =>
            filters.map((filter) => listAll(one, filter).map(({ line }) => line));
          listLines(check);
          for (const one of changes) act(rows, [check, running], one);
          if (!isOver) runToEnd(running, 3);
          const again = runToEnd(new RowCheck(toParts(rows, options)));
          for (const one of [check, running]) {
            expect(listAll(one)).toEqual(listAll(again));
            expect(listLines(one)).toEqual(listLines(again));
            expect(one.summarize()).toEqual(again.summarize());
          }
        },
      ),
    );
  });

  it('are checked alike in any portions', () => {
    fc.assert(
      fc.property(cellsOf, setup, fc.integer({ min: 1, max: 7 }), (cells, options, portion) => {
        const { rows, check } = checkCells(cells, options);
        const inPortions = runToEnd(new RowCheck(toParts(rows, options)), portion);
        expect(listAll(inPortions)).toEqual(listAll(check));
        expect(inPortions.checkedCount).toBe(check.summarize().rowsCount);
      }),
    );
  });
});

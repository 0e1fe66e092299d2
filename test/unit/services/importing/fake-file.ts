/** A file to import without its thread: rows that the test made, and checks that end when the test says so. */
import type { CheckResult, CheckSettings, DescribedColumn, ImportFile } from '#main/importing/check/port.ts';
import type { TableHead } from '#main/importing/read/table.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { ROW_MARKS, ROW_VERDICTS } from '#shared/domain/imports.ts';
import type {
  CheckedRow,
  CheckSummary,
  ColumnChoice,
  ImportContact,
  PlannedRow,
  RowVerdict,
} from '#shared/domain/imports.ts';

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

export function makeSummary(verdicts: Partial<Record<RowVerdict, number>>): CheckSummary {
  const counts = { ...zeros(ROW_VERDICTS), ...verdicts };
  const rowsCount = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    ...{ rowsCount, verdicts: counts, marks: zeros(ROW_MARKS), changedValuesCount: counts.update },
    ...{ toAddCount: 0, phonesCount: rowsCount, validPhonesCount: rowsCount - counts.invalid },
  };
}

export function makeColumn(index: number, header: string, choice: ColumnChoice | null): DescribedColumn {
  const match = { choice, why: choice === null ? 'nothing' : 'same-name', percent: null } as const;
  return { index, header, samples: ['one', 'two', ''], match, lostDigitsCount: 0 };
}

export function makeRow(line: number, part: Partial<CheckedRow> = {}): CheckedRow {
  return {
    ...{ line, verdict: 'new', reason: null, marks: [], phone: `4477009001${String(line).padStart(2, '0')}` },
    ...{ cells: [`Person ${line}`, `07700 9001${String(line).padStart(2, '0')}`], editedColumns: [] },
    ...{ suggestion: null, contactId: null, changes: [] },
    ...part,
  };
}

const HEAD: TableHead = {
  ...{ kind: 'csv', sheetName: null, sheets: [], encoding: 'utf-8', delimiter: ',' },
  ...{ columnCount: 2, rowCount: 4, notes: [] },
};

interface PendingCheck {
  readonly settings: CheckSettings;
  readonly onProgress: (checkedCount: number) => void;
  /** Ids of the contacts that it was made against. */
  readonly contactIds: readonly number[];
  readonly end: PromiseWithResolvers<CheckResult>;
}

export class FakeFile implements ImportFile {
  readonly head: TableHead;
  looksLikeHeader = true;
  columns: readonly DescribedColumn[] = [
    makeColumn(0, 'Name', { kind: 'fullName' }),
    makeColumn(1, 'Mobile', { kind: 'phone' }),
  ];
  rows: CheckedRow[] = [makeRow(2), makeRow(3), makeRow(4)];
  summary = makeSummary({ new: 3 });
  readonly checks: PendingCheck[] = [];
  readonly asked: string[] = [];
  isDisposed = false;
  #contacts: ImportContact[] = [];

  constructor(head: Partial<TableHead> = {}) {
    this.head = { ...HEAD, ...head };
  }

  describeColumns: ImportFile['describeColumns'] = (hasHeader, { fields, remembered }) => {
    const known = `${fields.map(({ name }) => name).join('+')} ${remembered.map(({ header }) => header).join('+')}`;
    this.asked.push(`describe ${String(hasHeader)} ${known}`.trim());
    return Promise.resolve(hasHeader ? this.columns : this.columns.map((column) => ({ ...column, header: '' })));
  };

  addContacts: ImportFile['addContacts'] = (portion, isFirst) => {
    this.#contacts = isFirst ? [...portion] : [...this.#contacts, ...portion];
    return Promise.resolve();
  };

  setNumbers: ImportFile['setNumbers'] = ({ blocked, unsubscribed }) => {
    this.asked.push(`numbers ${[...blocked, ...unsubscribed].join('+')}`.trim());
    return Promise.resolve();
  };

  check: ImportFile['check'] = (settings, onProgress) => {
    this.checks.at(-1)?.end.reject(cancelled());
    const end = Promise.withResolvers<CheckResult>();
    end.promise.catch(() => undefined);
    this.checks.push({ settings, onProgress, contactIds: this.#contacts.map(({ id }) => id), end });
    return end.promise;
  };

  /** Ends the newest check. */
  finish(summary = this.summary): void {
    this.checks.at(-1)?.end.resolve({ summary, phoneExamples: [] });
  }

  listRows: ImportFile['listRows'] = (filter, { start, limit }) => {
    if (this.isDisposed) return Promise.reject(cancelled());
    const isProblem = ({ verdict }: CheckedRow): boolean => verdict === 'invalid';
    const rows = filter.kind === 'problems' ? this.rows.filter(isProblem) : this.rows;
    this.asked.push(`rows ${JSON.stringify(filter)}`);
    return Promise.resolve({ count: rows.length, rows: rows.slice(start, start + limit) });
  };

  editCell: ImportFile['editCell'] = (line, column, value) => {
    const index = this.rows.findIndex((row) => row.line === line);
    const row = this.rows[index];
    if (row === undefined) return Promise.resolve(null);
    const cells = row.cells.map((cell, place) => (place === column ? value : cell));
    const edited = { ...row, cells, editedColumns: [column] };
    this.rows[index] = edited;
    return Promise.resolve({ row: edited, summary: this.summary });
  };

  leaveOut: ImportFile['leaveOut'] = (rows, isLeftOut) => {
    this.asked.push(`leave ${JSON.stringify(rows)} ${String(isLeftOut)}`);
    return Promise.resolve(this.summary);
  };

  listPlannedRows: ImportFile['listPlannedRows'] = (start, limit) => {
    if (this.isDisposed) return Promise.reject(cancelled());
    const planned = this.rows.map(({ suggestion: _suggestion, editedColumns: _edited, ...row }): PlannedRow => ({
      ...row,
      values: {},
      isOnList: false,
    }));
    return Promise.resolve(planned.slice(start, start + Math.min(limit, 2)));
  };

  [Symbol.asyncDispose](): Promise<void> {
    this.isDisposed = true;
    this.checks.at(-1)?.end.reject(cancelled());
    return Promise.resolve();
  }
}

function cancelled(): AppError {
  return new AppError({ code: 'cancelled', message: 'made up' });
}

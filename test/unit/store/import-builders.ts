/** Imports as the store keeps them. */
import type { ImportPlan } from '#main/store/api/imports.ts';
import type { PlannedRow } from '#shared/domain/imports.ts';
import { phoneOf } from './builders.ts';

export function buildPlan(said: Partial<ImportPlan> = {}): ImportPlan {
  return {
    ...{ fileName: 'clients.csv', isPasted: false, headers: ['Mobile', 'Forename', 'Pet'] },
    choices: [{ kind: 'phone' }, { kind: 'firstName' }, { kind: 'new-field', name: 'Pet' }],
    options: {
      ...{ country: 'GB', hasHeader: true, leavesOutLandlines: false, keepsWhatIsEmpty: true },
      existing: 'update',
    },
    target: { kind: 'new-list', name: 'Clients' },
    ...{ listName: 'Clients', rowsCount: 3, changedValuesCount: 1 },
    ...said,
  };
}

/** A new row of that line. */
export function buildPlannedRow(line: number, said: Partial<PlannedRow> = {}): PlannedRow {
  return {
    ...{ line, verdict: 'new', reason: null, marks: [], phone: phoneOf(line) },
    cells: [`07700 9${String(line).padStart(5, '0')}`, `Name ${line}`, 'Cat'],
    ...{ contactId: null, changes: [], values: { firstName: `Name ${line}`, 'new:Pet': 'Cat' }, isOnList: false },
    ...said,
  };
}

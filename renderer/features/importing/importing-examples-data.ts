/** A made-up file of a practice, and its import, for the gallery. */
import type { CheckedRowView, ImportRunView, RunRowView, SwitchboardBridge } from '#shared/contract/index.ts';
import { NOW } from '#renderer/gallery/statuses.ts';
import type { UndoExplanation } from './import-runs.svelte.ts';
import type { RowColumn } from './row-columns.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const exampleColumns: readonly RowColumn[] = [
  { index: 0, label: 'First name', isPhone: false, valueName: 'firstName' },
  { index: 1, label: 'Last name', isPhone: false, valueName: 'lastName' },
  { index: 2, label: 'Phone', isPhone: true, valueName: 'phone' },
  { index: 3, label: 'Pet', isPhone: false, valueName: 'field:1' },
];

const USUAL: CheckedRowView = {
  line: 2,
  verdict: 'new',
  reason: null,
  marks: [],
  phone: '',
  cells: [],
  editedColumns: [],
  suggestion: null,
  contactId: null,
  changes: [],
};

const ROWS: readonly Partial<CheckedRowView>[] = [
  {
    ...{ verdict: 'update', phone: '447700900318', cells: ['Deborah', 'Okonkwo', '07700 900318', 'Biscuit'] },
    changes: [
      { name: 'lastName', old: 'Okonkwo-Bell', value: 'Okonkwo' },
      { name: 'field:1', old: '', value: 'Biscuit' },
    ],
  },
  { verdict: 'unchanged', phone: '447700900389', cells: ['Tom', 'Abara', '07700 900389', 'Pixel'] },
  { phone: '447700900381', cells: ['美咲', '田中', '07700 900381', 'ポチ'] },
  {
    ...{ verdict: 'invalid', cells: ['Marigold', 'Ashworth', '07700 9004', 'Tinker'] },
    reason: { code: 'too-short', digits: 9, wanted: 11 },
  },
  { phone: '447700900415', cells: ['يوسف', 'النجار', '07700 900415', 'سمسم'], editedColumns: [3] },
  { phone: '441632960118', marks: ['landline'], cells: ['Penhallow Farm Office', '', '01632 960118', 'Six collies'] },
  { verdict: 'invalid', cells: ['', '', '', 'Rex'], reason: { code: 'no-number' } },
  { phone: '447700900402', marks: ['unsubscribed'], cells: ['Gareth', 'Pugh', '07700 900402', 'Nan'] },
  {
    ...{ verdict: 'duplicate', phone: '447700900188', cells: ['Callum', 'MacIntyre', '07700 900188', 'Haggis'] },
    reason: { code: 'duplicate', line: 3 },
  },
  {
    ...{ verdict: 'invalid', cells: ['Kwame', 'Boateng', '=44770090O437', 'Ama'], suggestion: '+447700900437' },
    reason: { code: 'letter-for-digit' },
  },
  {
    ...{ verdict: 'lost-digits', cells: ['Clover', 'Veitch', '7.7009E+09', 'Moss'] },
    reason: { code: 'lost-digits' },
  },
  {
    ...{ verdict: 'invalid', cells: ['Wilhelmina Henrietta', 'Featherstonehaugh-Cholmondeley-Ravenscroft'] },
    reason: { code: 'several-numbers' },
    suggestion: '+447700900433',
  },
  {
    ...{ verdict: 'left-out', phone: '447700900377', cells: ['Siobhán', 'Ní Dhomhnaill', '07700 900377', 'Bella'] },
    reason: { code: 'by-user' },
  },
  {
    ...{ verdict: 'read-only', phone: '27825550164', cells: ['Ottilie', 'van der Westhuizen', '+27 82 555 0164'] },
    reason: { code: 'read-only' },
  },
];

export const exampleRows: readonly CheckedRowView[] = ROWS.map((changes, index) => ({
  ...USUAL,
  line: index + 2,
  ...changes,
}));

/** A bridge that knows the rows of one file, or none, and nothing else. */
export function toRowsBridge(rows: readonly CheckedRowView[] | null): SwitchboardBridge {
  const never = new Promise<never>(() => undefined);
  const answer = { ok: true, value: { count: rows?.length ?? 0, rows: rows ?? [] } };
  const bridge: Pick<SwitchboardBridge, 'on' | 'onResync'> & { request: () => Promise<unknown> } = {
    request: () => (rows === null ? never : Promise.resolve(answer)),
    on: () => () => undefined,
    onResync: () => () => undefined,
  };
  return bridge as unknown as SwitchboardBridge;
}

const FINISHED: ImportRunView = {
  id: 12,
  fileName: 'clients-export-november.xlsx',
  isPasted: false,
  startedAt: NOW - 73 * MINUTE_MS,
  finishedAt: NOW - 71 * MINUTE_MS,
  state: 'finished',
  step: 'done',
  problem: null,
  list: { id: 4, name: 'November clients', isNew: true, membersCount: 1_239 },
  rowsCount: 1_286,
  totalCount: 1_241,
  doneCount: 1_241,
  secondsLeft: null,
  created: { planned: 1_088, done: 1_086 },
  updated: { planned: 139, done: 139 },
  unchanged: { planned: 14, done: 14 },
  duplicate: 29,
  leftOut: 7,
  lostDigits: 0,
  invalid: 9,
  readOnly: 0,
  landline: 0,
  changedValuesCount: 302,
  rejectedCount: 11,
  refusedCount: 2,
  undo: {
    possibleUntil: NOW + 29 * DAY_MS,
    undoneAt: null,
    deletedCount: 0,
    restoredCount: 0,
    keptCount: 0,
  },
};
const GOING = { finishedAt: null, rejectedCount: 9, refusedCount: 0, doneCount: 612 } as const;
const NO_UNDO = { ...FINISHED.undo, possibleUntil: null };

/** A run in every state that looks different. */
export const exampleRuns = {
  running: { ...FINISHED, ...GOING, undo: NO_UNDO, state: 'running', step: 'changed', secondsLeft: 260 },
  planning: { ...FINISHED, ...GOING, undo: NO_UNDO, doneCount: 0, state: 'planning', step: 'list' },
  offline: {
    ...{ ...FINISHED, ...GOING, undo: NO_UNDO, state: 'waiting', step: 'new', secondsLeft: 400 },
    problem: { code: 'offline', detail: null, fields: {}, at: NOW },
  },
  paused: { ...FINISHED, ...GOING, undo: NO_UNDO, state: 'paused', step: 'new', secondsLeft: 400 },
  finished: FINISHED,
  asPlanned: {
    ...{ ...FINISHED, rejectedCount: 0, refusedCount: 0, invalid: 0, rowsCount: 1_277 },
    created: { planned: 1_088, done: 1_088 },
    list: { ...FINISHED.list, name: 'قائمة العملاء في نوفمبر', membersCount: 1_241 },
  },
  stopped: {
    ...{ ...FINISHED, doneCount: 612, state: 'stopped', list: { ...FINISHED.list, membersCount: null } },
    ...{ created: { planned: 1_088, done: 612 }, updated: { planned: 139, done: 0 } },
    problem: { code: 'validation', detail: 'The list is full.', fields: {}, at: NOW },
  },
  undoing: { ...FINISHED, state: 'undoing', step: 'undo-contacts', undo: NO_UNDO, doneCount: 312, secondsLeft: 190 },
  undone: {
    ...{ ...FINISHED, state: 'undone' },
    undo: { ...NO_UNDO, undoneAt: NOW - 5 * MINUTE_MS, deletedCount: 1_081, restoredCount: 139, keptCount: 5 },
  },
  old: {
    ...{ ...FINISHED, id: 3, fileName: 'northgate-2025-all.xls', rowsCount: 4_360, undo: NO_UNDO },
    startedAt: NOW - 300 * DAY_MS,
  },
  pasted: {
    ...{ ...FINISHED, id: 5, fileName: '', isPasted: true, rowsCount: 212, updated: { planned: 0, done: 0 } },
    startedAt: NOW - 3 * DAY_MS,
  },
} as const satisfies Readonly<Record<string, ImportRunView>>;

export const exampleExplanation: UndoExplanation = {
  deletedCount: 1_086,
  restoredCount: 139,
  restoredValuesCount: 302,
  editedCount: 5,
  onlyHereCount: 1,
  textedCount: 1,
  removedCount: 14,
  deletesList: true,
  seconds: 240,
};

const REJECTED: readonly Partial<RunRowView>[] = [
  { name: 'Marigold Ashworth', phone: '07700 9004', reason: { code: 'too-short', digits: 9, wanted: 11 } },
  { name: '', phone: '', reason: { code: 'no-number' } },
  {
    ...{ name: 'Ffion Cadwaladr', phone: '+447700900731', foundBy: 'service' },
    reason: { code: 'refused', detail: 'First name may not contain links.' },
  },
  { name: 'محمد عبد الله', phone: '٠٧٧٠٠ ٩٠٠', reason: { code: 'too-short', digits: 8, wanted: 11 } },
  {
    ...{ name: 'Wilhelmina Henrietta Featherstonehaugh-Cholmondeley-Ravenscroft', foundBy: 'service' },
    ...{ phone: '+447700900999', reason: { code: 'absent' } },
  },
];

export const exampleRejected: readonly RunRowView[] = REJECTED.map((changes, index) => ({
  ...{ line: 5 + index * 83, name: '', phone: '', cells: [], reason: null, foundBy: 'app', contactId: null },
  ...changes,
}));

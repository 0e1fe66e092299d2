/** A made-up file of a practice while it is prepared, for the gallery. */
import type { ContactCounts, ImportDraftView, ImportSummary } from '#shared/contract/index.ts';
import type { DraftColumn } from './column-fields.ts';

const COLUMN: DraftColumn = {
  ...{ index: 0, header: '', samples: ['', '', ''], choice: null, why: 'nothing', percent: null },
  lostDigitsCount: 0,
};
const COLUMNS: readonly Partial<DraftColumn>[] = [
  { header: 'First', samples: ['Deborah', 'Tom', '美咲'], choice: { kind: 'firstName' }, why: 'same-name' },
  { header: 'Surname', samples: ['Okonkwo', 'النجار', '田中'], choice: { kind: 'lastName' }, why: 'same-name' },
  {
    ...{ header: 'Mobile no.', samples: ['07700 900318', '7.7009E+09', '+27 82 555 0164'], lostDigitsCount: 7 },
    ...{ choice: { kind: 'phone' }, why: 'content', percent: 99 },
  },
  {
    ...{ header: 'E-mail', samples: ['d.okonkwo@mail.example', 'tom@abara.example', ''] },
    ...{ choice: { kind: 'email' }, why: 'content', percent: 98 },
  },
  { header: 'Animal', samples: ['Biscuit', 'سمسم', 'ポチ'], choice: { kind: 'field', fieldId: 1 }, why: 'last-time' },
  { header: 'Notes 2', samples: ['nervous!!', 'see JH', ''], choice: { kind: 'leave-out' }, why: 'chosen' },
  {
    ...{ header: 'Home tel', samples: ['020 7946 0117', '', '01632 960118'] },
    ...{ choice: { kind: 'leave-out' }, why: 'second-phone' },
  },
  { header: '', samples: ['Hollis', 'Hollis', 'Marsh'], choice: { kind: 'new-field', name: 'Vet' }, why: 'chosen' },
  { header: 'Renewal of the insurance, day first', samples: ['01/02/27', '14/03/27', '30/06/27'] },
];

const NO_VERDICTS: ImportSummary['verdicts'] = {
  ...{ new: 0, update: 0, unchanged: 0, duplicate: 0, 'lost-digits': 0, invalid: 0, 'read-only': 0, landline: 0 },
  'left-out': 0,
};
const SUMMARY: ImportSummary = {
  rowsCount: 1_286,
  verdicts: { ...NO_VERDICTS, new: 1_088, update: 139, unchanged: 14, duplicate: 29, 'lost-digits': 7, invalid: 9 },
  marks: { landline: 21, blocked: 2, unsubscribed: 14 },
  ...{ changedValuesCount: 302, toAddCount: 3, phonesCount: 1_240, validPhonesCount: 1_231 },
};

export const exampleDraft: ImportDraftView = {
  ...{
    draftId: 'example',
    fileName: 'clients-export-november.xlsx',
    isPasted: false,
    repairsImportId: null,
    hasChanges: false,
  },
  ...{ kind: 'xlsx', sizeBytes: 214_000, sheetName: 'Clients', encoding: null, delimiter: null, rowsCount: 1_286 },
  sheets: ['Clients', 'Farms', 'Old'].map((name) => ({ name, isHidden: name === 'Old' })),
  notes: [],
  options: { country: 'GB', hasHeader: true, leavesOutLandlines: false, keepsWhatIsEmpty: true, existing: 'update' },
  target: { kind: 'new-list', name: 'November clients' },
  columns: COLUMNS.map((column, index) => ({ ...COLUMN, index, ...column })),
  phoneExamples: [
    { written: '07700 900318', phone: '447700900318', isLandline: false, reason: null },
    { written: '01632 960118', phone: '441632960118', isLandline: true, reason: null },
    {
      ...{ written: '0044 7700 9002', phone: null, isLandline: false },
      reason: { code: 'too-short', digits: 10, wanted: 12 },
    },
  ],
  summary: SUMMARY,
  previousSummary: null,
  checkedCount: null,
  estimate: { requestsCount: 141, seconds: 58 },
  isFilling: false,
  problem: null,
};

/** The same while it is counted once more, after another choice. */
export const exampleCounting: ImportDraftView = {
  ...exampleDraft,
  previousSummary: { ...SUMMARY, verdicts: { ...NO_VERDICTS, new: 41, update: 6, invalid: 1_232, unchanged: 14 } },
  checkedCount: 1_042,
};

/** A text file with an unusual encoding, whose contacts are still unknown. */
export const exampleText: ImportDraftView = {
  ...exampleDraft,
  ...{ kind: 'csv', fileName: 'clients.csv', sheets: [], sheetName: null, encoding: 'windows-1252', delimiter: ';' },
  notes: [
    { kind: 'other-kind', named: 'xlsx', count: 0, line: 0 },
    { kind: 'undecodable', named: '', count: 2, line: 7 },
  ],
  ...{ isFilling: true, problem: 'The rows couldn’t be checked. Choose the file again.' },
  target: { kind: 'list', listId: 1 },
};

const LIST = { isFavorite: false, isShared: false, isDefault: false, isReadOnly: false, avatarId: null };
export const exampleKnown: Pick<ContactCounts, 'fields' | 'lists'> = {
  fields: [
    { id: 1, name: 'Pet' },
    { id: 2, name: 'Insurance' },
  ],
  lists: [
    { id: 1, name: 'Reminders, dogs', membersCount: 8, ...LIST },
    { id: 2, name: 'Dental clients', membersCount: 4, ...LIST },
  ],
};

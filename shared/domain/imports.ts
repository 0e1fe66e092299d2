/** An import of contacts: what the columns of a file become, what becomes of each row, and how far the service is with it. */

/** What becomes of a column at the service: a field of contacts, or a custom one by its id. */
export type ImportField = 'phone' | 'firstName' | 'lastName' | 'email' | number;

/**
 * Where an import stands. `waiting`: taken in, not begun. `working`: contacts are being made. `with-errors`: over, and not
 * everything could be taken. `completed`: over. `unknown`: the service says something that nobody has explained; it may
 * still go on.
 */
export type ImportState = 'waiting' | 'working' | 'with-errors' | 'completed' | 'unknown';

export interface ImportProgress {
  readonly state: ImportState;
  /** Contacts imported so far. Services do not say of how many. */
  readonly importedCount: number;
}

/**
 * What a column of a file becomes. `fullName`: first name and last name in one cell. `new-field`: a custom field of that
 * name, which is created when the import begins.
 */
export type ColumnChoice =
  | { readonly kind: 'phone' | 'firstName' | 'lastName' | 'fullName' | 'email' | 'leave-out' }
  | { readonly kind: 'field'; readonly fieldId: number }
  | { readonly kind: 'new-field'; readonly name: string };

/** Why a column was matched. `nothing`: it was not, and the user is to choose. */
export const COLUMN_REASONS = ['same-name', 'content', 'last-time', 'chosen', 'second-phone', 'nothing'] as const;
export type ColumnReason = (typeof COLUMN_REASONS)[number];

/** A column as it is matched. `choice` null: not decided yet, left out until it is. */
export interface ColumnMatch {
  readonly choice: ColumnChoice | null;
  readonly why: ColumnReason;
  /** Of `content`: how many of a hundred cells with text look like it; else null. */
  readonly percent: number | null;
}

/** A value that an import writes, by name: `firstName`, `field:12`, or `new:Vet` until that field has an id. */
export type ImportValueName = 'firstName' | 'lastName' | 'email' | `field:${number}` | `new:${string}`;
export type ImportValues = Readonly<Partial<Record<ImportValueName, string>>>;

/** How the rows are to be taken. */
export interface ImportOptions {
  /** ISO 3166 alpha-2 of numbers that are written without a country code; null: all have one. */
  readonly country: string | null;
  readonly hasHeader: boolean;
  /** Numbers known to be landlines are left out, and the service is asked to leave out those that it knows. */
  readonly leavesOutLandlines: boolean;
  /** An empty cell leaves the value that a contact has; false: it clears the value. */
  readonly keepsWhatIsEmpty: boolean;
  /** `update`: a contact that exists gets the values of the file · `leave`: it stays as it is, and is put on the list. */
  readonly existing: 'update' | 'leave';
}

/**
 * What happens to a row. `new`, `update`, `unchanged`: it is imported (`unchanged`: its contact has these values, and is put
 * on the list) · `duplicate`: an earlier row has its number · `lost-digits`: the spreadsheet has lost digits of its number ·
 * `invalid`: no usable number · `read-only`: another user's contact · `landline`: left out by the option · `left-out`: by the
 * user.
 */
export const ROW_VERDICTS = [
  'new',
  'update',
  'unchanged',
  'duplicate',
  'lost-digits',
  'invalid',
  'read-only',
  'landline',
  'left-out',
] as const;
export type RowVerdict = (typeof ROW_VERDICTS)[number];

/** Verdicts of rows that are imported. */
export const IMPORTED_VERDICTS = ['new', 'update', 'unchanged'] as const satisfies readonly RowVerdict[];

/** What else is known of an imported row's number. */
export const ROW_MARKS = ['landline', 'blocked', 'unsubscribed'] as const;
export type RowMark = (typeof ROW_MARKS)[number];

/**
 * Why a row has its verdict. `line`: of the row with the same number (`duplicate`). `digits`, `wanted`: how many digits the
 * number has, and how many one of that country has at least (too short) or at most (too long); null where not known.
 * `detail`: the service's own sentence (`refused`).
 */
export type RowReason =
  | {
      readonly code: 'too-short' | 'too-long';
      readonly digits: number;
      readonly wanted: number | null;
    }
  | {
      readonly code:
        | 'no-number'
        | 'no-country'
        | 'not-a-number'
        | 'letter-for-digit'
        | 'lost-digits'
        | 'extension-only'
        | 'several-numbers'
        | 'too-long-value'
        | 'not-an-email'
        | 'read-only'
        | 'landline'
        | 'by-user';
    }
  | { readonly code: 'duplicate'; readonly line: number }
  /** By the service, or found while the import ran. `gone`: the contact was deleted meanwhile · `absent`: the service did not take it and gives no reason. */
  | { readonly code: 'refused'; readonly detail: string }
  | { readonly code: 'gone' | 'absent' | 'stopped' }
  /**
   * Of what an undo left. `edited`: it was changed since · `only-list`: its values were put back, and it stays on the list
   * because it is on no other one · `not-known`: what it was before is not known.
   */
  | { readonly code: (typeof KEPT_CODES)[number] };

export const KEPT_CODES = ['edited', 'only-list', 'not-known'] as const;
export type KeptCode = (typeof KEPT_CODES)[number];

/** A value that changes, as it is and as it will be. */
export interface ImportedChange {
  readonly name: ImportValueName;
  readonly old: string;
  readonly value: string;
}

/** One row as it was checked. */
export interface CheckedRow {
  /** Line of the file, from 1; names the row. */
  readonly line: number;
  readonly verdict: RowVerdict;
  readonly reason: RowReason | null;
  readonly marks: readonly RowMark[];
  /** Digits, country code first; '' where there is no usable number. */
  readonly phone: string;
  /** As many as the file has columns, as the user has repaired them. */
  readonly cells: readonly string[];
  /** Columns that the user has repaired, from 0. */
  readonly editedColumns: readonly number[];
  /** A number that would be usable, as it could be meant; null: none to offer. */
  readonly suggestion: string | null;
  /** The contact that has the number; null: none is known. */
  readonly contactId: number | null;
  /** Of `update`: what changes. */
  readonly changes: readonly ImportedChange[];
}

/** A checked row with what the import needs of it. */
export interface PlannedRow extends Omit<CheckedRow, 'suggestion' | 'editedColumns'> {
  /** All values that the row has, empty ones left out unless they clear. */
  readonly values: ImportValues;
  /** Its contact is on the list already. */
  readonly isOnList: boolean;
}

/** Numbers of a whole check. */
export interface CheckSummary {
  /** Rows with text, but for the header. */
  readonly rowsCount: number;
  readonly verdicts: Readonly<Record<RowVerdict, number>>;
  /** Of rows that are imported. */
  readonly marks: Readonly<Record<RowMark, number>>;
  /** Values that `update` rows change, together. */
  readonly changedValuesCount: number;
  /** Rows of contacts that exist and have to be put on the list, without another change. */
  readonly toAddCount: number;
  /** Rows with text in the column of the phone, and those of them with a usable number. */
  readonly phonesCount: number;
  readonly validPhonesCount: number;
}

/** How one local number is read: for the three examples beside the country. */
export interface PhoneExample {
  readonly written: string;
  readonly phone: string | null;
  readonly isLandline: boolean;
  readonly reason: RowReason | null;
}

/**
 * Where a run is. `planning`: its rows are being written down; nothing has left · `running` · `waiting`: the service cannot
 * be asked now · `paused`, `stopped`: by the user · `finished` · `undoing` · `undone`.
 */
export const RUN_STATES = [
  'planning',
  'running',
  'waiting',
  'paused',
  'stopped',
  'finished',
  'undoing',
  'undo-waiting',
  'undo-paused',
  'undone',
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What a run does now, in this order; `list` to `counting` of the import, `undo-…` of its undo. */
export const RUN_STEPS = [
  'list',
  'new',
  'changed',
  'members',
  'counting',
  'undo-check',
  'undo-contacts',
  'undo-list',
  'done',
] as const;
export type RunStep = (typeof RUN_STEPS)[number];

/** `planned`: not done yet · `leaving`: it may be at the service · `done` · `refused` · `skipped`: not to be imported. */
export const RUN_ROW_STATES = ['planned', 'leaving', 'done', 'refused', 'skipped'] as const;
export type RunRowState = (typeof RUN_ROW_STATES)[number];

/** What an undo did about a row. `none`: nothing yet · `kept`: something of it stays, and the row's reason says why. */
export const UNDO_ROW_STATES = ['none', 'undone', 'kept'] as const;
export type UndoRowState = (typeof UNDO_ROW_STATES)[number];

/** Where the contacts are put. */
export type ImportTarget =
  { readonly kind: 'new-list'; readonly name: string } | { readonly kind: 'list'; readonly listId: number };

/** A contact as far as an import compares it. */
export interface ImportContact {
  readonly id: number;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly fields: readonly { readonly id: number; readonly value: string }[];
  readonly listIds: readonly number[];
  readonly isReadOnly: boolean;
  readonly isBlocked: boolean;
  readonly isUnsubscribed: boolean;
}

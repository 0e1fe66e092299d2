/** One check of all rows: what happens to each, kept in a few bytes a row; what else is said of a row is found when it is shown. */
import {
  ROW_MARKS,
  ROW_VERDICTS,
  type CheckedRow,
  type CheckSummary,
  type ColumnChoice,
  type ImportContact,
  type ImportedChange,
  type ImportOptions,
  type ImportValues,
  type PhoneExample,
  type PlannedRow,
  type RowMark,
  type RowReason,
  type RowVerdict,
} from '#shared/domain/imports.ts';
import type { ContactIndex } from './contacts.ts';
import type { ImportRows, PhoneReadings } from './rows.ts';
import {
  isTooLong,
  isWrongEmail,
  listChanges,
  toRowValues,
  toValueColumns,
  type RowValues,
  type ValueColumns,
} from './values.ts';

export interface CheckParts {
  readonly rows: ImportRows;
  readonly contacts: ContactIndex;
  /** Numbers, see `toPhoneKey`. */
  readonly blocked: ReadonlySet<number>;
  readonly unsubscribed: ReadonlySet<number>;
  readonly options: ImportOptions;
  readonly choices: readonly (ColumnChoice | null)[];
  /** The list that exists; null: a new one. */
  readonly listId: number | null;
}

export type RowFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'problems' }
  | { readonly kind: 'verdict'; readonly verdict: RowVerdict }
  | { readonly kind: 'mark'; readonly mark: RowMark };

const PROBLEMS: readonly RowVerdict[] = ['invalid', 'lost-digits', 'read-only'];
const IMPORTED: readonly RowVerdict[] = ['new', 'update', 'unchanged'];
const CODES = Object.fromEntries(ROW_VERDICTS.map((verdict, code) => [verdict, code])) as Record<RowVerdict, number>;
const MARK_BITS: Readonly<Record<RowMark, number>> = { landline: 1, blocked: 2, unsubscribed: 4 };
const ON_LIST = 8;
const TOO_LONG = 16;
const WRONG_EMAIL = 32;
const MOST_CHANGES = 65_535;
const EXAMPLES = 3;

export class RowCheck {
  readonly #parts: CheckParts;
  readonly #columns: ValueColumns;
  readonly #readings: PhoneReadings | null;
  readonly #first: number;
  readonly #verdicts: Uint8Array;
  readonly #flags: Uint8Array;
  readonly #changeCounts: Uint16Array;
  /** Indexes into the contacts, -1: none. */
  readonly #contacts: Int32Array;
  /** Of duplicates: the place of the row that has the number. */
  readonly #firstPlaces: Int32Array;
  #next: number;
  /** Places by number, as long as rows are checked. */
  #placesByKey = new Map<number, number>();
  /** What was changed behind the check while it ran: places, and the numbers that they had. */
  readonly #changed = { places: new Set<number>(), keys: new Set<number>() };
  readonly #filtered = new Map<string, Int32Array>();

  constructor(parts: CheckParts) {
    const { rows, options, choices } = parts;
    this.#parts = parts;
    this.#columns = toValueColumns(choices);
    const { phone } = this.#columns;
    this.#readings = phone === null ? null : rows.getReadings(phone, options.country);
    this.#first = options.hasHeader ? Math.min(1, rows.count) : 0;
    this.#next = this.#first;
    this.#verdicts = new Uint8Array(rows.count);
    this.#flags = new Uint8Array(rows.count);
    this.#changeCounts = new Uint16Array(rows.count);
    this.#contacts = new Int32Array(rows.count).fill(-1);
    this.#firstPlaces = new Int32Array(rows.count).fill(-1);
  }

  /** Place of the first row that is no header. */
  get first(): number {
    return this.#first;
  }

  get checkedCount(): number {
    return this.#next - this.#first;
  }

  /** Checks up to `most` rows more. True: all are checked. */
  step(most: number): boolean {
    const { count } = this.#parts.rows;
    const end = Math.min(count, this.#next + most);
    for (; this.#next < end; this.#next += 1) this.#judge(this.#next, this.#placesByKey);
    if (this.#next < count) return false;
    this.#placesByKey = new Map();
    const { places, keys } = this.#changed;
    if (places.size > 0) this.#judgeAgain(places, keys);
    places.clear();
    keys.clear();
    return true;
  }

  /** The numbers that these rows have: to be asked before something of them changes. */
  listKeys(places: readonly number[]): ReadonlySet<number> {
    return new Set(places.map((place) => this.#readings?.getKey(place) ?? 0));
  }

  /** The number of that row is read anew: it was repaired. The rows may not keep the readings of this check any more. */
  forget(place: number): void {
    this.#readings?.forget(place);
  }

  /** Checks rows again that were repaired, left out or taken in, and those with a number that they have or had (`keys`). */
  recheck(places: readonly number[], keys: ReadonlySet<number>): void {
    if (this.#next < this.#parts.rows.count) {
      for (const place of places) this.#changed.places.add(place);
      for (const key of keys) this.#changed.keys.add(key);
    } else {
      this.#judgeAgain(new Set(places), keys);
    }
  }

  #judgeAgain(places: ReadonlySet<number>, before: ReadonlySet<number>): void {
    this.#filtered.clear();
    const keys = new Set([...before, ...this.listKeys([...places])]);
    keys.delete(0);
    const placesByKey = new Map<number, number>();
    for (let place = this.#first; place < this.#parts.rows.count; place += 1) {
      const key = this.#readings?.getKey(place) ?? 0;
      if (places.has(place) || keys.has(key)) this.#judge(place, placesByKey);
    }
  }

  #judge(place: number, placesByKey: Map<number, number>): void {
    this.#flags[place] = 0;
    this.#changeCounts[place] = 0;
    this.#firstPlaces[place] = -1;
    const key = this.#readings?.getKey(place) ?? 0;
    const contactIndex = key === 0 ? -1 : this.#parts.contacts.find(key);
    this.#contacts[place] = contactIndex;
    const verdict = this.#findVerdict(place, key, placesByKey);
    this.#verdicts[place] = CODES[verdict];
    if (IMPORTED.includes(verdict)) {
      placesByKey.set(key, place);
      this.#mark(place, key);
    }
  }

  #findVerdict(place: number, key: number, placesByKey: ReadonlyMap<number, number>): RowVerdict {
    const { rows, contacts, options } = this.#parts;
    if (rows.isLeftOut(place)) return 'left-out';
    if (key === 0) return this.#readings?.getState(place) === 'lost-digits' ? 'lost-digits' : 'invalid';
    const values = this.#toValues(place);
    if (isTooLong(values)) {
      this.#flags[place] = TOO_LONG;
      return 'invalid';
    }
    if (options.leavesOutLandlines && this.#readings?.isLandline(place) === true) return 'landline';
    const contact = contacts.get(this.#contacts[place] ?? -1);
    if (contact?.isReadOnly === true) return 'read-only';
    const firstPlace = placesByKey.get(key);
    if (firstPlace !== undefined) {
      this.#firstPlaces[place] = firstPlace;
      return 'duplicate';
    }
    return this.#compare(place, contact, values);
  }

  /** The verdict of a row with a usable number, compared with the contact of that number. */
  #compare(place: number, contact: ImportContact | undefined, values: RowValues): RowVerdict {
    // An address that the contact has already is not sent, so it is not checked.
    const changes = contact === undefined ? [] : this.#listChanges(contact, values);
    const email = contact === undefined ? values.get('email') : changes.find(({ name }) => name === 'email')?.value;
    if (isWrongEmail(email ?? '')) {
      this.#flags[place] = WRONG_EMAIL;
      return 'invalid';
    }
    if (contact === undefined) return 'new';
    this.#changeCounts[place] = Math.min(changes.length, MOST_CHANGES);
    return changes.length > 0 ? 'update' : 'unchanged';
  }

  #mark(place: number, key: number): void {
    const { contacts, blocked, unsubscribed, listId } = this.#parts;
    const contact = contacts.get(this.#contacts[place] ?? -1);
    let flags = this.#readings?.isLandline(place) === true ? MARK_BITS.landline : 0;
    if (contact?.isBlocked === true || blocked.has(key)) flags |= MARK_BITS.blocked;
    if (contact?.isUnsubscribed === true || unsubscribed.has(key)) flags |= MARK_BITS.unsubscribed;
    if (listId !== null && contact?.listIds.includes(listId) === true) flags |= ON_LIST;
    this.#flags[place] = flags;
  }

  #toValues(place: number): RowValues {
    const { rows } = this.#parts;
    return toRowValues(this.#columns, (column) => rows.getCell(place, column));
  }

  #listChanges(contact: ImportContact, values: RowValues): readonly ImportedChange[] {
    const { existing, keepsWhatIsEmpty } = this.#parts.options;
    if (existing === 'leave') return [];
    return listChanges(contact, values, { keepsWhatIsEmpty, isSplit: this.#columns.fullName !== null });
  }

  #getVerdict(place: number): RowVerdict {
    return ROW_VERDICTS[this.#verdicts[place] ?? 0] ?? 'invalid';
  }

  summarize(): CheckSummary {
    const verdicts = ROW_VERDICTS.map(() => 0);
    const marks: Record<RowMark, number> = { landline: 0, blocked: 0, unsubscribed: 0 };
    const counts = { changedValuesCount: 0, toAddCount: 0, phonesCount: 0, validPhonesCount: 0 };
    for (let place = this.#first; place < this.#parts.rows.count; place += 1) {
      const code = this.#verdicts[place] ?? 0;
      const flags = this.#flags[place] ?? 0;
      verdicts[code] = (verdicts[code] ?? 0) + 1;
      for (const mark of ROW_MARKS) if ((flags & MARK_BITS[mark]) !== 0) marks[mark] += 1;
      counts.changedValuesCount += this.#changeCounts[place] ?? 0;
      if (code === CODES.unchanged && (flags & ON_LIST) === 0) counts.toAddCount += 1;
      const state = this.#readings?.getState(place) ?? 'empty';
      if (state !== 'empty') counts.phonesCount += 1;
      if (state === 'usable') counts.validPhonesCount += 1;
    }
    const rowsCount = this.#parts.rows.count - this.#first;
    const named = Object.fromEntries(ROW_VERDICTS.map((verdict, code) => [verdict, verdicts[code] ?? 0]));
    return { rowsCount, verdicts: named as Record<RowVerdict, number>, marks, ...counts };
  }

  /** Places of the rows that the filter has, in the order of the file. */
  listPlaces(filter: RowFilter): Int32Array {
    const key = filter.kind === 'verdict' ? filter.verdict : filter.kind === 'mark' ? `+${filter.mark}` : filter.kind;
    const known = this.#filtered.get(key);
    if (known !== undefined) return known;
    const fits = this.#toTest(filter);
    const places = new Int32Array(this.#parts.rows.count);
    let count = 0;
    for (let place = this.#first; place < this.#parts.rows.count; place += 1) {
      if (fits(place)) places[count++] = place;
    }
    const found = places.slice(0, count);
    this.#filtered.set(key, found);
    return found;
  }

  #toTest(filter: RowFilter): (place: number) => boolean {
    if (filter.kind === 'all') return () => true;
    if (filter.kind === 'mark') return (place) => ((this.#flags[place] ?? 0) & MARK_BITS[filter.mark]) !== 0;
    const verdicts = filter.kind === 'problems' ? PROBLEMS : [filter.verdict];
    const codes = new Set(verdicts.map((verdict) => CODES[verdict]));
    return (place) => codes.has(this.#verdicts[place] ?? 0);
  }

  toCheckedRow(place: number): CheckedRow {
    const { rows } = this.#parts;
    const { suggestion, ...row } = this.#describe(place);
    return { ...row, editedColumns: rows.listEditedColumns(place), suggestion };
  }

  toPlannedRow(place: number): PlannedRow {
    const { suggestion: _, ...row } = this.#describe(place);
    const isOnList = ((this.#flags[place] ?? 0) & ON_LIST) !== 0;
    return { ...row, values: this.#toPlannedValues(place, row.verdict), isOnList };
  }

  /** Of a row whose number is not usable, its values are kept as well. */
  #toPlannedValues(place: number, verdict: RowVerdict): ImportValues {
    const clears = verdict === 'update' && !this.#parts.options.keepsWhatIsEmpty;
    return Object.fromEntries([...this.#toValues(place)].filter(([, value]) => clears || value !== ''));
  }

  #describe(place: number): Omit<CheckedRow, 'editedColumns'> {
    const { rows, contacts } = this.#parts;
    const verdict = this.#getVerdict(place);
    const contact = contacts.get(this.#contacts[place] ?? -1);
    const flags = this.#flags[place] ?? 0;
    const key = this.#readings?.getKey(place) ?? 0;
    const { reason, suggestion } = this.#explain(place, verdict);
    return {
      line: rows.getLine(place),
      verdict,
      reason,
      suggestion,
      marks: ROW_MARKS.filter((mark) => (flags & MARK_BITS[mark]) !== 0),
      phone: key === 0 ? '' : String(key),
      cells: rows.listCells(place),
      contactId: contact?.id ?? null,
      changes: verdict === 'update' && contact !== undefined ? this.#listChanges(contact, this.#toValues(place)) : [],
    };
  }

  #explain(
    place: number,
    verdict: RowVerdict,
  ): { readonly reason: RowReason | null; readonly suggestion: string | null } {
    const because = (reason: RowReason | null): { reason: RowReason | null; suggestion: null } => ({
      reason,
      suggestion: null,
    });
    switch (verdict) {
      case 'left-out':
        return because({ code: 'by-user' });
      case 'landline':
      case 'read-only':
        return because({ code: verdict });
      case 'duplicate':
        return because({ code: verdict, line: this.#parts.rows.getLine(this.#firstPlaces[place] ?? 0) });
      case 'lost-digits':
      case 'invalid': {
        if (((this.#flags[place] ?? 0) & TOO_LONG) !== 0) return because({ code: 'too-long-value' });
        if (((this.#flags[place] ?? 0) & WRONG_EMAIL) !== 0) return because({ code: 'not-an-email' });
        return this.#readings?.read(place) ?? because({ code: 'no-number' });
      }
      default:
        return because(null);
    }
  }

  /** How the country reads three numbers: a mobile, a landline, and one that is not usable, as far as the file has them. */
  listPhoneExamples(): readonly PhoneExample[] {
    const readings = this.#readings;
    const { phone: column } = this.#columns;
    if (readings === null || column === null) return [];
    const found: (number | undefined)[] = [undefined, undefined, undefined];
    const others: number[] = [];
    for (let place = this.#first; place < this.#parts.rows.count; place += 1) {
      const state = readings.getState(place);
      if (state === 'empty' || (state === 'usable' && !readings.isLocal(place))) continue;
      const kind = state !== 'usable' ? 2 : readings.isLandline(place) ? 1 : 0;
      if (found[kind] === undefined) found[kind] = place;
      else if (others.length < EXAMPLES && state === 'usable') others.push(place);
      if (!found.includes(undefined)) break;
    }
    const chosen = found.filter((place) => place !== undefined);
    const places = [...chosen, ...others].slice(0, EXAMPLES).sort((one, other) => one - other);
    return places.map((place) => {
      const { phone, isLandline, reason } = readings.read(place);
      const written = this.#parts.rows.getCell(place, column);
      return { written, phone: reason === null ? phone : null, isLandline, reason };
    });
  }
}

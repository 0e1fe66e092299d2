/** The rows of a file with what the user repaired, and how their numbers are read. */
import type { RowReason } from '#shared/domain/imports.ts';
import { toPhoneKey } from './contacts.ts';
import { readPhone, toInvalid, type PhoneReading } from './phones.ts';

/** A row as it was read. */
export interface SourceRow {
  readonly line: number;
  /** Without the empty ones at the end. */
  readonly cells: readonly string[];
  readonly notes?: readonly { readonly column: number; readonly kind: string }[];
}

export class ImportRows {
  readonly columnCount: number;
  readonly #rows: readonly SourceRow[];
  /** By place of the row, by column. */
  readonly #edits = new Map<number, Map<number, string>>();
  readonly #leftOut: Uint8Array;
  /** How numbers of a column are read, by column and country. */
  readonly #readings = new Map<string, PhoneReadings>();
  #places: Map<number, number> | null = null;

  constructor(rows: readonly SourceRow[], columnCount: number) {
    this.#rows = rows;
    this.columnCount = columnCount;
    this.#leftOut = new Uint8Array(rows.length);
  }

  get count(): number {
    return this.#rows.length;
  }

  getLine(place: number): number {
    return this.#rows[place]?.line ?? 0;
  }

  /** Undefined: the file has no row with text there. */
  findPlace(line: number): number | undefined {
    this.#places ??= new Map(this.#rows.map((row, place) => [row.line, place]));
    return this.#places.get(line);
  }

  getCell(place: number, column: number): string {
    const edited = this.#edits.get(place)?.get(column);
    return edited ?? this.#rows[place]?.cells[column] ?? '';
  }

  /** As many as the file has columns. */
  listCells(place: number): readonly string[] {
    return Array.from({ length: this.columnCount }, (_, column) => this.getCell(place, column));
  }

  listEditedColumns(place: number): readonly number[] {
    return [...(this.#edits.get(place)?.keys() ?? [])].sort((one, other) => one - other);
  }

  /** The spreadsheet has lost digits of what was there; what the user wrote has all. */
  hasLostDigits(place: number, column: number): boolean {
    if (this.#edits.get(place)?.has(column) === true) return false;
    const notes = this.#rows[place]?.notes;
    return notes?.some((note) => note.column === column && note.kind === 'digits-lost') === true;
  }

  countLostDigits(column: number, first: number): number {
    let count = 0;
    for (let place = first; place < this.count; place += 1) if (this.hasLostDigits(place, column)) count += 1;
    return count;
  }

  /** The cell as it was takes the repair back. */
  edit(place: number, column: number, value: string): void {
    const cells = this.#edits.get(place) ?? new Map<number, string>();
    if (value === (this.#rows[place]?.cells[column] ?? '')) cells.delete(column);
    else cells.set(column, value);
    if (cells.size === 0) this.#edits.delete(place);
    else this.#edits.set(place, cells);
    for (const readings of this.#readings.values()) if (readings.column === column) readings.forget(place);
  }

  isLeftOut(place: number): boolean {
    return this.#leftOut[place] === 1;
  }

  leaveOut(place: number, isLeftOut: boolean): void {
    this.#leftOut[place] = isLeftOut ? 1 : 0;
  }

  getReadings(column: number, country: string | null): PhoneReadings {
    const key = `${column} ${country ?? ''}`;
    const known = this.#readings.get(key);
    this.#readings.delete(key);
    const readings = known ?? new PhoneReadings(this, column, country);
    this.#readings.set(key, readings);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > KEPT_READINGS && oldest !== undefined) this.#readings.delete(oldest);
    return readings;
  }
}

/** Choices of column and country that are kept, for who tries out countries. */
const KEPT_READINGS = 8;

const STATES = ['unread', 'usable', 'empty', 'lost-digits', 'invalid'] as const;
export type ReadingState = Exclude<(typeof STATES)[number], 'unread'>;
const LOCAL = 8;
const LANDLINE = 16;
const STATE_BITS = 7;

/** The numbers of one column as one country reads them, each read when it is asked for, and then kept. */
export class PhoneReadings {
  readonly column: number;
  readonly #country: string | null;
  readonly #rows: ImportRows;
  readonly #keys: Float64Array;
  readonly #states: Uint8Array;

  constructor(rows: ImportRows, column: number, country: string | null) {
    this.#rows = rows;
    this.column = column;
    this.#country = country;
    this.#keys = new Float64Array(rows.count);
    this.#states = new Uint8Array(rows.count);
  }

  forget(place: number): void {
    this.#states[place] = 0;
  }

  /** 0: no usable number. */
  getKey(place: number): number {
    this.#take(place);
    return this.#keys[place] ?? 0;
  }

  getState(place: number): ReadingState {
    return STATES[this.#take(place) & STATE_BITS] as ReadingState;
  }

  isLandline(place: number): boolean {
    return (this.#take(place) & LANDLINE) !== 0;
  }

  isLocal(place: number): boolean {
    return (this.#take(place) & LOCAL) !== 0;
  }

  /** With everything that is said of it: read once more. */
  read(place: number): PhoneReading {
    const { column } = this;
    if (this.#rows.hasLostDigits(place, column)) return toInvalid({ code: 'lost-digits' });
    return readPhone(this.#rows.getCell(place, column), this.#country);
  }

  #take(place: number): number {
    const known = this.#states[place] ?? 0;
    if (known !== 0) return known;
    const { phone, reason, isLocal, isLandline } = this.read(place);
    this.#keys[place] = toPhoneKey(phone);
    const state = STATES.indexOf(toState(reason)) | (isLocal ? LOCAL : 0) | (isLandline ? LANDLINE : 0);
    this.#states[place] = state;
    return state;
  }
}

function toState(reason: RowReason | null): ReadingState {
  if (reason === null) return 'usable';
  if (reason.code === 'lost-digits') return 'lost-digits';
  return reason.code === 'no-number' ? 'empty' : 'invalid';
}

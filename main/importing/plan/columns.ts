/** Which column of a file is what: by what was chosen the last time, by its header, by what its cells look like. */
import type { ColumnChoice, ColumnMatch } from '#shared/domain/imports.ts';
import { findHeaderMeaning, toPlainHeader, type HeaderMeaning } from './headers.ts';
import { toPlainSigns } from './phones.ts';

export interface ColumnContent {
  readonly header: string;
  /** Of the cells that were looked at. */
  readonly textCount: number;
  readonly emailCount: number;
  readonly phoneCount: number;
}

export interface KnownNames {
  readonly fields: readonly { readonly id: number; readonly name: string }[];
  readonly remembered: readonly { readonly header: string; readonly choice: ColumnChoice }[];
}

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>.]{2,}$/;
const PHONE = /^(?:\+|00|\(|=")?[\d\s().\-/"']*\d[\d\s().\-/"']*$/;
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}(?:[T\s].*)?|\d{1,2}[-./]\d{1,2}[-./](?:\d{2}|\d{4})(?:\s.*)?)$/;
const DIGITS = { fewest: 7, most: 15, fewestUnmarked: 9 };
/** Of cells that can be that: longer ones are not looked into. */
const LONGEST = { email: 320, phone: 40 };
/** Of a hundred cells with text, from which on a column is taken for that. */
const ENOUGH = { email: 80, phone: 70 };
/** Below this, a column of that name holds something else where another column has numbers. */
const CONTRADICTION = 20;
const FEWEST_TO_CONTRADICT = 3;

export function looksLikeEmail(text: string): boolean {
  return text.length <= LONGEST.email && EMAIL.test(text.trim());
}

/** As a number is written, and neither a date nor a short number of something else. */
export function looksLikePhone(text: string): boolean {
  if (text.length > LONGEST.phone) return false;
  const trimmed = toPlainSigns(text).trim();
  if (!PHONE.test(trimmed) || DATE.test(trimmed) || /^\d+\.\d{1,2}$/.test(trimmed)) return false;
  const digits = trimmed.replace(/\D/g, '').length;
  if (digits < DIGITS.fewest || digits > DIGITS.most) return false;
  return digits >= DIGITS.fewestUnmarked || /^[+0(="']/.test(trimmed);
}

/** What each column is, in their order. Every field has one column at most. */
export function matchColumns(columns: readonly ColumnContent[], known: KnownNames): readonly ColumnMatch[] {
  const matching = new Matching(columns, known);
  matching.takeRemembered();
  matching.takeNamedPhones(false);
  matching.takeNamed();
  matching.takeByContent();
  matching.takeNamedPhones(true);
  return matching.finish();
}

class Matching {
  readonly #columns: readonly (ColumnContent & { readonly meaning: HeaderMeaning | undefined })[];
  readonly #known: KnownNames;
  readonly #matches: (ColumnMatch | undefined)[];
  readonly #taken = new Set<string>();

  constructor(columns: readonly ColumnContent[], known: KnownNames) {
    this.#columns = columns.map((column) => ({ ...column, meaning: findHeaderMeaning(column.header) }));
    this.#known = known;
    this.#matches = columns.map(() => undefined);
  }

  takeRemembered(): void {
    const remembered = new Map(this.#known.remembered.map((one) => [toPlainHeader(one.header), one.choice]));
    this.#columns.forEach(({ header }, index) => {
      const choice = header === '' ? undefined : remembered.get(toPlainHeader(header));
      const possible = choice === undefined ? undefined : this.#toPossible(choice);
      if (possible !== undefined) this.#take(index, { choice: possible, why: 'last-time', percent: null });
    });
  }

  /** A field that was new the last time exists by now, unless it was deleted since. */
  #toPossible(choice: ColumnChoice): ColumnChoice | undefined {
    const { fields } = this.#known;
    if (choice.kind === 'field') return fields.some(({ id }) => id === choice.fieldId) ? choice : undefined;
    if (choice.kind !== 'new-field') return choice;
    const plain = toPlainHeader(choice.name);
    const created = fields.find(({ name }) => toPlainHeader(name) === plain);
    return created === undefined ? choice : { kind: 'field', fieldId: created.id };
  }

  /**
   * The best of the columns that are named as phones; the others are second ones. `withoutNumbers`: also those of the name
   * that hold something else, which another column with numbers goes before.
   */
  takeNamedPhones(withoutNumbers: boolean): void {
    this.#columns
      .map((column, index) => ({ index, rank: rankPhone(column) }))
      .filter(({ index, rank }) => this.#matches[index] === undefined && (rank >= 1 || (withoutNumbers && rank > 0)))
      .sort((one, other) => other.rank - one.rank)
      .forEach(({ index }) => this.#takePhone(index, 'same-name'));
  }

  #takePhone(index: number, why: 'same-name' | 'content'): void {
    const percent = why === 'content' ? toPercent(this.#columns[index], 'phone') : null;
    if (this.#take(index, { choice: { kind: 'phone' }, why, percent })) return;
    this.#matches[index] = { choice: { kind: 'leave-out' }, why: 'second-phone', percent: null };
  }

  /** Usual names first, then custom fields, by header. */
  takeNamed(): void {
    const kinds = ['firstName', 'lastName', 'email'] as const;
    for (const kind of kinds) {
      this.#columns.forEach(({ meaning }, index) => {
        if (meaning === kind) this.#takeNamed(index, { kind });
      });
    }
    this.#columns.forEach(({ meaning }, index) => {
      if (meaning === 'fullName' || meaning === 'name') this.#takeFullName(index, meaning);
    });
    const fields = new Map(this.#known.fields.map(({ id, name }) => [toPlainHeader(name), id]));
    this.#columns.forEach(({ header }, index) => {
      const fieldId = header === '' ? undefined : fields.get(toPlainHeader(header));
      if (fieldId !== undefined) this.#takeNamed(index, { kind: 'field', fieldId });
    });
  }

  /** “Name” beside a first name is the last name; a full name beside both says nothing new. */
  #takeFullName(index: number, meaning: 'fullName' | 'name'): void {
    const hasParts = this.#taken.has('firstName') || this.#taken.has('lastName');
    if (!hasParts) this.#takeNamed(index, { kind: 'fullName' });
    else if (meaning === 'name' && !this.#taken.has('lastName')) this.#takeNamed(index, { kind: 'lastName' });
  }

  takeByContent(): void {
    this.#columns.forEach((column, index) => {
      if (this.#matches[index] !== undefined || !isEnough(column, 'email')) return;
      this.#take(index, { choice: { kind: 'email' }, why: 'content', percent: toPercent(column, 'email') });
    });
    this.#columns.forEach((column, index) => {
      if (this.#matches[index] === undefined && isEnough(column, 'phone')) this.#takePhone(index, 'content');
    });
  }

  finish(): readonly ColumnMatch[] {
    return this.#matches.map((match) => match ?? { choice: null, why: 'nothing', percent: null });
  }

  #takeNamed(index: number, choice: ColumnChoice): void {
    this.#take(index, { choice, why: 'same-name', percent: null });
  }

  /** False: the column has a match, or the field another column. */
  #take(index: number, match: ColumnMatch & { readonly choice: ColumnChoice }): boolean {
    const key = toKey(match.choice);
    if (this.#matches[index] !== undefined || (key !== null && this.#taken.has(key))) return false;
    if (key !== null) this.#taken.add(key);
    this.#matches[index] = match;
    return true;
  }
}

/** Null: any number of columns can be that. */
function toKey(choice: ColumnChoice): string | null {
  if (choice.kind === 'leave-out') return null;
  if (choice.kind === 'field') return `field:${choice.fieldId}`;
  return choice.kind === 'new-field' ? `new:${toPlainHeader(choice.name)}` : choice.kind;
}

const PHONE_RANKS: Partial<Record<HeaderMeaning, number>> = { mobile: 3, phone: 2, 'other-phone': 1 };

/** 0: not named as a phone. Below 1: named so, but without numbers. */
function rankPhone(column: ColumnContent & { readonly meaning: HeaderMeaning | undefined }): number {
  const rank = column.meaning === undefined ? 0 : (PHONE_RANKS[column.meaning] ?? 0);
  const isEmpty = column.textCount === 0;
  const isOther = column.textCount >= FEWEST_TO_CONTRADICT && toPercent(column, 'phone') < CONTRADICTION;
  return isEmpty || isOther ? rank / 10 : rank;
}

function toPercent(column: ColumnContent | undefined, kind: 'email' | 'phone'): number {
  if (column === undefined || column.textCount === 0) return 0;
  return Math.floor(((kind === 'email' ? column.emailCount : column.phoneCount) / column.textCount) * 100);
}

const isEnough = (column: ColumnContent, kind: 'email' | 'phone'): boolean => toPercent(column, kind) >= ENOUGH[kind];

/**
 * Whether the first row names the columns: it says what no row of contacts says, and has neither a number nor an address.
 * @param columns of the other rows
 */
export function looksLikeHeader(first: readonly string[], columns: readonly ColumnContent[]): boolean {
  if (first.some((cell) => looksLikePhone(cell) || looksLikeEmail(cell))) return false;
  if (first.some((cell) => findHeaderMeaning(cell) !== undefined)) return true;
  return columns.some(
    (column, index) => (first[index] ?? '').trim() !== '' && (isEnough(column, 'phone') || isEnough(column, 'email')),
  );
}

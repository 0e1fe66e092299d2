import type { CheckedRowView, ImportDraftView, ImportSummary, RowFilter } from '#shared/contract/index.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { toColumnLetters } from './column-fields.ts';
import { rowsStep as words } from './row-messages.ts';

type DraftColumn = Pick<ImportDraftView['columns'][number], 'index' | 'header' | 'choice'>;

/** A column of the file that is imported. */
export interface RowColumn {
  /** Of the file, from 0. */
  readonly index: number;
  readonly label: string;
  readonly isPhone: boolean;
  /** As changes of a row name it. */
  readonly valueName: string;
}

const USUAL: Readonly<Record<string, { readonly label: Message; readonly rank: number }>> = {
  fullName: { label: words.fullName, rank: 0 },
  firstName: { label: words.firstName, rank: 0 },
  lastName: { label: words.lastName, rank: 1 },
  phone: { label: words.phone, rank: 2 },
  email: { label: words.email, rank: 3 },
};
const OTHER_RANK = 4;

/** The columns that are imported: names, the phone, the email, then the others as the file has them. */
export function listRowColumns(columns: readonly DraftColumn[], texts: Translator): readonly RowColumn[] {
  const ranked = columns.flatMap((column) => {
    const { choice } = column;
    if (choice === null || choice.kind === 'leave-out') return [];
    const usual = USUAL[choice.kind];
    return [{ rank: usual?.rank ?? OTHER_RANK, column: toRowColumn(column, usual?.label ?? null, texts) }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ column }) => column);
}

function toRowColumn({ index, header, choice }: DraftColumn, usual: Message | null, texts: Translator): RowColumn {
  const own = header.trim() === '' ? texts.text(words.columnOf, { letter: toColumnLetters(index) }) : header;
  return {
    index,
    label: usual === null ? own : texts.text(usual),
    isPhone: choice?.kind === 'phone',
    valueName: toValueName(choice),
  };
}

function toValueName(choice: DraftColumn['choice']): string {
  if (choice?.kind === 'field') return `field:${String(choice.fieldId)}`;
  return choice?.kind === 'new-field' ? `new:${choice.name}` : (choice?.kind ?? '');
}

const CHANGED: Readonly<Record<string, Message>> = {
  firstName: words.firstName,
  lastName: words.lastName,
  email: words.email,
};

/** What a changed value is called. */
export function toChangeLabel(name: string, columns: readonly RowColumn[], texts: Translator): string {
  const usual = CHANGED[name];
  if (usual !== undefined) return texts.text(usual);
  return columns.find(({ valueName }) => valueName === name)?.label ?? name.replace(/^(?:new|field):/u, '');
}

/** What a column needs at least, and what a row has beside its columns, in pixels at the usual text size. */
const CELL_WIDTH = 138;
const FIXED_WIDTH = 64 + 304;

/** How many columns there is room for; the others are in the details of a row. */
export function countShownColumns(count: number, room: number): number {
  return Math.max(1, Math.min(count, Math.floor((room - FIXED_WIDTH) / CELL_WIDTH)));
}

/** The columns for which there is room: the phone always is. */
export function fitRowColumns(columns: readonly RowColumn[], room: number): readonly RowColumn[] {
  const shown = countShownColumns(columns.length, room);
  const phone = columns.findIndex(({ isPhone }) => isPhone);
  if (phone < shown) return columns.slice(0, shown);
  const before = columns.slice(0, shown - 1);
  return [...before, ...columns.slice(phone, phone + 1)];
}

/** Cells with fewer characters are hardly those that are too long. */
const USUAL_LENGTH = 100;

const PROBLEM_VERDICTS = ['invalid', 'lost-digits', 'read-only'] as const;

/** How many rows a filter has. */
export function countOfFilter(filter: RowFilter, { rowsCount, verdicts, marks }: ImportSummary): number {
  if (filter === 'all') return rowsCount;
  if (filter === 'problems') return PROBLEM_VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  if (filter === 'with-landline') return marks.landline;
  if (filter === 'blocked' || filter === 'unsubscribed') return marks[filter];
  return verdicts[filter];
}

/** Filters in their order: those of verdicts, then those of marks. */
const VERDICT_FILTERS = [
  ...(['all', 'new', 'update', 'unchanged', 'duplicate', 'lost-digits', 'invalid'] as const),
  ...(['read-only', 'landline', 'left-out'] as const),
] satisfies readonly RowFilter[];
const MARK_FILTERS = ['with-landline', 'blocked', 'unsubscribed'] as const satisfies readonly RowFilter[];
/** Shown also where they have no row. */
const ALWAYS: ReadonlySet<RowFilter> = new Set<RowFilter>(['all', 'new', 'update', 'invalid']);

/** The filters that are offered: those with rows, and the chosen one. */
export function listFilters(
  summary: ImportSummary | null,
  chosen: RowFilter,
): { readonly verdicts: readonly RowFilter[]; readonly marks: readonly RowFilter[] } {
  const isOffered = (filter: RowFilter): boolean =>
    filter === chosen || (summary !== null && countOfFilter(filter, summary) > 0);
  return {
    verdicts: VERDICT_FILTERS.filter((filter) => ALWAYS.has(filter) || isOffered(filter)),
    marks: MARK_FILTERS.filter(isOffered),
  };
}

/** Filters whose rows can be left out together: rows that are imported, or that wait for a repair. */
const LEAVABLE: ReadonlySet<RowFilter> = new Set<RowFilter>([
  ...(['new', 'update', 'unchanged', 'lost-digits', 'invalid'] as const),
  ...MARK_FILTERS,
]);

/** What can be done with all rows of a filter: leave them out, take them in again, or nothing. */
export function toFilterAct(filter: RowFilter): 'leave-out' | 'take-in' | null {
  if (filter === 'left-out') return 'take-in';
  return LEAVABLE.has(filter) ? 'leave-out' : null;
}

/** What can be done with one row. */
export function toRowAct({ verdict }: Pick<CheckedRowView, 'verdict'>): 'leave-out' | 'take-in' | null {
  if (verdict === 'left-out') return 'take-in';
  return verdict === 'duplicate' || verdict === 'landline' ? null : 'leave-out';
}

/** What the button says that takes the suggestion; null: there is none. `shown`: the suggested number as people read it. */
export function toSuggestionText(
  { reason, suggestion }: Pick<CheckedRowView, 'reason' | 'suggestion'>,
  { written, shown }: { readonly written: string; readonly shown: string },
  texts: Translator,
): string | null {
  if (suggestion === null) return null;
  if (reason?.code === 'several-numbers') return texts.text(words.useFirst);
  const isZero = reason?.code === 'letter-for-digit' && isMeant(written.replaceAll(/o/giu, '0'), suggestion);
  return isZero ? texts.text(words.useZero) : texts.text(words.useNumber, { number: shown });
}

/** Whether a number is the suggested one, with or without its country code, and holds no letter. */
function isMeant(written: string, suggestion: string): boolean {
  const digits = toDigits(written);
  return digits !== '' && !/\p{L}/u.test(written) && toDigits(suggestion).endsWith(digits);
}

function toDigits(text: string): string {
  return text.replaceAll(/\D/gu, '').replace(/^0+/u, '');
}

/** The cell that is to be repaired: the phone, the email, or the longest value that is too long. -1: no column is imported. */
export function findProblemColumn(
  { reason, cells }: Pick<CheckedRowView, 'reason' | 'cells'>,
  columns: readonly RowColumn[],
): number {
  const phone = columns.find(({ isPhone }) => isPhone) ?? columns[0];
  if (reason?.code === 'not-an-email') return columns.find(isEmail)?.index ?? -1;
  if (reason?.code !== 'too-long-value') return phone?.index ?? -1;
  const lengthOf = ({ index }: RowColumn): number => (cells[index] ?? '').length;
  const longest = columns.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  return longest?.index ?? -1;
}

/** Whether what is wrong with a row is wrong with this cell. */
export function isCellWrong({ verdict, reason, cells }: CheckedRowView, column: RowColumn): boolean {
  if (verdict !== 'invalid' && verdict !== 'lost-digits') return false;
  if (reason?.code === 'too-long-value') return (cells[column.index] ?? '').length > USUAL_LENGTH;
  return reason?.code === 'not-an-email' ? isEmail(column) : column.isPhone;
}

function isEmail({ valueName }: RowColumn): boolean {
  return valueName === 'email';
}

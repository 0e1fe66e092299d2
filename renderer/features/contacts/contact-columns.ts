/** The columns of the table: which there are, which are shown, in which order, and how wide they are. Pure. */
import type { ContactScope } from '#shared/contract/index.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { ColumnPlace, TableColumn } from '#renderer/ui/data-table.svelte.ts';
import { isRegister } from './contact-scope.ts';
import { table as words } from './messages.ts';

/** What the user chose; a column without an entry is as it is by itself. */
export interface ColumnChoice {
  readonly shown: Readonly<Record<string, boolean>>;
  /** Pixels at the usual text size. */
  readonly widths: Readonly<Record<string, number>>;
  /** Ids of columns in the order of the user; [] for that of the app. */
  readonly order: readonly string[];
}

export interface ContactColumn extends TableColumn {
  readonly isShown: boolean;
}

/** Always there, and always the first. */
export const FIRST_COLUMN = 'name';
export const NO_CHOICE: ColumnChoice = { shown: {}, widths: {}, order: [] };
export const COLUMN_LIMITS = { min: 64, max: 480 };

interface ColumnsOf {
  readonly scope: ContactScope;
  readonly fields: readonly { readonly id: number; readonly name: string }[];
  readonly choice: ColumnChoice;
  readonly texts: Translator;
}

/** Every column of a table in its order; without a choice the first custom field is shown, but no company, email or country. */
export function listColumns({ scope, fields, choice, texts }: ColumnsOf): readonly ContactColumn[] {
  const own = fields.map(({ id, name }, index) => ({
    ...{ id: `field:${String(id)}`, label: name, width: 116, grow: 0.4 },
    isUsual: index === 0 || (scope.kind === 'field' && scope.fieldId === id),
  }));
  const ofRegister = [{ id: 'unsubscribedAt', label: texts.text(words.unsubscribedAt), width: 152, isAtEnd: true }];
  const columns = [
    { id: FIRST_COLUMN, label: texts.text(words.name), width: 0 },
    { id: 'phone', label: texts.text(words.phone), width: 162 },
    ...own,
    { id: 'company', label: texts.text(words.company), width: 140, grow: 0.4, isUsual: false },
    { id: 'email', label: texts.text(words.email), width: 190, grow: 0.4, isUsual: false },
    { id: 'country', label: texts.text(words.country), width: 90, isUsual: false },
    { id: 'lists', label: texts.text(scope.kind === 'list' ? words.alsoIn : words.lists), width: 154, grow: 0.6 },
    ...(scope.kind === 'unsubscribed' ? ofRegister : []),
    { id: 'lastText', label: texts.text(words.lastText), width: 92, isAtEnd: true, isUsual: !isRegister(scope) },
  ];
  const listed = columns.map(({ id, width, grow = 0, isUsual = true, ...column }: Listed) => ({
    ...{ ...column, id, canSort: true, width: choice.widths[id] ?? width },
    grow: choice.widths[id] === undefined ? grow : 0,
    isShown: id === FIRST_COLUMN || (choice.shown[id] ?? isUsual),
  }));
  const order = arrange(
    listed.map(({ id }) => id),
    choice.order,
  );
  return listed.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

/** `ids` in an order that the user chose; those that were not there then follow the one that they follow by themselves. */
function arrange(ids: readonly string[], order: readonly string[]): readonly string[] {
  const chosen = order.filter((id) => id !== FIRST_COLUMN && ids.includes(id));
  return withOthers([FIRST_COLUMN, ...chosen], ids);
}

/** The order once a column was moved. `ids`: those of the table on screen, as they are; others keep their place beside them. */
export function moveColumn(
  { order, ids }: { readonly order: readonly string[]; readonly ids: readonly string[] },
  column: string,
  { beside, isAfter }: ColumnPlace,
): readonly string[] {
  const rest = ids.filter((id) => id !== column);
  const index = rest.indexOf(beside) + (isAfter ? 1 : 0);
  return withOthers([...rest.slice(0, index), column, ...rest.slice(index)], order);
}

/** `ids`, and each of `others` that is not among them after the one that is before it there. */
function withOthers(ids: readonly string[], others: readonly string[]): readonly string[] {
  let all = ids;
  for (const [index, id] of others.entries()) {
    const before = all.indexOf(others[index - 1] ?? '') + 1;
    if (!all.includes(id)) all = [...all.slice(0, before), id, ...all.slice(before)];
  }
  return all;
}

interface Listed {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  readonly grow?: number;
  readonly isAtEnd?: boolean;
  readonly isUsual?: boolean;
}

/** What the page kept; nothing chosen for anything else. */
export function parseColumnChoice(kept: string | null): ColumnChoice {
  const value = parseJson(kept);
  if (typeof value !== 'object' || value === null || !('shown' in value) || !('widths' in value)) return NO_CHOICE;
  const shown = listEntries(value.shown).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean');
  const widths = listEntries(value.widths).filter((entry): entry is [string, number] => isWidth(entry[1]));
  // Older versions kept no order.
  const order =
    'order' in value && Array.isArray(value.order) ? value.order.filter((id) => typeof id === 'string') : [];
  return { shown: Object.fromEntries(shown), widths: Object.fromEntries(widths), order };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Another program, or an older version, wrote it.
    return null;
  }
}

function listEntries(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value >= COLUMN_LIMITS.min && value <= COLUMN_LIMITS.max;
}

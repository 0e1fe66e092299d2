/** The columns of the table: which there are, which are shown, and how wide they are. Pure. */
import type { ContactScope } from '#shared/contract/index.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { TableColumn } from '#renderer/ui/data-table.svelte.ts';
import { isRegister } from './contact-scope.ts';
import { table as words } from './messages.ts';

/** What the user chose; a column without an entry is as it is by itself. */
export interface ColumnChoice {
  readonly shown: Readonly<Record<string, boolean>>;
  /** Pixels at the usual text size. */
  readonly widths: Readonly<Record<string, number>>;
}

export interface ContactColumn extends TableColumn {
  readonly isShown: boolean;
  /** The first two are always there. */
  readonly isFixed: boolean;
}

export const NO_CHOICE: ColumnChoice = { shown: {}, widths: {} };
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
    ...{ id: `field:${String(id)}`, label: name, width: 116 },
    isUsual: index === 0 || (scope.kind === 'field' && scope.fieldId === id),
  }));
  const ofRegister = [{ id: 'unsubscribedAt', label: texts.text(words.unsubscribedAt), width: 132, isAtEnd: true }];
  const columns = [
    { id: 'name', label: texts.text(words.name), width: 0, isFixed: true },
    { id: 'phone', label: texts.text(words.phone), width: 146, isFixed: true },
    ...own,
    { id: 'company', label: texts.text(words.company), width: 140, isUsual: false },
    { id: 'email', label: texts.text(words.email), width: 190, isUsual: false },
    { id: 'country', label: texts.text(words.country), width: 90, isUsual: false },
    { id: 'lists', label: texts.text(scope.kind === 'list' ? words.alsoIn : words.lists), width: 154 },
    ...(scope.kind === 'unsubscribed' ? ofRegister : []),
    { id: 'lastText', label: texts.text(words.lastText), width: 92, isAtEnd: true, isUsual: !isRegister(scope) },
  ];
  return columns.map(({ id, width, isFixed = false, isUsual = true, ...column }: Listed) => ({
    ...column,
    ...{ id, isFixed, canSort: true },
    width: choice.widths[id] ?? width,
    isShown: isFixed || (choice.shown[id] ?? isUsual),
  }));
}

interface Listed {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  readonly isAtEnd?: boolean;
  readonly isFixed?: boolean;
  readonly isUsual?: boolean;
}

/** What the page kept; nothing chosen for anything else. */
export function parseColumnChoice(kept: string | null): ColumnChoice {
  const value = parseJson(kept);
  if (typeof value !== 'object' || value === null || !('shown' in value) || !('widths' in value)) return NO_CHOICE;
  const shown = listEntries(value.shown).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean');
  const widths = listEntries(value.widths).filter((entry): entry is [string, number] => isWidth(entry[1]));
  return { shown: Object.fromEntries(shown), widths: Object.fromEntries(widths) };
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

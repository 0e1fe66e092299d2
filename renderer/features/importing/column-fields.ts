/** What the columns of a file can become: the choices that are offered, and how they are found by typing. Pure. */
import type { ImportDraftView } from '#shared/contract/index.ts';
import type { ColumnChoice } from '#shared/domain/imports.ts';
import { toPlainText } from '#renderer/lib/actions.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { columns as columnWords, fields as words } from './messages.ts';

export type DraftColumn = ImportDraftView['columns'][number];

interface FieldOption {
  /** Tells the options apart. */
  readonly key: string;
  readonly choice: ColumnChoice;
  readonly label: string;
  /** What kind of a field it is, or which column has it. */
  readonly detail: string;
  readonly icon: 'field' | 'new' | 'leave-out' | 'usual';
}

interface Field {
  readonly id: number;
  readonly name: string;
}

const USUAL = ['phone', 'firstName', 'lastName', 'fullName', 'email'] as const;
const LABELS: Readonly<Record<(typeof USUAL)[number] | 'leave-out', Message>> = {
  phone: words.phone,
  firstName: words.firstName,
  lastName: words.lastName,
  fullName: words.fullName,
  email: words.email,
  'leave-out': words.leaveOut,
};

/** `A`, `Z`, `AA`: how spreadsheets name the column at that place, from 0. */
export function toColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toColumnLetters(Math.floor(index / 26) - 1) + last;
}

/** What a column is called: by its header, or by its place. */
export function toColumnName({ header, index }: Pick<DraftColumn, 'header' | 'index'>, texts: Translator): string {
  return header.trim() === '' ? texts.text(columnWords.noHeader, { letters: toColumnLetters(index) }) : header;
}

/** Whether two columns would become the same thing. Any number of columns can be left out. */
export function isSameChoice(one: ColumnChoice | null, other: ColumnChoice | null): boolean {
  if (one === null || other === null || one.kind === 'leave-out') return false;
  return toChoiceKey(one) === toChoiceKey(other);
}

export function toChoiceKey(choice: ColumnChoice): string {
  if (choice.kind === 'field') return `field:${String(choice.fieldId)}`;
  return choice.kind === 'new-field' ? `new:${toPlainText(choice.name)}` : choice.kind;
}

/** What a choice is called. A field that is gone has no name. */
export function toChoiceLabel(choice: ColumnChoice, fields: readonly Field[], texts: Translator): string {
  if (choice.kind === 'field') return fields.find(({ id }) => id === choice.fieldId)?.name ?? texts.text(words.gone);
  return choice.kind === 'new-field' ? choice.name : texts.text(LABELS[choice.kind]);
}

/** The options for a column, those that fit what was typed; a new field of that name, or of the header's, is among them. */
export function listFieldOptions(
  { columns, column, fields }: { columns: readonly DraftColumn[]; column: DraftColumn; fields: readonly Field[] },
  typed: string,
  texts: Translator,
): readonly FieldOption[] {
  const takenBy = (choice: ColumnChoice): string => {
    const other = columns.find(({ index, choice: own }) => index !== column.index && isSameChoice(own, choice));
    return other === undefined ? '' : texts.text(words.isTaken, { column: toColumnLetters(other.index) });
  };
  const toOption = (choice: ColumnChoice, icon: FieldOption['icon'], detail: string): FieldOption => ({
    ...{ key: toChoiceKey(choice), choice, icon },
    label: toChoiceLabel(choice, fields, texts),
    detail: takenBy(choice) || detail,
  });
  const known = [
    ...USUAL.map((kind) => toOption({ kind }, 'usual', kind === 'phone' ? texts.text(words.needed) : '')),
    ...fields.map(({ id }) => toOption({ kind: 'field', fieldId: id }, 'field', texts.text(words.existing))),
    ...listNewFields(columns).map((name) => toOption({ kind: 'new-field', name }, 'new', texts.text(words.isNew))),
  ];
  const query = toPlainText(typed).split(/\s+/u);
  const found = known.filter(({ label }) => query.every((word) => toPlainText(label).includes(word)));
  // A column that makes a field already needs no second one until another name is typed.
  const wanted = typed.trim() === '' && column.choice?.kind === 'new-field' ? '' : typed.trim() || column.header.trim();
  const name = toFreeName(wanted, known);
  const made: FieldOption = {
    ...toOption({ kind: 'new-field', name }, 'new', ''),
    label: texts.text(words.newField, { name }),
  };
  return [...found, ...(name === '' ? [] : [made]), toOption({ kind: 'leave-out' }, 'leave-out', '')];
}

/** Names of fields that other columns make. */
function listNewFields(columns: readonly DraftColumn[]): readonly string[] {
  return [...new Set(columns.flatMap(({ choice }) => (choice?.kind === 'new-field' ? [choice.name] : [])))];
}

/** The name, with a number behind it where a field is called so already. */
function toFreeName(name: string, known: readonly { readonly label: string }[]): string {
  if (name === '') return '';
  const taken = new Set(known.map(({ label }) => toPlainText(label)));
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name} ${String(count)}`;
    if (!taken.has(toPlainText(candidate))) return candidate;
  }
}

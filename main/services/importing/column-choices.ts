/** What the columns of a draft become: as they were matched, and as the user chose since. Pure. */
import { toRefusal } from '#main/services/refusals.ts';
import type { DescribedColumn } from '#main/importing/check/port.ts';
import type { ImportDraftView } from '#shared/contract/index.ts';
import type { ColumnChoice } from '#shared/domain/imports.ts';
import { toNameKey } from '#shared/domain/unique-names.ts';

/** By index, what the user chose; null: to be chosen once more. */
export type ChosenColumns = ReadonlyMap<number, ColumnChoice | null>;

export interface ColumnPatch {
  readonly index: number;
  readonly choice: ColumnChoice | null;
}

type ColumnView = ImportDraftView['columns'][number];

/** As the page shows them. */
export function toColumnViews(described: readonly DescribedColumn[], chosen: ChosenColumns): ColumnView[] {
  return described.map(({ index, header, samples, match, lostDigitsCount }) => {
    const common = { index, header, samples: [...samples], lostDigitsCount };
    const choice = chosen.get(index);
    if (choice === undefined) return { ...common, ...match };
    return { ...common, choice, why: choice === null ? 'nothing' : 'chosen', percent: null };
  });
}

/** By index, as far as the file goes. */
export function toChoices(described: readonly DescribedColumn[], chosen: ChosenColumns): (ColumnChoice | null)[] {
  return described.map(({ index, match }) => (chosen.has(index) ? (chosen.get(index) ?? null) : match.choice));
}

/**
 * The choices after the user made these. A value has one column: one that had it before is to be chosen again. Throws
 * `validation` of `columns`: `no-such-column`, `no-such-field`.
 */
export function chooseColumns(
  { described, chosen }: { readonly described: readonly DescribedColumn[]; readonly chosen: ChosenColumns },
  patches: readonly ColumnPatch[],
  fields: readonly { readonly id: number; readonly name: string }[],
): ChosenColumns {
  const next = new Map(chosen);
  for (const { index, choice: asked } of patches) {
    if (!described.some((column) => column.index === index)) throw toRefusal('columns', 'no-such-column');
    const choice = asked === null ? null : toKnownField(asked, fields);
    const value = toTarget(choice);
    toChoices(described, next).forEach((other, place) => {
      const isTaken = value !== null && toTarget(other) === value;
      const otherIndex = described[place]?.index;
      if (isTaken && otherIndex !== undefined && otherIndex !== index) next.set(otherIndex, null);
    });
    next.set(index, choice);
  }
  return next;
}

/** A new field that has the name of one that is there is that one. */
function toKnownField(choice: ColumnChoice, fields: readonly { readonly id: number; readonly name: string }[]) {
  if (choice.kind === 'field' && !fields.some(({ id }) => id === choice.fieldId)) {
    throw toRefusal('columns', 'no-such-field');
  }
  if (choice.kind !== 'new-field') return choice;
  const name = toNameKey(choice.name);
  const known = fields.find((field) => toNameKey(field.name) === name);
  return known === undefined ? choice : ({ kind: 'field', fieldId: known.id } as const);
}

/** What the column would write: two columns cannot write the same. */
function toTarget(choice: ColumnChoice | null): string | null {
  switch (choice?.kind) {
    case 'phone':
    case 'firstName':
    case 'lastName':
    case 'fullName':
    case 'email':
      return choice.kind;
    case 'field':
      return `field:${choice.fieldId}`;
    case 'new-field':
      return `new:${toNameKey(choice.name)}`;
    case 'leave-out':
    case undefined:
      return null;
  }
}

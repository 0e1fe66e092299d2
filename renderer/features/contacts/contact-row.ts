/** What a row of the table says. Pure. */
import type { ContactRow, ContactScope } from '#shared/contract/index.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

export const ROW_MARKS = [
  'isUnsubscribed',
  'isBlocked',
  'isLandline',
  'hasFailed',
  'isReadOnly',
  'isWaiting',
  'onlyThisList',
] as const;
export type RowMark = (typeof ROW_MARKS)[number];

/** A contact without a name is called by its number. */
export function toRowName(
  { name, phone }: Pick<ContactRow, 'name' | 'phone'>,
  formats: { readonly phone: (number: string) => string },
): string {
  return name === '' ? formats.phone(phone) : name;
}

/** States beside the name; a register does not say of every row what it is a register of. */
export function toRowMarks(row: ContactRow, { kind }: ContactScope): readonly RowMark[] {
  const is: Readonly<Record<RowMark, boolean>> = {
    isUnsubscribed: row.isUnsubscribed && kind !== 'unsubscribed',
    isBlocked: row.isBlocked && kind !== 'blocked',
    isLandline: row.phoneType === 'landline',
    hasFailed: row.hasLastTextFailed,
    isReadOnly: row.isReadOnly,
    isWaiting: row.isWaiting,
    onlyThisList: false,
  };
  return ROW_MARKS.filter((mark) => is[mark]);
}

/** The lists of a row by name, but not the one that is shown. */
export function listOtherLists({ lists }: ContactRow, scope: ContactScope): readonly string[] {
  return lists.filter(({ id }) => scope.kind !== 'list' || id !== scope.listId).map(({ name }) => name);
}

/** Whether the contact would be deleted by leaving the list that is shown; another user's contact can't leave it here. */
export function isOnlyHere({ lists, isReadOnly }: ContactRow, { kind }: ContactScope): boolean {
  return kind === 'list' && lists.length === 1 && !isReadOnly;
}

interface CellOf {
  readonly column: string;
  readonly scope: ContactScope;
}

/** A value of any column but the name, of the lists only the first; '' for none. */
export function toCellText(row: ContactRow, { column, scope }: CellOf, { formats, now }: FormatContext): string {
  switch (column) {
    case 'phone':
      return formats.phone(row.phone);
    case 'email':
      return row.email;
    case 'company':
      return row.company;
    case 'country':
      return row.country ?? '';
    case 'lastText':
      return row.lastTextAt === null ? '' : formats.listTime(row.lastTextAt, now);
    case 'unsubscribedAt':
      return row.unsubscribedAt === null ? '' : formats.date(row.unsubscribedAt, now);
    case 'lists':
      return listOtherLists(row, scope)[0] ?? '';
    default:
      return row.fields.find(({ id }) => column === `field:${String(id)}`)?.value ?? '';
  }
}

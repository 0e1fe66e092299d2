/** What a row of the table says. Pure. */
import type { ContactRow, ContactScope } from '#shared/contract/index.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import { table as words } from './messages.ts';

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

interface CellOf {
  readonly column: string;
  readonly scope: ContactScope;
}

/** A value of any column but the name; '' for none. */
export function toCellText(row: ContactRow, { column, scope }: CellOf, { texts, formats, now }: FormatContext): string {
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
    case 'lists': {
      const others = row.lists.filter(({ id }) => scope.kind !== 'list' || id !== scope.listId);
      const [first] = others;
      if (first === undefined || others.length === 1) return first?.name ?? '';
      return texts.text(words.moreLists, { list: first.name, others: others.length - 1 });
    }
    default:
      return row.fields.find(({ id }) => column === `field:${String(id)}`)?.value ?? '';
  }
}

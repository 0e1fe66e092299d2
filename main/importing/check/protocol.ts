/** What is asked of the thread that checks rows. Answers are those of `ImportFile`. */
import type { ImportContact } from '#shared/domain/imports.ts';
import type { TableHead } from '#main/importing/read/table.ts';
import type { CheckFilter, CheckSettings, KnownColumns } from './port.ts';

export interface ImportHead {
  readonly table: TableHead;
  readonly looksLikeHeader: boolean;
}

/** Which rows are left out, or taken in. */
export type RowsChoice =
  | { readonly kind: 'lines'; readonly lines: readonly number[] }
  | { readonly kind: 'filter'; readonly filter: CheckFilter };

export type CheckRequest =
  | { readonly kind: 'describeColumns'; readonly hasHeader: boolean; readonly known: KnownColumns }
  | { readonly kind: 'addContacts'; readonly portion: readonly ImportContact[]; readonly isFirst: boolean }
  /** A portion of numbers; `isFirst`: those of before are forgotten. */
  | {
      readonly kind: 'addNumbers';
      readonly blocked: readonly string[];
      readonly unsubscribed: readonly string[];
      readonly isFirst: boolean;
    }
  | { readonly kind: 'check'; readonly settings: CheckSettings }
  | { readonly kind: 'listRows'; readonly filter: CheckFilter; readonly start: number; readonly limit: number }
  | { readonly kind: 'editCell'; readonly line: number; readonly column: number; readonly value: string }
  | { readonly kind: 'leaveOut'; readonly rows: RowsChoice; readonly isLeftOut: boolean }
  | { readonly kind: 'listPlannedRows'; readonly start: number; readonly limit: number };

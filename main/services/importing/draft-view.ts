/** From a draft and its rows to views of the contract. Nothing here fails. */
import type { CheckFilter, DescribedColumn } from '#main/importing/check/port.ts';
import type { TableHead, TableNote } from '#main/importing/read/table.ts';
import type { TakenFile } from '#main/services/files/staged-files.ts';
import type { CheckedRowView, ImportDraftView, ImportSummary, RowFilter } from '#shared/contract/index.ts';
import type { CheckedRow, CheckSummary, ImportOptions, ImportTarget, PhoneExample } from '#shared/domain/imports.ts';
import { toChoices, toColumnViews, type ChosenColumns } from './column-choices.ts';
import { estimateImport } from './estimate.ts';

export interface DraftContent {
  readonly draftId: string;
  readonly file: Pick<TakenFile, 'name' | 'sizeBytes'>;
  readonly isPasted: boolean;
  readonly repairsImportId: number | null;
  readonly hasChanges: boolean;
  readonly head: TableHead;
  readonly options: ImportOptions;
  readonly target: ImportTarget;
  readonly described: readonly DescribedColumn[];
  readonly chosen: ChosenColumns;
  readonly summary: CheckSummary | null;
  readonly previousSummary: CheckSummary | null;
  readonly phoneExamples: readonly PhoneExample[];
  readonly checkedCount: number | null;
  readonly isFilling: boolean;
  readonly problem: string | null;
}

export function toDraftView(draft: DraftContent): ImportDraftView {
  const { file, head, summary, target, described, chosen } = draft;
  const choices = toChoices(described, chosen);
  return {
    ...{ draftId: draft.draftId, fileName: file.name, isPasted: draft.isPasted, sizeBytes: file.sizeBytes },
    ...{ repairsImportId: draft.repairsImportId, hasChanges: draft.hasChanges },
    ...{ kind: head.kind, sheetName: head.sheetName, encoding: head.encoding, delimiter: head.delimiter },
    sheets: head.sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    rowsCount: Math.max(0, head.rowCount - (draft.options.hasHeader ? 1 : 0)),
    notes: head.notes.map(toNoteView),
    ...{ options: draft.options, target },
    columns: toColumnViews(described, chosen),
    phoneExamples: draft.phoneExamples.map((example) => ({ ...example })),
    summary: toSummaryView(summary),
    previousSummary: toSummaryView(draft.previousSummary),
    checkedCount: draft.checkedCount,
    estimate: summary === null ? null : estimateImport({ summary, target, choices }),
    ...{ isFilling: draft.isFilling, problem: draft.problem },
  };
}

export function toSummaryView(summary: CheckSummary | null): ImportSummary | null {
  return summary === null ? null : { ...summary, verdicts: { ...summary.verdicts }, marks: { ...summary.marks } };
}

export function toRowView(row: CheckedRow): CheckedRowView {
  return {
    ...row,
    marks: [...row.marks],
    cells: [...row.cells],
    editedColumns: [...row.editedColumns],
    changes: row.changes.map((change) => ({ ...change })),
  };
}

export function toCheckFilter(filter: RowFilter): CheckFilter {
  switch (filter) {
    case 'all':
    case 'problems':
      return { kind: filter };
    case 'blocked':
    case 'unsubscribed':
      return { kind: 'mark', mark: filter };
    case 'with-landline':
      return { kind: 'mark', mark: 'landline' };
    default:
      return { kind: 'verdict', verdict: filter };
  }
}

function toNoteView(note: TableNote): ImportDraftView['notes'][number] {
  if (note.kind === 'other-kind') return { kind: note.kind, named: note.named, count: 0, line: 0 };
  return { kind: note.kind, named: '', count: note.count, line: note.line };
}

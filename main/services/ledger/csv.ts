/** The ledger as a table (`../csv.ts`). */
import type { LedgerEntry } from '#shared/contract/index.ts';
import { toIsoInstant, toNumberText, toText, writeTable, type Cell, type Column } from '#main/services/files/csv.ts';

const COLUMNS: readonly Column<LedgerEntry>[] = [
  ['Written', ({ row }) => toIsoInstant(row.createdAt)],
  ['Left', ({ row }) => toInstant(row.leftAt)],
  ['Accepted', ({ row }) => toInstant(row.acceptedAt)],
  ['Number', ({ row }) => toNumberText(row.phone)],
  ['Name', ({ row }) => toText(row.name)],
  ['Text', ({ row }) => toText(row.text)],
  ['Files', ({ files }) => toText(files.map(({ name }) => name).join(', '))],
  ['Sender', ({ from }) => toText(from ?? '')],
  ['State', ({ row }) => row.state],
  ['Delivery letter', ({ row }) => toText(row.letter ?? '')],
  ['Rejected because', ({ rejectReason }) => toText(rejectReason ?? '')],
  ['Problem', ({ problem }) => toText(toProblemText(problem))],
  ['Attempts', ({ row }) => row.attempts],
  ['Parts predicted', ({ row }) => row.partsPredicted],
  ['Parts charged', ({ row }) => row.partsCharged],
  ['Price predicted', ({ row }) => row.pricePredicted],
  ['Price charged', ({ row }) => row.priceCharged],
  ['Currency', ({ currency }) => toText(currency ?? '')],
  ['Reference', ({ referenceId }) => toText(referenceId)],
  ['Message at the service', ({ messageId }) => messageId],
  ['Session at the service', ({ sessionId }) => sessionId],
];

/** Pieces of the file, a page of entries each. */
export function writeCsv(pages: AsyncIterable<readonly LedgerEntry[]>): AsyncGenerator<string> {
  return writeTable(COLUMNS, pages);
}

function toInstant(at: number | null): Cell {
  return at === null ? null : toIsoInstant(at);
}

function toProblemText(problem: LedgerEntry['problem']): string {
  if (problem === null) return '';
  const fields = Object.entries(problem.fields).map(([field, words]) => `${field}: ${words.join(' ')}`);
  return [problem.detail ?? problem.code, ...fields].join('; ');
}

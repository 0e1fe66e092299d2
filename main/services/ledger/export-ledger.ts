/** The ledger as a file: a table (CSV-1 … 3 of `files/csv.ts`), or JSON for programs. */
import type { Store } from '#main/store/api.ts';
import { toIsoInstant, toNumberText, toText, writeTable, type Cell, type Column } from '#main/services/files/csv.ts';
import type { Services } from '#main/services/services.ts';
import type { LedgerEntry, LedgerFilter, LedgerPage, RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { toSendId } from '#shared/domain/ids.ts';

/** Rows of the list that are read at a time, … */
const PAGE_ROWS = 200;
/** … and of these whole entries: the user works with the same readers of the store meanwhile. */
const ENTRIES_AT_ONCE = 20;

/**
 * Writes all entries that fit into a file, newest first, however many they are: memory holds one page. What arrives
 * meanwhile need not be in it. Throws `disk`.
 */
export async function exportLedger(
  { session, files, now }: Services,
  { filter, format }: RequestInput<'ledger.export'>,
): Promise<RequestOutput<'ledger.export'>> {
  const at = now();
  const counted = { rows: 0 };
  const entries = countEntries(readEntries(session.getAccount().store, filter), counted);
  const name = `switchboard-ledger-${toIsoInstant(at).slice(0, 10)}.${format}`;
  const pieces = format === 'csv' ? writeCsv(entries) : writeJson(entries, { filter, exportedAt: at });
  const mimeType = format === 'csv' ? 'text/csv' : 'application/json';
  const { handle } = await files.write({ name, mimeType }, pieces);
  return { handle, name, rows: counted.rows };
}

/** Pages of entries. The store is that of the account that asked, also when another one is opened meanwhile: then it fails. */
async function* readEntries(
  store: Pick<Store, 'listLedger' | 'getLedgerEntry'>,
  filter: LedgerFilter,
): AsyncGenerator<readonly LedgerEntry[]> {
  let before: LedgerPage['older'] = null;
  do {
    const page: LedgerPage = await store.listLedger({ filter, before, limit: PAGE_ROWS });
    for (let first = 0; first < page.rows.length; first += ENTRIES_AT_ONCE) {
      const rows = page.rows.slice(first, first + ENTRIES_AT_ONCE);
      const entries = await Promise.all(rows.map(({ sendId }) => store.getLedgerEntry({ sendId: toSendId(sendId) })));
      yield entries.filter((entry) => entry !== null);
    }
    before = page.older;
  } while (before !== null);
}

async function* countEntries(
  pages: AsyncIterable<readonly LedgerEntry[]>,
  counted: { rows: number },
): AsyncGenerator<readonly LedgerEntry[]> {
  for await (const page of pages) {
    counted.rows += page.length;
    yield page;
  }
}

const COLUMNS: readonly Column<LedgerEntry>[] = [
  ['Written', ({ row }) => toIsoInstant(row.createdAt)],
  ['Sent', ({ row }) => toInstant(row.leftAt)],
  ['Accepted', ({ row }) => toInstant(row.acceptedAt)],
  ['Number', ({ row }) => toNumberText(row.phone)],
  ['Name', ({ row }) => toText(row.name)],
  ['Text', ({ row }) => toText(row.text)],
  ['Files', ({ files }) => toText(files.map(({ name }) => name).join(', '))],
  ['Sender', ({ from }) => toText(from ?? '')],
  ['Status', ({ row }) => row.state],
  ['Status code', ({ row }) => toText(row.letter ?? '')],
  ['Reject code', ({ rejectReason }) => toText(rejectReason ?? '')],
  ['Problem', ({ problem }) => toText(toProblemText(problem))],
  ['Attempts', ({ row }) => row.attempts],
  ['Estimated parts', ({ row }) => row.partsPredicted],
  ['Parts charged', ({ row }) => row.partsCharged],
  ['Estimated price', ({ row }) => row.pricePredicted],
  ['Price charged', ({ row }) => row.priceCharged],
  ['Currency', ({ currency }) => toText(currency ?? '')],
  ['Reference', ({ referenceId }) => toText(referenceId)],
  ['Message ID', ({ messageId }) => messageId],
  ['Send ID', ({ sessionId }) => sessionId],
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

interface ExportHead {
  readonly filter: LedgerFilter;
  readonly exportedAt: number;
}

/**
 * The ledger for programs: `{ "format": "switchboard-ledger", "version": 1, "exportedAt", "filter", "entries" }`, each entry
 * whole as the contract has it, instants in epoch ms. Pieces of the file, a page of entries each, an entry on a line.
 */
export async function* writeJson(
  pages: AsyncIterable<readonly LedgerEntry[]>,
  head: ExportHead,
): AsyncGenerator<string> {
  const opening = JSON.stringify({ format: 'switchboard-ledger', version: 1, ...head });
  yield `${opening.slice(0, -1)},"entries":[`;
  let isFirst = true;
  for await (const page of pages) {
    const lines = page.map((entry) => JSON.stringify(entry));
    if (lines.length > 0) yield `${isFirst ? '' : ','}\n${lines.join(',\n')}`;
    isFirst &&= lines.length === 0;
  }
  yield '\n]}\n';
}

import type { LedgerEntry, LedgerFilter } from '#shared/contract/index.ts';

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

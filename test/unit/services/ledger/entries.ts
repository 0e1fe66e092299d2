/** Entries of the ledger for tests. */
import type { LedgerEntry } from '#shared/contract/index.ts';

export const WRITTEN_AT = Date.UTC(2026, 10, 20, 20, 53, 7);

export function makeEntry(
  changes: Partial<Omit<LedgerEntry, 'row'>> & { readonly row?: Partial<LedgerEntry['row']> } = {},
): LedgerEntry {
  const { row, ...rest } = changes;
  return {
    row: {
      ...{ sendId: 'aaaaaaaaaaaaaaaaaaaa', phone: '447700900318', name: 'Marek Novák', chatId: 12 },
      ...{ text: 'Hello', filesCount: 0, state: 'accepted', letter: 'd', createdAt: WRITTEN_AT },
      ...{ leftAt: WRITTEN_AT + 5_000, acceptedAt: WRITTEN_AT + 5_300, attempts: 1 },
      ...{ partsPredicted: 1, partsCharged: 1, pricePredicted: 0.045, priceCharged: 0.045 },
      ...row,
    },
    ...{ writtenText: 'Hello', from: null, files: [], referenceId: 'aaaaaaaaaaaaaaaaaaaa', messageId: 7 },
    ...{ sessionId: null, rejectReason: null, problem: null, check: null, currency: 'GBP', events: [] },
    ...rest,
  };
}

export async function* paged(...pages: readonly (readonly LedgerEntry[])[]): AsyncGenerator<readonly LedgerEntry[]> {
  for (const page of pages) yield await Promise.resolve(page);
}

export async function join(pieces: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of pieces) whole += piece;
  return whole;
}

/** Reads a table of RFC 4180 as spreadsheets do: a small reader of its own, so that no test compares the writer with itself. */
export function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charAt(place);
    if (isQuoted && character === '"' && text.charAt(place + 1) === '"') {
      cell += '"';
      place += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === ',') endCell();
    else if (!isQuoted && text.startsWith('\r\n', place)) {
      endCell();
      rows.push([]);
      place += 1;
    } else cell += character;
  }
  return rows.slice(0, -1);
}

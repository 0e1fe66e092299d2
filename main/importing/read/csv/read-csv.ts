import { TableError } from '../problem.ts';
import type { ReadOrder } from '../protocol.ts';
import { RowCollector } from '../row-collector.ts';
import { findForeignText } from '../sniff.ts';
import type { ReadResult } from '../read-result.ts';
import { findHint, guessDelimiter } from './delimiter.ts';
import { decodeText, planCleaning } from './encoding.ts';
import { splitRows } from './split.ts';

/** Reads a text file. Throws `TableError`. */
export function readCsv({ bytes, encoding: wanted, delimiter: chosen, limits }: ReadOrder): ReadResult {
  const decoded = decodeText(bytes, wanted);
  const foreign = findForeignText(decoded.text);
  if (foreign !== undefined) throw new TableError({ kind: 'not-a-table', found: foreign });
  const { text, notes } = planCleaning(decoded.text);
  const hint = findHint(text);
  const delimiter = chosen ?? hint?.delimiter ?? guessDelimiter(text);
  const collector = new RowCollector(limits);
  const firstLine = hint === undefined ? 0 : 1;
  const unclosed = splitRows(hint === undefined ? text : text.slice(hint.end), delimiter, (line, cells) => {
    collector.add(line + firstLine, cells);
    return true;
  });
  if (unclosed !== undefined) throw new TableError({ kind: 'unclosed-quote', line: unclosed.line + firstLine });
  if (collector.rows.length === 0) throw new TableError({ kind: 'empty', sheetName: null });
  const { rows, columnCount } = collector;
  return { kind: 'csv', sheetName: null, sheets: [], encoding: decoded.encoding, delimiter, notes, rows, columnCount };
}

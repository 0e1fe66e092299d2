import { TABLE_DELIMITERS } from '../table.ts';
import type { TableDelimiter } from '../table.ts';
import { splitRows } from './split.ts';

const SAMPLE_CHARACTERS = 64 * 1_024;
const SAMPLE_ROWS = 50;

interface Fit {
  readonly delimiter: TableDelimiter;
  /** Share of the rows that have as many cells as most rows have. */
  readonly evenness: number;
  readonly width: number;
}

function measure(sample: string, delimiter: TableDelimiter): Fit {
  const times = new Map<number, number>();
  let rows = 0;
  splitRows(sample, delimiter, (_line, cells) => {
    if (cells.length === 1 && cells[0] === '') return true;
    times.set(cells.length, (times.get(cells.length) ?? 0) + 1);
    rows += 1;
    return rows < SAMPLE_ROWS;
  });
  const [width, most] = [...times].reduce((best, one) => (one[1] > best[1] ? one : best), [1, 0]);
  return { delimiter, width, evenness: width > 1 ? most / rows : 0 };
}

/** The delimiter that makes the most even table, and among equals the widest. A comma where none is to be seen. */
export function guessDelimiter(text: string): TableDelimiter {
  const cut = text.length > SAMPLE_CHARACTERS ? text.lastIndexOf('\n', SAMPLE_CHARACTERS) : text.length;
  const sample = text.slice(0, cut > 0 ? cut : SAMPLE_CHARACTERS);
  const fits = TABLE_DELIMITERS.map((delimiter) => measure(sample, delimiter));
  const best = fits.reduce((first, other) => {
    if (other.evenness !== first.evenness) return other.evenness > first.evenness ? other : first;
    return other.width > first.width ? other : first;
  });
  return best.evenness > 0 ? best.delimiter : ',';
}

/** The first line with which Excel names the delimiter (`sep=;`): the delimiter and where the text goes on. */
export function findHint(text: string): { readonly delimiter: TableDelimiter; readonly end: number } | undefined {
  const [line, sign] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  const delimiter = TABLE_DELIMITERS.find((one) => one === sign);
  return line === undefined || delimiter === undefined ? undefined : { delimiter, end: line.length };
}

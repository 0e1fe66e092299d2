/** What the columns of a file hold, as far as some of its rows show. */
import type { ColumnMatch } from '#shared/domain/imports.ts';
import { looksLikeEmail, looksLikeHeader, looksLikePhone, matchColumns } from './columns.ts';
import type { ColumnContent, KnownNames } from './columns.ts';
import type { ImportRows } from './rows.ts';
import { toValue } from './values.ts';

/** As `DescribedColumn` of the port. */
export interface ColumnDescription {
  readonly index: number;
  readonly header: string;
  readonly samples: readonly string[];
  readonly match: ColumnMatch;
  readonly lostDigitsCount: number;
}

/** Rows that are looked at, spread over the file; fewer where they are wide. */
const LOOKED_AT = { rows: 2_000, cells: 200_000 };
const SAMPLES = 3;
/** Cells are passed over for samples no further than this. */
const SAMPLED_ROWS = 20_000;
/** Of a cell that is a sample. */
const SAMPLE_LENGTH = 200;

export function describeColumns(rows: ImportRows, hasHeader: boolean, known: KnownNames): readonly ColumnDescription[] {
  const first = hasHeader ? 1 : 0;
  const contents = listContents(rows, first);
  const matches = matchColumns(contents, known);
  return matches.map((match, index) => ({
    index,
    header: contents[index]?.header ?? '',
    samples: listSamples(rows, index, first),
    match,
    lostDigitsCount: rows.countLostDigits(index, first),
  }));
}

/** A first guess whether the first row names the columns. */
export function guessHeader(rows: ImportRows): boolean {
  return rows.count > 0 && looksLikeHeader(rows.listCells(0), listContents(rows, 1));
}

function listContents(rows: ImportRows, first: number): readonly ColumnContent[] {
  const columns = Array.from({ length: rows.columnCount }, (_, column) => column);
  const most = Math.max(1, Math.min(LOOKED_AT.rows, Math.floor(LOOKED_AT.cells / Math.max(1, rows.columnCount))));
  const step = Math.max(1, (rows.count - first) / most);
  return columns.map((column) => {
    const content = {
      header: first > 0 ? toValue(rows.getCell(0, column)) : '',
      textCount: 0,
      emailCount: 0,
      phoneCount: 0,
    };
    for (let place = first; place < rows.count; place += step) {
      const text = rows.getCell(Math.floor(place), column);
      if (text.trim() === '') continue;
      content.textCount += 1;
      if (looksLikeEmail(text)) content.emailCount += 1;
      else if (looksLikePhone(text) || rows.hasLostDigits(Math.floor(place), column)) content.phoneCount += 1;
    }
    return content;
  });
}

function listSamples(rows: ImportRows, column: number, first: number): readonly string[] {
  const samples: string[] = [];
  const end = Math.min(rows.count, first + SAMPLED_ROWS);
  for (let place = first; place < end && samples.length < SAMPLES; place += 1) {
    const text = toValue(rows.getCell(place, column));
    if (text !== '') samples.push(text.slice(0, SAMPLE_LENGTH));
  }
  while (samples.length < SAMPLES) samples.push('');
  return samples;
}

/**
 * CSV files for spreadsheets.
 *
 * CSV-1 one row for an entry, whatever stands in its text: line breaks, commas and quotes are inside quotes (RFC 4180).
 * CSV-2 no cell of a text begins like a formula: what would, has an apostrophe before it, which makes it text.
 * CSV-3 numbers of phones are text, with their plus; instants are ISO 8601 with the zone of this computer.
 */
export type Cell = string | number | null;

/** The title of a column, and what stands in it. Texts from outside pass through `toText`; titles do so here. */
export type Column<Entry> = readonly [title: string, toCell: (entry: Entry) => Cell];

/** Tells Excel that it is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** Pieces of the file, a page of entries each. */
export async function* writeTable<Entry>(
  columns: readonly Column<Entry>[],
  pages: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${columns.map(([title]) => toField(toText(title))).join(',')}${LINE_END}`;
  for await (const page of pages) {
    yield page.map((entry) => `${columns.map(([, toCell]) => toField(toCell(entry))).join(',')}${LINE_END}`).join('');
  }
}

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Spaces and direction marks before a formula make it invisible to a reader, but not to every spreadsheet. */
const LIKE_A_FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@|%＝＋－＠])/u;

/** CSV-2. */
export function toText(text: string): string {
  return LIKE_A_FORMULA.test(text) ? `'${text}` : text;
}

/** Digits alone would become a number, and lose what is behind its fifteenth digit. */
export function toNumberText(phone: string): string {
  return toText(/^\d{7,15}$/.test(phone) ? `+${phone}` : /^\d+$/.test(phone) ? `'${phone}` : phone);
}

/** `2026-11-20T21:53:00.000+01:00` */
export function toIsoInstant(at: number): string {
  const date = new Date(at);
  const minutes = -date.getTimezoneOffset();
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const digits = (value: number): string => String(value).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${digits(hours)}:${digits(rest)}`;
}

/** What stands in the cells of a workbook, as text. */
import type { CellNote } from './table.ts';

export interface CellText {
  readonly text: string;
  readonly note?: Omit<CellNote, 'column'>;
}

const MS_PER_DAY = 86_400_000;
/** What a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15;
/** Serial number of the last day that a spreadsheet knows, 9999-12-31: a larger number is no date, however it is shown. */
const LAST_SERIAL = 2_958_465;

/** Numbers of formats that every workbook knows without defining them, and that show dates or times. */
const DATE_FORMAT_IDS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** How a number is shown, as far as that changes what it is. */
export type NumberShape = 'plain' | 'date' | { readonly digits: number };

/** What format `id` with the code `code` (empty: one that every workbook knows) makes of a number. */
export function toNumberShape(id: number, code: string): NumberShape {
  if (code === '') return DATE_FORMAT_IDS.some(([from, to]) => id >= from && id <= to) ? 'date' : 'plain';
  if (/^0{2,}$/.test(code)) return { digits: code.length };
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?:\$|[a-z]{3,}|[<>=])[^\]]*\]/gi, '');
  return /^general/i.test(bare) ? 'plain' : /[ymdhs]/i.test(bare) ? 'date' : 'plain';
}

/** A formula that came to nothing. `original` as the sheet shows it. */
export function toErrorCell(original: string): CellText {
  return { text: '', note: { kind: 'error-cell', original } };
}

/** Text cells and cached texts of formulas. */
export function toTextCell(text: string): CellText {
  return { text: text.includes('\0') ? text.replaceAll('\0', '') : text };
}

/** As a spreadsheet shows it. */
export function toBooleanText(value: boolean): string {
  return value ? 'TRUE' : 'FALSE';
}

/** A number as its digits, never with an exponent. */
export function toNumberCell(value: number, shape: NumberShape = 'plain'): CellText {
  if (!Number.isFinite(value)) return toErrorCell(String(value));
  const text = toPlainText(value);
  if (Number.isInteger(value) && Math.abs(value) >= 10 ** KEPT_DIGITS) {
    return { text, note: { kind: 'digits-lost', original: text } };
  }
  const isPadded = typeof shape === 'object' && Number.isInteger(value) && value >= 0;
  return { text: isPadded ? text.padStart(shape.digits, '0') : text };
}

function toPlainText(value: number): string {
  if (Number.isInteger(value)) return toWholeText(value);
  const short = String(Number(value.toPrecision(KEPT_DIGITS)));
  const [mantissa = '', exponent] = short.split('e-');
  if (exponent === undefined) return short;
  const sign = value < 0 ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace(/[-.]/g, '')}`;
}

/** Beyond the digits that are kept, zeros: others would be made up. */
function toWholeText(value: number): string {
  const [mantissa = '', exponent] = value.toPrecision(KEPT_DIGITS).split('e+');
  if (exponent === undefined) return BigInt(value).toString();
  const places = Number(exponent) + (value < 0 ? 2 : 1);
  return mantissa.replace('.', '').padEnd(places, '0');
}

/** A date in days since the end of 1899 (or since 1904), as ISO text: a day, a time of day, or both. */
export function toDateCell(serial: number, is1904 = false): CellText {
  if (serial < 0 || serial >= LAST_SERIAL + 1) return toNumberCell(serial);
  const days = Math.floor(serial);
  if (days === 0 && !is1904) return { text: toTimeText(serial) };
  // Counted from 1900-01-01 as day 1; a 29 February 1900, which never was, is day 60.
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days > 59 ? 30 : 31);
  return toInstantCell(new Date(epoch + Math.round(serial * 86_400) * 1_000));
}

/** An instant without a zone, to the second; the time is left out at midnight. */
export function toInstantCell(instant: Date): CellText {
  const [day = '', time = ''] = instant.toISOString().slice(0, 19).split('T');
  return { text: time === '00:00:00' ? day : `${day}T${time}` };
}

function toTimeText(fraction: number): string {
  return new Date(Math.min(Math.round(fraction * 86_400) * 1_000, MS_PER_DAY - 1_000)).toISOString().slice(11, 19);
}

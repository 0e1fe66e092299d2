/** Bytes of a text file to characters. */
import type { TableEncoding, TableNote } from '../table.ts';

export interface DecodedText {
  readonly text: string;
  readonly encoding: TableEncoding;
}

interface Mark {
  readonly encoding: TableEncoding;
  readonly bytes: readonly number[];
}

const MARKS: readonly Mark[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

const SAMPLE_BYTES = 4_096;
/** Of the pairs of bytes in text of two bytes each, at least this share has one that is 0. */
const WIDE_SHARE = 0.3;
/** Where this many characters are surely UTF-8 for each that is not, some bytes are broken, not the guess. */
const SURE_PER_BROKEN = 10;

const REPLACEMENT = '\ufffd';

function findMark(bytes: Uint8Array): Mark | undefined {
  return MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function guessWide(bytes: Uint8Array): TableEncoding | undefined {
  const pairs = Math.floor(Math.min(bytes.length, SAMPLE_BYTES) / 2);
  let even = 0;
  let odd = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (bytes[pair * 2] === 0) even += 1;
    if (bytes[pair * 2 + 1] === 0) odd += 1;
  }
  if (odd > pairs * WIDE_SHARE && even * 10 < odd) return 'utf-16le';
  return even > pairs * WIDE_SHARE && odd * 10 < even ? 'utf-16be' : undefined;
}

function guessNarrow(bytes: Uint8Array): DecodedText {
  const text = decode(bytes, 'utf-8');
  if (!text.includes(REPLACEMENT)) return { text, encoding: 'utf-8' };
  // A file that was cut off may end in the middle of a character.
  const broken = count(text.replace(/\ufffd$/, ''), /\ufffd/g);
  const sure = count(text, /[^\u0000-\u007f\ufffd]/g);
  if (sure > 0 && sure >= broken * SURE_PER_BROKEN) return { text, encoding: 'utf-8' };
  return { text: decode(bytes, 'windows-1252'), encoding: 'windows-1252' };
}

function decode(bytes: Uint8Array, encoding: TableEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** Decodes by `override`, else by byte order mark, else by what the bytes look like. A mark is never part of the text. */
export function decodeText(bytes: Uint8Array, override: TableEncoding | null): DecodedText {
  const encoding = override ?? findMark(bytes)?.encoding ?? guessWide(bytes);
  return encoding === undefined ? guessNarrow(bytes) : { text: decode(bytes, encoding), encoding };
}

function toLine(text: string, index: number): number {
  return 1 + count(text.slice(0, index), /\r\n|\r|\n/g);
}

/** What of `text` was not readable, and the text without its NUL characters. */
export function planCleaning(text: string): { readonly text: string; readonly notes: readonly TableNote[] } {
  const notes: TableNote[] = [];
  const broken = text.indexOf(REPLACEMENT);
  if (broken >= 0) {
    notes.push({ kind: 'undecodable', count: count(text, /\ufffd/g), line: toLine(text, broken) });
  }
  const nul = text.indexOf('\0');
  if (nul < 0) return { text, notes };
  const clean = text.replaceAll('\0', '');
  notes.push({ kind: 'nul-characters', count: text.length - clean.length, line: toLine(text, nul) });
  return { text: clean, notes };
}

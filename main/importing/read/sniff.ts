/** What a file is by its content. Its name is only compared with that. */
import type { ForeignKind } from './problem.ts';

export type Content = 'compound' | 'zip' | 'ancient-workbook' | 'text' | Exclude<ForeignKind, 'unknown'>;

interface Signature {
  readonly content: Content;
  readonly bytes: readonly number[];
}

const SIGNATURES: readonly Signature[] = [
  { content: 'compound', bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { content: 'zip', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { content: 'zip', bytes: [0x50, 0x4b, 0x05, 0x06] },
  // A workbook as it was before it got a container: Excel 2, 3, 4 and 5.
  { content: 'ancient-workbook', bytes: [0x09, 0x00, 0x04, 0x00] },
  { content: 'ancient-workbook', bytes: [0x09, 0x02, 0x06, 0x00] },
  { content: 'ancient-workbook', bytes: [0x09, 0x04, 0x06, 0x00] },
  { content: 'ancient-workbook', bytes: [0x09, 0x08, 0x08, 0x00] },
  { content: 'pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { content: 'picture', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { content: 'picture', bytes: [0xff, 0xd8, 0xff] },
  { content: 'picture', bytes: [0x47, 0x49, 0x46, 0x38] },
  { content: 'archive', bytes: [0x1f, 0x8b] },
  { content: 'archive', bytes: [0x37, 0x7a, 0xbc, 0xaf] },
  { content: 'archive', bytes: [0x52, 0x61, 0x72, 0x21] },
];

export function sniffContent(bytes: Uint8Array): Content {
  const found = SIGNATURES.find((one) => one.bytes.every((byte, index) => bytes[index] === byte));
  return found?.content ?? 'text';
}

const SAMPLE_CHARACTERS = 4_096;
/** Share of characters that no text has, from which on it is none. */
const CONTROL_SHARE = 0.05;

/** Whether characters are something else than a table: a page, or no text at all. */
export function findForeignText(text: string): ForeignKind | undefined {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (/^\s*(?:<!doctype html|<(?:html|head|body|meta|table|style|script)[\s>])/i.test(sample)) return 'web-page';
  if (/^\s*(?:<\?xml|<!--)/i.test(sample)) return /<(?:\w+:)?html[\s>]/i.test(sample) ? 'web-page' : 'xml';
  if (/^mime-version:/i.test(sample)) return 'web-page';
  // Tab, line breaks and the NUL characters that careless programs leave are no sign; \x1a ended files once.
  const controls = sample.match(/[\u0001-\u0008\u000e-\u0019\u001b-\u001f\u007f\ufffe\uffff]/g)?.length ?? 0;
  const nuls = sample.match(/\0/g)?.length ?? 0;
  return controls > sample.length * CONTROL_SHARE || nuls > sample.length / 2 ? 'unknown' : undefined;
}

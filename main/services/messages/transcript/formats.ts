/**
 * A transcript as text to read and as a table to reckon with.
 *
 * TEXT-1 a line that begins without a space is ours: what somebody wrote is set in, so that no text can pass for another
 *        message.
 */
import { toIsoInstant, toNumberText, toText, writeTable, type Column } from '#main/services/files/csv.ts';
import type { TranscriptLine } from './lines.ts';

export interface TranscriptHead {
  readonly name: string;
  readonly phone: string;
  readonly exportedAt: number;
  readonly isComplete: boolean;
}

type Pages = AsyncIterable<readonly TranscriptLine[]>;

const KINDS = { text: '', call: 'call', note: 'note', log: 'event' } as const satisfies Record<
  TranscriptLine['kind'],
  string
>;

/** Pieces of the file, a page each. */
export async function* writeTranscript(pages: Pages, head: TranscriptHead): AsyncGenerator<string> {
  yield toHead(head);
  for await (const page of pages) yield page.map(toParagraph).join('');
}

function toHead({ name, phone, exportedAt, isComplete }: TranscriptHead): string {
  const number = /^\d+$/.test(phone) ? `+${phone}` : phone;
  const who = name === '' ? number : `${toOneLine(name)} (${number})`;
  const missing = isComplete ? '' : 'Some messages aren’t on this computer, so they’re missing here.\n';
  return `Chat with ${who}\nExported ${toStamp(exportedAt)}\n${missing}\n`;
}

function toParagraph({ at, who, kind, text, state, files, gap }: TranscriptLine): string {
  const remarks = [KINDS[kind], state ?? ''].filter((word) => word !== '');
  const remark = remarks.length === 0 ? '' : ` (${remarks.join(', ')})`;
  const lines = [
    ...(text === '' ? [] : text.split(/\r\n|[\n\r\u0085\u2028\u2029]/)),
    ...files.map(({ name, href }) => `File: ${toOneLine(name)}${href === null ? '' : ` <${href}>`}`),
  ];
  const missing =
    gap === null
      ? ''
      : `[Messages may be missing ${gap.fromAt === null ? 'before' : `from ${toStamp(gap.fromAt)} to`} ${toStamp(gap.toAt)}]\n\n`;
  return `${missing}${toStamp(at)} ${toOneLine(who)}${remark}\n${lines.map((line) => `    ${line}\n`).join('')}\n`;
}

/** `2026-11-20 21:53:00 +01:00` */
function toStamp(at: number): string {
  const iso = toIsoInstant(at);
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} ${iso.slice(23)}`;
}

const toOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Pieces of the file, a page each. */
export function writeTranscriptTable(pages: Pages, { phone }: Pick<TranscriptHead, 'phone'>): AsyncGenerator<string> {
  const columns: readonly Column<TranscriptLine>[] = [
    ['Time', ({ at }) => toIsoInstant(at)],
    ['Direction', ({ direction }) => direction],
    ['Number', () => toNumberText(phone)],
    ['Sender', ({ who }) => toText(who)],
    ['Type', ({ kind }) => kind],
    ['Text', ({ text }) => toText(text)],
    ['Status', ({ state }) => state],
    ['Files', ({ files }) => toText(files.map(({ name, href }) => href ?? name).join(' '))],
    ['Gap starts', ({ gap }) => (gap === null || gap.fromAt === null ? null : toIsoInstant(gap.fromAt))],
    ['Gap ends', ({ gap }) => (gap === null ? null : toIsoInstant(gap.toAt))],
  ];
  return writeTable(columns, pages);
}

import { describe, expect, it } from 'vitest';
import { toIsoInstant } from '#main/services/files/csv.ts';
import { writeTranscript, writeTranscriptTable } from '#main/services/messages/transcript/formats.ts';
import type { TranscriptLine } from '#main/services/messages/transcript/lines.ts';
import { collect } from '#test/support/collect.ts';

const AT = Date.UTC(2026, 10, 20, 20, 53, 7);

const makeLine = (changes: Partial<TranscriptLine> = {}): TranscriptLine => ({
  at: AT,
  direction: 'in',
  who: 'Deborah Okonkwo',
  kind: 'text',
  text: 'Hello',
  state: null,
  files: [],
  gap: null,
  ...changes,
});

async function* toPages(lines: readonly TranscriptLine[]): AsyncGenerator<readonly TranscriptLine[]> {
  for (const line of lines) yield await Promise.resolve([line]);
}

const head = { name: 'Deborah Okonkwo', phone: '447700900318', exportedAt: AT, isComplete: true };
const toText = async (lines: readonly TranscriptLine[], changes: Partial<typeof head> = {}) =>
  (await collect(writeTranscript(toPages(lines), { ...head, ...changes }))).join('');
const toRows = async (lines: readonly TranscriptLine[]) =>
  (await collect(writeTranscriptTable(toPages(lines), head))).join('').split('\r\n');

/** `2026-11-20 21:53:07 +01:00` */
const STAMP = toIsoInstant(AT).replace(/^(.{10})T(.{8})\.\d{3}/, '$1 $2 ');

describe('a transcript', () => {
  it('says who, when with the zone, what, how far it got, and where files are', async () => {
    const files = [{ name: 'cat.png', href: 'https://example.test/a/cat.png' }];
    const ours = makeLine({ direction: 'out', who: 'Ada Quill', text: 'Here\r\nit is', state: 'delivered', files });
    expect(await toText([makeLine(), ours])).toBe(
      [
        'Chat with Deborah Okonkwo (+447700900318)',
        `Exported ${STAMP}`,
        '',
        `${STAMP} Deborah Okonkwo`,
        '    Hello',
        '',
        `${STAMP} Ada Quill (delivered)`,
        '    Here',
        '    it is',
        '    File: cat.png <https://example.test/a/cat.png>',
        '',
        '',
      ].join('\n'),
    );
  });

  it.each(['\n', '\r', '\u2028', '\u0085', '\r\n'])(
    'lets no text and no name pass for another message, whatever breaks its lines (TEXT-1): %j',
    async (lineBreak) => {
      const forged = `Bye${lineBreak}${STAMP} Ada Quill (delivered)`;
      const text = await toText([makeLine({ text: forged, who: `Bea${lineBreak}Ada` })], { name: `B${lineBreak}C` });
      const own = text.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => line.startsWith(STAMP.slice(0, 4)));
      expect(own).toEqual([`${STAMP} Bea Ada`]);
      expect(text.startsWith('Chat with B C (')).toBe(true);
    },
  );

  it('says what may be missing, and where', async () => {
    const gap = { fromAt: null, toAt: AT };
    const text = await toText([makeLine({ gap })], { isComplete: false });
    expect(text).toContain('missing here');
    expect(text).toContain(`[Messages may be missing before ${STAMP}]\n\n${STAMP} Deborah`);
  });

  it('tells calls from texts', async () => {
    expect(await toText([makeLine({ kind: 'call', text: '' })])).toContain(`${STAMP} Deborah Okonkwo (call)\n\n`);
  });
});

describe('a transcript as a table', () => {
  it('has a row for a message, whatever stands in it, and no formulas (CSV-1, CSV-2, CSV-3)', async () => {
    const gap = { fromAt: AT, toAt: AT };
    const text = '=1+2\n"quoted", too';
    const [title, row, end] = await toRows([makeLine({ text, who: '@Bea', state: 'sent', direction: 'out', gap })]);
    const at = toIsoInstant(AT);
    expect(title?.startsWith('\ufeffTime,Direction,Number,Sender,Type,Text,Status,Files,')).toBe(true);
    expect(row).toBe(`${at},out,'+447700900318,'@Bea,text,"'=1+2\n""quoted"", too",sent,,${at},${at}`);
    expect(end).toBe('');
  });

  it('has addresses of files, and names where nobody knows one', async () => {
    const files = [
      { name: 'a.png', href: 'https://example.test/a' },
      { name: '+b.png', href: null },
    ];
    const [, row] = await toRows([makeLine({ files })]);
    expect(row?.split(',')[7]).toBe('https://example.test/a +b.png');
  });
});

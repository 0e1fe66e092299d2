import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLE_DELIMITERS, TABLE_ENCODINGS } from '#main/importing/read/table.ts';
import type { TableEncoding } from '#main/importing/read/table.ts';
import { getProblem, read, toCells } from './fixtures.ts';

/** Characters of windows-1252 that are not at their place in Latin-1. */
const HIGH_1252 = new Map([...'€‚„…†‡ˆŠ‹ŒŽ‘’“”•–—˜™š›œžŸ'].map((sign) => [sign, encode1252(sign)] as const));

function encode1252(sign: string): number {
  const decoder = new TextDecoder('windows-1252');
  for (let byte = 0x80; byte <= 0x9f; byte += 1) if (decoder.decode(Uint8Array.of(byte)) === sign) return byte;
  throw new Error(`${sign} is not in windows-1252`);
}

function encode(text: string, encoding: TableEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from([...text].map((sign) => HIGH_1252.get(sign) ?? sign.charCodeAt(0)));
}

const MARKS = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff], 'windows-1252': [] };

describe('a text file', () => {
  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])(
    'keeps the line numbers of its rows with %s, through quoted line breaks and empty lines (IMPORT-3)',
    async (_, end) => {
      const text = ['a,b', `"two${end}lines",1`, '', 'c,2', ',,', ''].join(end);
      const { rows, columnCount } = await read(text);
      expect(rows).toEqual([
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: [`two${end}lines`, '1'] },
        { line: 5, cells: ['c', '2'] },
      ]);
      expect(columnCount).toBe(2);
    },
  );

  it('keeps every character of a cell: zeros, spaces, plus signs, quotation marks inside (IMPORT-2)', async () => {
    const { rows } = await read('"00447700900123", x ,+44 7700 900124,"say ""hi""",5" nail,"a"b\n');
    expect(rows[0]?.cells).toEqual(['00447700900123', ' x ', '+44 7700 900124', 'say "hi"', '5" nail', 'ab']);
    expect(rows[0]?.notes).toBeUndefined();
  });

  it('has a number in exponent form marked as one whose digits are lost, and kept as it stands (IMPORT-2)', async () => {
    const { rows } = await read('Name;Phone\nAnn;4,47701E+11\nBob;4.47701E+11\nEve;ABE+11\n');
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Phone', '4,47701E+11', '4.47701E+11', 'ABE+11']);
    expect(rows.map(({ notes }) => notes?.[0]?.kind)).toEqual([undefined, 'digits-lost', 'digits-lost', undefined]);
    expect(rows[1]?.notes).toEqual([{ column: 1, kind: 'digits-lost', original: '4,47701E+11' }]);
  });

  it('says where a quotation mark opens that never closes', async () => {
    const text = 'a,b\n"x\ny",1\nz,"open\nand more\nand more';
    expect(await getProblem(read(text))).toEqual({ kind: 'unclosed-quote', line: 4 });
  });

  it('leaves out NUL characters and says so', async () => {
    const { rows, notes } = await read('a,b\nc\0d,\0e\n');
    expect(rows[1]?.cells).toEqual(['cd', 'e']);
    expect(notes).toEqual([{ kind: 'nul-characters', count: 2, line: 2 }]);
  });

  it.each([
    ['', 'no bytes'],
    ['\ufeff', 'a mark only'],
    ['\r\n\r\n', 'empty lines'],
    [',,\n;;\n'.slice(0, 3), 'empty cells'],
  ])('without any text is refused as empty (%j: %s)', async (text) => {
    expect(await getProblem(read(text))).toEqual({ kind: 'empty', sheetName: null });
  });

  it('with a header like __proto__ is a table like others', async () => {
    const { rows } = await read('__proto__,constructor\nx,y\n');
    expect(rows[0]?.cells).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('the delimiter', () => {
  it.each([
    [';', 'Name;Phone;Note\n"Doe, John";1;a, b, c\nAnn;2;d, e\n'],
    [',', 'Name,Phone\n"a;b;c",1\n"x;y",2\n'],
    ['\t', 'Name\tPhone\nA, B\t1\n'],
    ['|', 'Name|Phone|x;y\nA|1|;\n'],
    [',', 'just one column\nand another row\n'],
    [';', 'one title over it all\nName;Phone\na;1\nb;2\nc;3\n'],
  ])('%j is seen in %j', async (delimiter, text) => {
    expect((await read(text)).delimiter).toBe(delimiter);
  });

  it('is what Excel says in the first line, which is no row', async () => {
    const { delimiter, rows } = await read('sep=|\r\na,b|c,d\r\n');
    expect(delimiter).toBe('|');
    expect(rows).toEqual([{ line: 2, cells: ['a,b', 'c,d'] }]);
  });

  it('is what a person says', async () => {
    expect(toCells(await read('a;b,c;d\n', { delimiter: ',' }))).toEqual([['a;b', 'c;d']]);
  });
});

describe('the encoding', () => {
  it.each(TABLE_ENCODINGS)('%s is seen without a mark', async (encoding) => {
    const { rows, encoding: seen, notes } = await read(encode('Name;Ort\nZoë;Köln\n“Ann”;5 €\n', encoding));
    expect({ seen, notes }).toEqual({ seen: encoding, notes: [] });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Ort'],
      ['Zoë', 'Köln'],
      ['“Ann”', '5 €'],
    ]);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('%s is seen by its mark, which is not text', async (encoding) => {
    const bytes = Buffer.concat([Buffer.from(MARKS[encoding]), encode('名前;電話\n李;1\n', encoding)]);
    const { rows, encoding: seen } = await read(bytes);
    expect(seen).toBe(encoding);
    expect(rows[0]?.cells).toEqual(['名前', '電話']);
  });

  it('is what a person says, and what then means nothing is counted with its line', async () => {
    const bytes = encode('Name\nAnn\nZoë\n', 'windows-1252');
    const { rows, notes } = await read(bytes, { encoding: 'utf-8' });
    expect(rows[2]?.cells).toEqual(['Zo\ufffd']);
    expect(notes).toEqual([{ kind: 'undecodable', count: 1, line: 3 }]);
  });

  it('stays UTF-8 where the file is cut off in the middle of a character', async () => {
    const bytes = Buffer.from('Name\nZoë\nÅsa').subarray(0, -3);
    const { rows, encoding, notes } = await read(bytes);
    expect(rows.map(({ cells }) => cells)).toEqual([['Name'], ['Zoë'], ['\ufffd']]);
    expect({ encoding, notes }).toEqual({ encoding: 'utf-8', notes: [{ kind: 'undecodable', count: 1, line: 3 }] });
    expect(await read(encode('Name\nCafé', 'windows-1252'))).toMatchObject({ encoding: 'windows-1252', notes: [] });
  });

  it('stays UTF-8 where one byte of many is broken', async () => {
    const bytes = Buffer.concat([Buffer.from('Zoë '.repeat(50)), Buffer.of(0xff), Buffer.from('\n')]);
    expect(await read(bytes)).toMatchObject({ encoding: 'utf-8', notes: [{ kind: 'undecodable', count: 1, line: 1 }] });
  });
});

describe('what a strict writer wrote', () => {
  // A mark in the text is a mark, and control characters are a sign that it is no text.
  const grapheme = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((sign) => !/[\p{Cc}\ufeff\ufffe\uffff]/u.test(sign));
  const toSign = (encoding: TableEncoding): fc.Arbitrary<string> =>
    encoding === 'windows-1252'
      ? fc.constantFrom(...'aZ09 ,;|\t"\r\n+üßé', ...HIGH_1252.keys())
      : fc.oneof(fc.constantFrom(...'aZ09 ,;|\t"\r\n+'), grapheme);
  const file = fc.constantFrom(...TABLE_ENCODINGS).chain((encoding) =>
    fc.record({
      encoding: fc.constant(encoding),
      delimiter: fc.constantFrom(...TABLE_DELIMITERS),
      end: fc.constantFrom('\r\n', '\n', '\r'),
      isMarked: fc.boolean(),
      isAllQuoted: fc.boolean(),
      table: fc.integer({ min: 1, max: 5 }).chain((width) =>
        fc.array(
          fc.array(fc.string({ unit: toSign(encoding), maxLength: 12 }), { minLength: width, maxLength: width }),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
      ),
    }),
  );

  it('is read back exactly, in every encoding, with every delimiter and line end (IMPORT-2)', async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ encoding, delimiter, end, isMarked, isAllQuoted, table }) => {
        const clean = table.map((row) => row.map((cell) => cell.replaceAll('\0', '')));
        const filled = clean.filter((row) => row.some((cell) => cell !== ''));
        fc.pre(filled.length > 0);
        const quote = (cell: string): string =>
          isAllQuoted || /[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
        const text = clean.map((row) => row.map(quote).join(delimiter)).join(end);
        fc.pre(!/^\s*(?:<|mime-version:|sep=)/i.test(text));
        const bytes = Buffer.concat([Buffer.from(isMarked ? MARKS[encoding] : []), encode(text, encoding)]);
        const { rows, columnCount } = await read(bytes, { encoding, delimiter });
        const padded = rows.map(({ cells }) => [...cells, ...Array<string>(columnCount - cells.length).fill('')]);
        const width = Math.max(...filled.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
        expect(padded).toEqual(filled.map((row) => row.slice(0, width)));
      }),
      { numRuns: 300 },
    );
  });
});

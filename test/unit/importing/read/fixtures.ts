/** Files made in the test, and reading them without a thread. */
import fs from 'node:fs';
import zlib from 'node:zlib';
import { DEFAULT_LIMITS } from '#main/importing/read/limits.ts';
import { TableError } from '#main/importing/read/problem.ts';
import type { TableProblem } from '#main/importing/read/problem.ts';
import { readFile } from '#main/importing/read/read-file.ts';
import type { ReadResult } from '#main/importing/read/read-result.ts';
import type { TableDelimiter, TableEncoding, TableLimits } from '#main/importing/read/table.ts';

interface Choice {
  readonly name?: string;
  readonly sheet?: string;
  readonly encoding?: TableEncoding;
  readonly delimiter?: TableDelimiter;
  readonly limits?: Partial<TableLimits>;
}

/** As the thread reads them. */
export function read(bytes: Uint8Array | string, choice: Choice = {}): Promise<ReadResult> {
  return readFile({
    name: choice.name ?? 'contacts',
    bytes: Uint8Array.from(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
    sheet: choice.sheet ?? null,
    encoding: choice.encoding ?? null,
    delimiter: choice.delimiter ?? null,
    limits: { ...DEFAULT_LIMITS, ...choice.limits },
  });
}

export const toCells = (result: ReadResult): (readonly string[])[] => result.rows.map(({ cells }) => cells);

/** Why it was refused; fails where it was not. */
export async function getProblem(reading: Promise<unknown>): Promise<TableProblem> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof TableError) return error.problem;
    throw error;
  }
  throw new Error('The file was read');
}

export function readFixture(name: string): Uint8Array {
  return new Uint8Array(fs.readFileSync(new URL(`../../../fixtures/importing/${name}`, import.meta.url)));
}

export interface ZipPart {
  readonly name: string;
  readonly data: Uint8Array | string;
  /** Said instead of the true size. */
  readonly declared?: number;
  readonly isStored?: boolean;
  readonly flags?: number;
}

interface Packed extends ZipPart {
  readonly packed: Buffer;
  readonly header: Buffer;
}

function pack(part: ZipPart): Packed {
  const data = Buffer.from(part.data as string);
  const packed = part.isStored === true ? data : zlib.deflateRawSync(data);
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(part.flags ?? 0, 2);
  header.writeUInt16LE(part.isStored === true ? 0 : 8, 4);
  header.writeUInt32LE(zlib.crc32(data), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(part.declared ?? data.length, 18);
  header.writeUInt16LE(Buffer.byteLength(part.name), 22);
  return { ...part, packed, header };
}

/** An archive, true or lying. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, header } of parts.map(pack)) {
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    list.push(Buffer.from('PK\x01\x02\x14\x00'), header, rest, Buffer.from(name));
    files.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...list, end]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Parts of the smallest workbook that Excel would open, with this inside of the sheet's data. */
export function toWorkbookParts(sheetData: string, styles = ''): ZipPart[] {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return [
    { name: '[Content_Types].xml', data: '<Types/>' },
    {
      name: '_rels/.rels',
      data: `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'styles', '/xl/styles.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: '<workbook><sheets><sheet name="One &amp; only" sheetId="1" r:id="r1"/></sheets></workbook>',
    },
    { name: 'xl/styles.xml', data: `<styleSheet>${styles}</styleSheet>` },
    { name: 'xl/worksheets/sheet1.xml', data: `<worksheet><sheetData>${sheetData}</sheetData></worksheet>` },
  ];
}

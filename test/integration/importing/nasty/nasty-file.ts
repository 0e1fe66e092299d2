/** A file that is hard to read, and what has to become of it. */
import type { KnownColumns } from '#main/importing/check/port.ts';
import type { ImportContact } from '#shared/domain/imports.ts';

interface Given {
  /** What is nasty about it. */
  readonly name: string;
  /** `contacts.csv` where it does not matter. */
  readonly fileName?: string;
  readonly bytes: () => string | Uint8Array | Promise<Uint8Array>;
  readonly sheet?: string;
}

/** The file is read: its columns are matched without help, and every row has its verdict. */
export interface ReadableFile extends Given {
  /** Of local numbers; the United Kingdom where it does not matter. */
  readonly country?: string | null;
  /** Whether the first row is seen to be a header; true where it is not given. */
  readonly hasHeader?: boolean;
  readonly known?: Partial<KnownColumns>;
  readonly contacts?: readonly ImportContact[];
  /** What each column is matched with; `?`: nothing, the user is asked. */
  readonly columns: readonly string[];
  /** Line, verdict, number or reason, and values of each row. */
  readonly rows: readonly string[];
  /** What is said of the file as a whole. */
  readonly notes?: readonly string[];
}

/** The file is refused with this sentence. */
export interface RefusedFile extends Given {
  readonly refusal: string;
}

export type NastyFile = ReadableFile | RefusedFile;

/** Lines with an end each. */
export const toLines = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Bytes of two for each character, the larger first. */
export const toUtf16Be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();

/** One byte for each character: Windows-1252 where no character of 80 to 9F is other than its byte. */
export const toBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

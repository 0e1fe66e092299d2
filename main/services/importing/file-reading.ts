/** The file of a draft as it is read: its thread, and the contacts that the thread has. */
import { readFile } from 'node:fs/promises';
import type { ImportFile } from '#main/importing/check/port.ts';
import type { TableDelimiter, TableEncoding, TableSource } from '#main/importing/read/table.ts';
import { toDiskError } from '#main/platform/files.ts';
import type { TakenFile } from '#main/services/files/staged-files.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { ContactFeed } from './contact-feed.ts';

/** How a file is read. Null: as found by itself. */
export interface ReadingWay {
  readonly sheet: string | null;
  readonly encoding: TableEncoding | null;
  readonly delimiter: TableDelimiter | null;
}

export type OpenFile = (
  source: TableSource,
  options: {
    readonly signal: AbortSignal;
    readonly sheet?: string;
    readonly encoding?: TableEncoding;
    readonly delimiter?: TableDelimiter;
  },
) => Promise<ImportFile>;

export interface Reading {
  readonly file: ImportFile;
  /** Ends with the file. */
  readonly feed: ContactFeed;
}

/** Rejects with `validation` of `file` where it is no table, `disk`, and `cancelled` where `ending` says so. */
export async function openReading(
  { openFile, ending }: { readonly openFile: OpenFile; readonly ending: AbortSignal },
  taken: TakenFile,
  way: ReadingWay,
): Promise<Reading> {
  const { sheet, encoding, delimiter } = way;
  const bytes = await readFile(taken.path).catch((error: unknown) => {
    throw toDiskError('a file to import could not be read', error);
  });
  try {
    const file = await openFile(
      { name: taken.name, bytes },
      {
        signal: ending,
        ...(sheet === null ? {} : { sheet }),
        ...(encoding === null ? {} : { encoding }),
        ...(delimiter === null ? {} : { delimiter }),
      },
    );
    return { file, feed: new ContactFeed(file) };
  } catch (error) {
    throw isAppError(error, 'validation') ? toFileRefusal(error) : error;
  }
}

export async function closeReading({ file, feed }: Reading): Promise<void> {
  feed.dispose();
  await file[Symbol.asyncDispose]();
}

/** The sentences for the user stand at the field. */
function toFileRefusal(error: AppError): AppError {
  const { message, common } = error;
  return new AppError({ code: 'validation', message, fields: { file: common }, outcome: 'refused', cause: error });
}

/** The CSV file of one batch: numbers in full, every cell in quotes, no titles. Pure. */
import type { ImportField, ImportValueName, ImportValues } from '#shared/domain/imports.ts';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import { toEntries, toValueFieldId } from './fields.ts';

export interface BatchRow {
  /** Digits, country code first. */
  readonly phone: string;
  /** By the names that the service knows. */
  readonly values: ImportValues;
}

export interface BatchFile {
  readonly file: UploadSource;
  readonly columns: readonly { readonly column: number; readonly field: ImportField }[];
}

export function toBatchFile(rows: readonly BatchRow[]): BatchFile {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values) as ImportValueName[]))].filter((name) =>
    rows.some(({ values }) => (values[name] ?? '') !== ''),
  );
  const lines = rows.map(({ phone, values }) =>
    [`+${phone}`, ...names.map((name) => values[name] ?? '')].map(toCell).join(','),
  );
  const bytes = new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
  return {
    file: { name: 'contacts.csv', sizeBytes: bytes.byteLength, open: () => toPieces(bytes) },
    columns: [
      { column: 0, field: 'phone' },
      ...names.map((name, index) => ({ column: index + 1, field: toImportField(name) })),
    ],
  };
}

/** About how much of a file the row takes. */
export function countCharacters({ phone, values }: BatchRow): number {
  return toEntries(values).reduce((sum, [, value]) => sum + value.length + 3, phone.length + 6);
}

function toImportField(name: ImportValueName): ImportField {
  if (name === 'firstName' || name === 'lastName' || name === 'email') return name;
  const id = toValueFieldId(name);
  if (id === null) throw new Error('A value of a batch has a name that the service does not know');
  return id;
}

const toCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function* toPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

import type { ListId } from '#shared/domain/ids.ts';
import type { ImportField, ImportProgress } from '#shared/domain/imports.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { checkUpload, IMPORT_RULE } from '../../uploads/upload-rules.ts';
import type { UploadForm, UploadSource } from '../../uploads/upload.ts';
import type { Variant } from '../../variants.ts';
import { decodeImportProgress } from '../../wire/people/import-progress.ts';

/** A file of contacts, and what to make of it. */
export interface ContactImport {
  /** CSV, XLS or XLSX, at most 10 MB. */
  readonly file: UploadSource;
  /** Columns count from 0; one of them must be the phone. */
  readonly columns: readonly { readonly column: number; readonly field: ImportField }[];
  /** A new list of that name (1, 2, … is added where it is taken), or lists that exist. One or the other, never both. */
  readonly target: { readonly listName: string } | { readonly listIds: readonly ListId[] };
  readonly excludesLandlines?: boolean;
  /** ISO 3166 alpha-2 of local numbers; without it all must be international. */
  readonly country?: string;
  /** The first row holds titles. */
  readonly excludesFirstRow?: boolean;
  readonly onProgress?: UploadForm['onProgress'];
}

/**
 * `POST /contacts/import` (specification, "Contacts") or `POST /contacts/import/normalized` (supplement 2.1): uploads a
 * file whose contacts the service then makes one after another. `importId` is for `getImportProgress`; null where the
 * service does not tell it. Services that know only the second may not listen to country, landlines and first row.
 * @throws AppError `validation` (before anything leaves: the file itself), `forbidden` (a list shared to the account),
 * `not-found` (a list that does not exist)
 */
export async function importContacts(
  service: Service,
  query: ContactImport,
  options: CallOptions,
): Promise<{ readonly importId: number | null }> {
  await checkUpload(query.file, IMPORT_RULE);
  const variants = [toRaw(query), toNormalized(query)];
  const { id } = await service.writeVariants(variants, { ...options, family: 'import' });
  return { importId: id };
}

/** `GET /contacts/import/progress/{id}` (specification, "Contacts"). @throws AppError `not-found` */
export function getImportProgress(
  service: Service,
  query: { readonly importId: number },
  options: CallOptions,
): Promise<ImportProgress> {
  const path = `/contacts/import/progress/${toSegment(query.importId)}`;
  return service.getRow(
    { row: 'GET /contacts/import/progress/{id}', method: 'GET', path },
    decodeImportProgress,
    options,
  );
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** Everything in the form, column by column. */
function toRaw(query: ContactImport): Variant {
  const columns = query.columns.map(({ column, field }) => [`column[${column}]`, String(field)] as const);
  const upload = toUpload(query, [...columns, ...toTarget(query), ...toChoices(query)]);
  return { name: 'spec', row: 'POST /contacts/import', method: 'POST', path: '/contacts/import', upload };
}

/** Columns and list in the query. The choices are in no document of that way but the specification: it has them here too. */
function toNormalized(query: ContactImport): Variant {
  const column = query.columns.map((one) => `${one.column}:${one.field}`).join(';');
  const path = '/contacts/import/normalized';
  const request = { name: 'sdk', row: `POST ${path}`, method: 'POST', path } as const;
  return {
    ...request,
    query: { column, ...Object.fromEntries(toTarget(query)) },
    upload: toUpload(query, toChoices(query)),
  };
}

function toUpload({ file, onProgress }: ContactImport, fields: Pairs): UploadForm {
  return { fileField: 'file', file, fields, onProgress };
}

function toTarget({ target }: ContactImport): Pairs {
  return 'listName' in target ? [['listName', target.listName]] : [['listId', target.listIds.join(',')]];
}

function toChoices({ excludesLandlines, country, excludesFirstRow }: ContactImport): Pairs {
  return [
    ...(excludesLandlines === undefined ? [] : [['excludeLandline', String(excludesLandlines)] as const]),
    ...(country === undefined ? [] : [['country', country] as const]),
    ...(excludesFirstRow === undefined ? [] : [['excludeFirstRow', String(excludesFirstRow)] as const]),
  ];
}

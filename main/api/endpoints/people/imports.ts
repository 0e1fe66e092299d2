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
  /** A new list of that name (1, 2, … is added where it is taken), lists that exist, or both. */
  readonly target:
    | { readonly listName: string; readonly listIds?: readonly ListId[] }
    | { readonly listName?: undefined; readonly listIds: readonly ListId[] };
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
 *
 * The specification's own way wants a name and lists, so it is the only one for both; the other takes only one of them,
 * so it is the first for one. A service that has only the first may refuse one alone.
 * @throws AppError `validation` (before anything leaves: the file itself), `forbidden` (a list shared to the account),
 * `not-found` (a list that does not exist)
 */
export async function importContacts(
  service: Service,
  query: ContactImport,
  options: CallOptions,
): Promise<{ readonly importId: number | null }> {
  await checkUpload(query.file, IMPORT_RULE);
  const { listName, listIds } = query.target;
  const hasBoth = listName !== undefined && listIds !== undefined;
  const variants = hasBoth ? [toRaw(query)] : [toNormalized(query), toRaw(query)];
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

/** Everything in the form, column by column. What is not wanted of name and lists is written as empty. */
function toRaw(query: ContactImport): Variant {
  const { listName = '', listIds = [] } = query.target;
  const columns = query.columns.map(({ column, field }) => [`column[${column}]`, String(field)] as const);
  const target = [['listName', listName] as const, ['listId', listIds.join(',')] as const];
  const upload = toUpload(query, [...columns, ...target, ...toChoices(query)]);
  return { name: 'spec', row: 'POST /contacts/import', method: 'POST', path: '/contacts/import', upload };
}

/** Columns and list in the query. The choices are in no document of that way but the specification: it has them here too. */
function toNormalized(query: ContactImport): Variant {
  const column = query.columns.map((one) => `${one.column}:${one.field}`).join(';');
  const path = '/contacts/import/normalized';
  const request = { name: 'sdk', row: `POST ${path}`, method: 'POST', path } as const;
  return {
    ...request,
    query: { column, ...toListQuery(query) },
    upload: toUpload(query, toChoices(query)),
  };
}

function toUpload({ file, onProgress }: ContactImport, fields: Pairs): UploadForm {
  return { fileField: 'file', file, fields, onProgress };
}

function toListQuery({ target: { listName, listIds = [] } }: ContactImport): Readonly<Record<string, string>> {
  return listName === undefined ? { listId: listIds.join(',') } : { listName };
}

function toChoices({ excludesLandlines, country, excludesFirstRow }: ContactImport): Pairs {
  return [
    ...(excludesLandlines === undefined ? [] : [['excludeLandline', String(excludesLandlines)] as const]),
    ...(country === undefined ? [] : [['country', country] as const]),
    ...(excludesFirstRow === undefined ? [] : [['excludeFirstRow', String(excludesFirstRow)] as const]),
  ];
}

import { Form } from '../../form.ts';
import type { UploadedFile } from '../../multipart.ts';
import { refuseMissing, refuseShared } from '../../refusal.ts';
import { findCountry } from '../../rules/countries.ts';
import { isOthers } from '../../state/memberships.ts';
import type { Call } from '../call.ts';

/** What an import asks for. */
export interface ImportForm {
  readonly file: UploadedFile;
  /** Field of a contact (or id of a custom one) by number of column, from 0. */
  readonly columns: ReadonlyMap<number, string>;
  readonly listIds: readonly number[];
  /** Name of a list to make; '' for none. */
  readonly listName: string;
  readonly excludesLandlines: boolean;
  readonly excludesFirstRow: boolean;
  /** ISO 3166 alpha-2, where numbers may be local ones of that country. */
  readonly country: string | null;
}

const CONTACT_FIELDS = ['phone', 'firstName', 'lastName', 'email'];
const LONGEST_NAME = 255;
const LARGEST_BYTES = 10 * 1_024 * 1_024;

const NO_FILE: UploadedFile = { name: '', mimeType: '', bytes: new Uint8Array() };
const CHOICES = ['excludeLandline', 'excludeFirstRow', 'country'];
const TARGETS = ['column', 'listName', 'listId'];

/**
 * Which of the two imports is asked. `raw` (specification, "Contacts") has everything in the form, columns one by one,
 * and wants both a name and ids of lists. `normalized` (supplement 2.1) has columns, in one text, and the list in the
 * query, where either a name or ids is enough.
 */
export type ImportWay = 'raw' | 'normalized';

function toForm({ body, query }: Call, way: ImportWay): Form {
  const pick = (form: Form, names: readonly string[]) => names.map((name) => [name, form.raw(name)] as const);
  const targets = pick(way === 'raw' ? body : query, TARGETS);
  return new Form(Object.fromEntries([...targets, ...pick(body, CHOICES)]));
}

/** The file, with what can be said against it before it is read. */
function parseFile({ files }: Call, form: Form): UploadedFile {
  const file = files.get('file');
  if (file === undefined) {
    form.reject('file', 'This value should not be blank.');
    return NO_FILE;
  }
  if (!/\.(csv|xlsx?)$/i.test(file.name)) form.reject('file', 'The file should be a CSV, XLS or XLSX file.');
  if (file.bytes.length > LARGEST_BYTES) form.reject('file', 'The file is too large. Allowed maximum size is 10 MB.');
  return file;
}

/** `column[0]=phone` or `column[]=phone` as pairs; none where it is neither. */
function readColumns(raw: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(raw)) return raw.map((field, at) => [String(at), field]);
  return typeof raw === 'object' && raw !== null ? Object.entries(raw) : [];
}

/** `0:phone;1:firstName` as pairs; none where it is no text. */
function readColumnText(raw: unknown): readonly (readonly [string, unknown])[] {
  if (typeof raw !== 'string') return [];
  const parts = raw.split(';').filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const at = part.indexOf(':');
    return [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
  });
}

function parseColumns({ world }: Call, form: Form, way: ImportWay): Map<number, string> {
  const columns = new Map<number, string>();
  const known = new Set([...CONTACT_FIELDS, ...world.fields.rows.map(({ id }) => String(id))]);
  const raw = form.raw('column');
  for (const [at, field] of way === 'raw' ? readColumns(raw) : readColumnText(raw)) {
    if (field === '') continue;
    const name = typeof field === 'number' ? String(field) : field;
    if (!/^\d{1,4}$/.test(at) || typeof name !== 'string' || !known.has(name)) {
      form.reject('column', `Column ${at} is not mapped to a contact field.`);
    } else if ([...columns.values()].includes(name)) {
      form.reject('column', `The field ${name} is mapped to more than one column.`);
    } else {
      columns.set(Number(at), name);
    }
  }
  if (![...columns.values()].includes('phone')) form.reject('column', 'One column has to be mapped to phone.');
  return columns;
}

function parseCountry(form: Form): string | null {
  const country = form.text('country').trim().toUpperCase();
  if (country !== '' && findCountry(country) === undefined) {
    form.reject('country', 'This value is not a valid country.');
  }
  return country === '' ? null : country;
}

/** Each way asks for its own: the raw one for both, the normalized one for either. */
function checkTarget(form: Form, way: ImportWay): void {
  if (way === 'raw') {
    form.required('listName');
    form.required('listId');
  } else if (form.text('listName').trim() === '' && form.list('listId').length === 0) {
    form.reject('listName', 'Either listName or listId must be given.');
  }
}

/**
 * Everything that an import says. Throws the 400 that names all that is wrong, unless it is inside the file; 404 and 403
 * for lists that it cannot fill.
 */
export function parseImport(call: Call, way: ImportWay): ImportForm {
  const { world } = call;
  const form = toForm(call, way);
  const said = {
    file: parseFile(call, form),
    columns: parseColumns(call, form, way),
    listIds: [...new Set(form.ids('listId'))],
    listName: form.text('listName').trim(),
    excludesLandlines: form.flag('excludeLandline', false),
    excludesFirstRow: form.flag('excludeFirstRow', false),
    country: parseCountry(form),
  };
  if (said.listName.length > LONGEST_NAME) {
    form.reject('listName', `This value is too long. It should have ${LONGEST_NAME} characters or less.`);
  }
  checkTarget(form, way);
  form.check();
  const lists = said.listIds.map((id) => world.lists.find(id));
  if (lists.includes(undefined)) throw refuseMissing();
  if (lists.some((list) => list !== undefined && isOthers(world, list))) throw refuseShared();
  return said;
}

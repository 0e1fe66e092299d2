import type { Form } from '../form.ts';
import { refuseMissing, refuseShared } from '../refusal.ts';
import { findCountry } from '../rules/countries.ts';
import { isOthers } from '../state/memberships.ts';
import type { Call } from './call.ts';

/** What an import asks for, besides its file. */
export interface ImportForm {
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

/** The specification has everything in the form, the client libraries all but the file in the query. */
function findForm({ body, query }: Call, name: string): Form {
  return body.has(name) ? body : query;
}

/** `column[0]=phone`, `column[]=phone` or `0:phone;1:firstName` as pairs; undefined where it is none of them. */
function readPairs(raw: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(raw)) return raw.map((field, at) => [String(at), field]);
  if (typeof raw === 'object' && raw !== null) return Object.entries(raw);
  if (typeof raw !== 'string') return undefined;
  const parts = raw.split(';').filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const at = part.indexOf(':');
    return [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
  });
}

function parseColumns(call: Call): Map<number, string> {
  const { world } = call;
  const form = findForm(call, 'column');
  const columns = new Map<number, string>();
  const known = new Set([...CONTACT_FIELDS, ...world.fields.rows.map(({ id }) => String(id))]);
  for (const [at, field] of readPairs(form.raw('column')) ?? []) {
    if (field === '') continue;
    const name = typeof field === 'number' ? String(field) : field;
    if (!/^\d{1,4}$/.test(at) || typeof name !== 'string' || !known.has(name)) {
      form.reject('column', `Column ${at} is not mapped to a field of contacts.`);
    } else if ([...columns.values()].includes(name)) {
      form.reject('column', `The field ${name} is mapped to more than one column.`);
    } else {
      columns.set(Number(at), name);
    }
  }
  if (![...columns.values()].includes('phone')) form.reject('column', 'One column has to be mapped to phone.');
  return columns;
}

function parseCountry(call: Call): string | null {
  const form = findForm(call, 'country');
  const country = form.text('country').trim().toUpperCase();
  if (country !== '' && findCountry(country) === undefined) {
    form.reject('country', 'This value is not a valid country.');
  }
  return country === '' ? null : country;
}

function parseFlag(call: Call, name: string): boolean {
  return findForm(call, name).flag(name, false);
}

/** Everything that an import says. Throws the 400 for what is wrong, 404 and 403 for lists that it cannot fill. */
export function parseImport(call: Call): ImportForm {
  const { world, body, query } = call;
  const listName = findForm(call, 'listName').text('listName').trim();
  const form: ImportForm = {
    columns: parseColumns(call),
    listIds: [...new Set(findForm(call, 'listId').ids('listId'))],
    listName,
    excludesLandlines: parseFlag(call, 'excludeLandline'),
    excludesFirstRow: parseFlag(call, 'excludeFirstRow'),
    country: parseCountry(call),
  };
  if (listName.length > LONGEST_NAME) {
    body.reject('listName', `This value is too long. It should have ${LONGEST_NAME} characters or less.`);
  }
  if (listName === '' && form.listIds.length === 0) body.reject('listName', 'Either listName or listId must be given.');
  body.check();
  query.check();
  const lists = form.listIds.map((id) => world.lists.find(id));
  if (lists.includes(undefined)) throw refuseMissing();
  if (lists.some((list) => list !== undefined && isOthers(world, list))) throw refuseShared();
  return form;
}

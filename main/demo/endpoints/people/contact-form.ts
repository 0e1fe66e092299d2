import { isRecord } from '../../form.ts';
import type { Form } from '../../form.ts';
import { findCountry } from '../../rules/countries.ts';
import { isEmail } from '../../rules/emails.ts';
import { toPhoneType } from '../../rules/phone-types.ts';
import { isPossible, toDigits, toInternational } from '../../rules/phones.ts';
import { isOthers } from '../../state/memberships.ts';
import type { Contact } from '../../state/model.ts';
import type { Call } from '../call.ts';
import { toValueKey } from '../../state/contact-values.ts';

/** What a body says about a contact. Absent values, tags and owner leave those that are there. */
export interface ContactForm {
  readonly phone: string;
  readonly set: Pick<Contact, 'firstName' | 'lastName' | 'email' | 'company' | 'listIds' | 'favorited' | 'blocked'>;
  readonly phoneType: number;
  readonly values: Readonly<Record<string, string>>;
  readonly tagIds: number[] | undefined;
  /** Null: none shall. */
  readonly ownerId: number | null | undefined;
}

/** How the values of custom fields are written: an object or an array of texts, or an array of `{id, value}`. */
export type ValuesForm = 'raw' | 'normalized';

const ACCOUNT_COUNTRY = 'GB';
const INVALID = 'This value is not valid.';
/** The type of a number that the service shall find out. */
const FIND_OUT = -1;

/** The number that a body gives, in E.164 digits. */
function parsePhone(body: Form): string {
  const written = body.required('phone');
  const isLocal = body.flag('local', false);
  const country = body.text('country').toUpperCase() || ACCOUNT_COUNTRY;
  if (findCountry(country) === undefined) body.reject('country', 'This value is not a valid country.');
  const phone = isLocal ? toInternational(written, country) : toDigits(written);
  if (written.trim() !== '' && !isPossible(phone)) body.reject('phone', 'Phone number is not valid.');
  return phone;
}

/** The lists of a contact: at least one, all of the account's own. */
function parseLists({ body, world }: Call): number[] {
  body.required('lists');
  const ids = [...new Set(body.ids('lists'))];
  const lists = ids.map((id) => world.lists.find(id));
  if (lists.includes(undefined)) body.reject('lists', 'One of the lists does not exist.');
  if (lists.some((list) => list !== undefined && isOthers(world, list))) {
    body.reject('lists', 'One of the lists is shared to you and cannot be changed.');
  }
  return ids;
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Pairs of a field's id and its value, undefined where the form is not the one of that path. */
function readPairs(raw: unknown, form: ValuesForm, fieldIds: readonly number[]): [unknown, unknown][] | undefined {
  if (form === 'normalized') {
    if (!Array.isArray(raw) || !raw.every(isRecord)) return undefined;
    return raw.map((one) => [one['id'], one['value']]);
  }
  // An array of texts names no field: its values are those of the account's fields, in their order.
  if (Array.isArray(raw)) return raw.map((value, at) => [fieldIds[at], value]);
  return isRecord(raw) ? Object.entries(raw) : undefined;
}

function parseValues({ body, world }: Call, form: ValuesForm): Record<string, string> {
  const raw = body.raw('customFieldValues');
  if (raw === undefined || raw === '') return {};
  const fieldIds = world.fields.rows.map(({ id }) => id);
  const pairs = readPairs(raw, form, fieldIds);
  const values: Record<string, string> = {};
  for (const [id, value] of pairs ?? []) {
    if (!isText(id) || !fieldIds.includes(Number(id)) || !isText(value)) body.reject('customFieldValues', INVALID);
    else values[toValueKey(Number(id))] = String(value);
  }
  if (pairs === undefined) body.reject('customFieldValues', INVALID);
  return values;
}

function parseTags({ body, world }: Call): number[] | undefined {
  const raw = body.raw('tags');
  if (raw === undefined) return undefined;
  const ids = Array.isArray(raw) ? raw.map(Number) : [NaN];
  if (ids.some((id) => !Number.isSafeInteger(id) || world.tags.find(id) === undefined)) body.reject('tags', INVALID);
  return [...new Set(ids)];
}

function parseOwner({ body, world }: Call): number | null | undefined {
  if (body.isNull('owner')) return null;
  if (!body.has('owner')) return undefined;
  const id = body.int('owner', 0);
  if (world.findUser(id) === undefined) body.reject('owner', INVALID);
  return id;
}

/**
 * A contact as a body writes it. Throws the 400 that names all that is wrong with it.
 * @param self the contact that is being changed: its own number is not taken
 */
export function parseContact(call: Call, form: ValuesForm, self?: Contact): ContactForm {
  const { body, world } = call;
  const phone = parsePhone(body);
  const holder = world.findContactByPhone(phone);
  if (holder !== undefined && holder !== self) body.reject('phone', 'A contact with this phone number already exists.');
  const email = body.text('email').trim();
  if (email !== '' && !isEmail(email)) body.reject('email', 'This value is not a valid email address.');
  const type = body.int('type', FIND_OUT);
  if (type < FIND_OUT || type > 1) body.reject('type', 'The value you selected is not a valid choice.');
  const set = {
    ...{ firstName: body.text('firstName'), lastName: body.text('lastName'), company: body.text('companyName') },
    ...{ email, listIds: parseLists(call) },
    ...{ favorited: body.flag('favorited', false), blocked: body.flag('blocked', false) },
  };
  const values = parseValues(call, form);
  const [tagIds, ownerId] = [parseTags(call), parseOwner(call)];
  body.check();
  const phoneType = type === FIND_OUT ? toPhoneType(phone) : type;
  return { phone, set, phoneType, values, tagIds, ownerId };
}

/** Fields that can be merged, and texts as people would get them: read from this computer alone. */
import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import type { MergeContact } from '#main/store/api/templates.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import {
  STANDARD_FIELDS,
  createFill,
  listFields,
  listUnknownFields,
  toFilledText,
} from '#shared/domain/merge-fields.ts';
import { toNameKey } from '#shared/domain/unique-names.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { FieldValues } from '#shared/domain/merge-fields.ts';
import { measureText } from '#shared/domain/segments.ts';
import type { MergeText } from './merge-pass.ts';

type PreviewPerson = RequestOutput<'templates.preview'>['people'][number];

/** Throws `disk`. */
export async function listMergeFields(
  { session }: Services,
  { phone }: RequestInput<'templates.fields'>,
): Promise<RequestOutput<'templates.fields'>> {
  const { store } = session.getAccount();
  const [{ fields, contactsCount }, person] = await Promise.all([
    store.countMergeFields({}),
    phone === null ? null : findPerson(store, phone),
  ]);
  // Of several fields with one name a text can use only the first.
  const keys = fields.map(({ name }) => toNameKey(name));
  const unique = fields.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
  return {
    fields: unique.map((field) => ({ ...field, value: person === null ? null : findValue(person.values, field.name) })),
    contactsCount,
  };
}

/** Throws `disk`. */
export async function fillText(
  { session }: Services,
  { content, fallbacks, phone }: RequestInput<'templates.fill'>,
): Promise<RequestOutput<'templates.fill'>> {
  const { store } = session.getAccount();
  const [knownFields, person] = await Promise.all([listKnownFields(store), findPerson(store, phone)]);
  const pieces = createFill(content, { fallbacks, knownFields })(person.values);
  return { pieces, contactId: person.contactId, name: person.name };
}

/** Throws `cancelled` once another text is counted, and `disk`. */
export async function previewText(
  { session, mergePasses }: Services,
  { content, fallbacks, contactIds }: RequestInput<'templates.preview'>,
): Promise<RequestOutput<'templates.preview'>> {
  const { store, folder } = session.getAccount();
  const text = { content, fallbacks, knownFields: await listKnownFields(store) };
  if (contactIds !== null) {
    const people = toPeople(text, await listChosen(store, text, contactIds));
    const longest = Math.max(0, ...people.map(({ length }) => length));
    return { people: people.map((person) => ({ ...person, isLongest: person.length === longest })) };
  }
  const { examples, longestId } = await mergePasses.count({ store, folder, ...text });
  const people = toPeople(text, examples);
  return { people: people.map((person) => ({ ...person, isLongest: person.contactId === longestId })) };
}

/** Throws `cancelled` once another text is counted, and `disk`. */
export async function measureMerged(
  { session, mergePasses }: Services,
  { content, fallbacks }: RequestInput<'templates.measure'>,
): Promise<RequestOutput<'templates.measure'>> {
  const { store, folder } = session.getAccount();
  const knownFields = await listKnownFields(store);
  const counts = await mergePasses.count({ store, folder, content, fallbacks, knownFields });
  const { contactsCount, shortest, longest, peopleByParts, emptyByField } = counts;
  const partsCounts = [...peopleByParts].map(([parts, peopleCount]) => ({ parts, peopleCount }));
  const unknown = listUnknownFields(content, knownFields);
  return {
    ...{ contactsCount, shortest, longest },
    partsCounts: partsCounts.toSorted((one, other) => one.parts - other.parts),
    empty: [
      ...[...emptyByField].map(([field, peopleCount]) => ({ field, peopleCount, isKnown: true })),
      ...unknown.map((field) => ({ field, peopleCount: contactsCount, isKnown: false })),
    ],
    partPrice: await findOwnPartPrice(store),
  };
}

/** Of two fields with one name the service takes the one that was made first. */
async function listKnownFields(store: Pick<Store, 'listCustomFields'>): Promise<readonly string[]> {
  const custom = await store.listCustomFields({});
  return [...STANDARD_FIELDS, ...custom.toSorted((one, other) => one.id - other.id).map(({ name }) => name)];
}

/** Of a number that no contact has, only the number can be merged. */
async function findPerson(
  store: Pick<Store, 'findMergeContact'>,
  typed: string,
): Promise<Pick<MergeContact, 'values' | 'name'> & { readonly contactId: number | null }> {
  const phone = toPhoneKey(typed);
  return (await store.findMergeContact({ phone })) ?? { contactId: null, name: '', values: { Phone: phone } };
}

/** In the order in which they were asked for. */
async function listChosen(
  store: Pick<Store, 'listMergeContacts'>,
  { content, knownFields }: MergeText,
  contactIds: readonly number[],
): Promise<readonly MergeContact[]> {
  if (contactIds.length === 0) return [];
  const fields = listFields(content, knownFields);
  const found = await store.listMergeContacts({ after: 0, limit: contactIds.length, fields, contactIds });
  const places = new Map(contactIds.map((id, place) => [id, place]));
  const toPlace = ({ contactId }: MergeContact): number => places.get(contactId) ?? 0;
  return found.toSorted((one, other) => toPlace(one) - toPlace(other));
}

function toPeople(
  { content, ...rules }: MergeText,
  contacts: readonly MergeContact[],
): readonly Omit<PreviewPerson, 'isLongest'>[] {
  const fill = createFill(content, rules);
  return contacts.map(({ contactId, name, phone, values }) => {
    const pieces = fill(values);
    const { units, parts, alphabet } = measureText(toFilledText(pieces));
    return { contactId, name, phone, pieces, length: units, parts, isUnicode: alphabet === 'unicode' };
  });
}

/** Of one part to the account's own country. */
async function findOwnPartPrice(
  store: Pick<Store, 'getAccount' | 'findPrice'>,
): Promise<RequestOutput<'templates.measure'>['partPrice']> {
  const account = await store.getAccount({});
  if (account === null || account.country === null) return null;
  const amount = await store.findPrice({ countryId: account.country });
  return amount === null ? null : { amount, currency: account.currency };
}

/** A field may be called like what every object has. */
function findValue(values: FieldValues, name: string): string | null {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value === undefined || value.trim() === '' ? null : value;
}

/**
 * Contacts made, changed and deleted. Services take them at `/contacts`, at `/contacts/normalized`, or at both; the two
 * differ in how they write flags and the values of custom fields (supplement 3.3).
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import type { ContactDraft } from '#shared/domain/people.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import type { Variant } from '../../variants.ts';
import type { Link } from '../../wire/link.ts';
import { findBlockedContact } from './blocking.ts';
import { getContact } from './contacts.ts';

type Body = Readonly<Record<string, unknown>>;

const FAMILY = 'contacts';
const PHONE_TYPES = { landline: 0, mobile: 1 } as const;

/**
 * `POST /contacts` (specification, "Contacts") or `POST /contacts/normalized` (supplement 1.2). The link holds the new
 * contact's id where the service says it.
 * @throws AppError `validation` with `fields.phone` (no possible number, or another contact has it), `fields.lists`
 */
export function createContact(service: Service, draft: ContactDraft, options: CallOptions): Promise<Link> {
  const variants = toVariants(draft, { method: 'POST', row: '/contacts', path: '/contacts' });
  return service.writeVariants(variants, { ...options, family: FAMILY });
}

/**
 * `PUT /contacts/{id}` (specification, "Contacts") or its twin `/normalized` (supplement 1.2): replaces the contact.
 * Callers send everything again that shall stay: a name, a list or a mark that is not in the draft is gone, and values of
 * custom fields, tags, the owner and the type of the number may be lost (supplement 0; no document says that they stay).
 * No document says how an owner is taken off either: `owner` is null then, and the request says that its nulls count.
 *
 * The service takes a contact that is not said to be blocked for one that is not. So a draft that does not know
 * (`isBlocked: null`) costs one or two questions before: the contact itself, and, where its shape does not say it, whether
 * its present number is blocked. A failure of these leaves the contact as it is. One of the strict routes: five a second.
 * @throws AppError `validation` like `createContact`, `forbidden` where it is shared to the account, `not-found`
 */
export async function updateContact(
  service: Service,
  query: { readonly contactId: ContactId; readonly draft: ContactDraft },
  options: CallOptions,
): Promise<void> {
  const { contactId } = query;
  const isBlocked = query.draft.isBlocked ?? (await readIsBlocked(service, contactId, options));
  const path = `/contacts/${toSegment(contactId)}`;
  const variants = toVariants({ ...query.draft, isBlocked }, { method: 'PUT', row: '/contacts/{id}', path });
  await service.writeVariants(variants, { ...options, family: FAMILY });
}

/** By the number that the contact has now: the draft may change it, or write it in another way. */
async function readIsBlocked(service: Service, contactId: ContactId, options: CallOptions): Promise<boolean> {
  const { isBlocked, phone } = await getContact(service, { contactId }, options);
  if (isBlocked !== null) return isBlocked;
  try {
    return (await findBlockedContact(service, { phone }, options)) !== undefined;
  } catch (error) {
    // A number that nobody can have cannot be blocked, and to mend it is what an edit may be for.
    if (isAppError(error, 'validation')) return false;
    throw error;
  }
}

/**
 * `DELETE /contacts/{id}` (specification, "Contacts"): takes the contact off all lists, with its notes and values. Its
 * chat and messages stay.
 * @throws AppError `forbidden` where it is shared to the account, `not-found`
 */
export async function deleteContact(
  service: Service,
  query: { readonly contactId: ContactId },
  options: CallOptions,
): Promise<void> {
  const path = `/contacts/${toSegment(query.contactId)}`;
  await service.write({ row: 'DELETE /contacts/{id}', method: 'DELETE', path }, options);
}

/**
 * `POST /contacts/delete` (supplement 1.2): same for any number of contacts, 500 to a request, or everybody whom the
 * account has. Ids that are nobody's do nothing beside others; nobody asks nothing.
 * @throws AppError `not-found` where none of them can be deleted; `PartlyDoneError` where some were deleted
 */
export function deleteContacts(
  service: Service,
  query: Chosen<'contactIds', ContactId>,
  options: CallOptions,
): Promise<void> {
  const chosen = query.all === true ? 'all' : query.contactIds;
  return writeBulk(service, { path: '/contacts/delete', chosen, allAs: 'digit', passesMissing: true }, options);
}

function toVariants(
  draft: ContactDraft,
  at: { method: 'POST' | 'PUT'; row: string; path: string },
): readonly Variant[] {
  const { row, path, ...same } = { ...at, keepsNulls: draft.ownerId === null };
  const { method } = same;
  return [
    { ...same, name: 'spec', row: `${method} ${row}`, path, body: toSpecBody(draft) },
    { ...same, name: 'sdk', row: `${method} ${row}/normalized`, path: `${path}/normalized`, body: toSdkBody(draft) },
  ];
}

/** What both ways write alike. */
function toBody(draft: ContactDraft): Body {
  const { phoneType, localCountry, tagIds, ownerId } = draft;
  return {
    phone: toPhoneKey(draft.phone),
    lists: draft.listIds.join(','),
    firstName: draft.firstName,
    lastName: draft.lastName,
    companyName: draft.company,
    email: draft.email,
    favorited: draft.isFavorite,
    ...(draft.isBlocked === null ? {} : { blocked: draft.isBlocked }),
    ...(phoneType === undefined ? {} : { type: PHONE_TYPES[phoneType] }),
    ...(localCountry === undefined ? {} : { country: localCountry }),
    ...(tagIds === undefined ? {} : { tags: tagIds }),
    ...(ownerId === undefined ? {} : { owner: ownerId }),
  };
}

/** Values by the field's id: the "array of strings" of the specification, as earlier clients sent it. */
function toSpecBody(draft: ContactDraft): Body {
  const { fields = [], localCountry } = draft;
  const values = Object.fromEntries(fields.map(({ id, value }) => [String(id), value]));
  return {
    ...toBody(draft),
    ...(localCountry === undefined ? {} : { local: true }),
    ...(fields.length === 0 ? {} : { customFieldValues: values }),
  };
}

function toSdkBody(draft: ContactDraft): Body {
  const { fields = [], localCountry } = draft;
  const values = fields.map(({ id, value }) => ({ id, value }));
  return {
    ...toBody(draft),
    ...(localCountry === undefined ? {} : { local: 1 }),
    ...(fields.length === 0 ? {} : { customFieldValues: values }),
  };
}

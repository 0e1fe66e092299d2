/** Contacts that are looked for at the service while the user waits, and new ones. */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toRefusal } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { ContactDraftInput, RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Contact } from '#shared/domain/entities.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactId, PhoneKey } from '#shared/domain/ids.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import type { ContactDetails, ContactDraft } from '#shared/domain/people.ts';
import { parseLocalPhoneEntry } from '#shared/domain/phone-entry.ts';
import { checkEmail } from './contact-changes.ts';

const USER = { priority: 'user' } as const;
/** Matches of one search, a page at a time. */
const PAGE_ROWS = 100;
const MOST_PAGES = 5;
const MOST_SUGGESTIONS = 20;

type Parts = Pick<OpenAccount, 'store' | 'service' | 'sync'>;

/** What the service finds is kept here. Rejects with `AppError`. */
export async function searchService(
  { session }: Services,
  { text, listId }: RequestInput<'contacts.searchService'>,
): Promise<RequestOutput<'contacts.searchService'>> {
  const { store, service } = session.getAccount();
  const ofList = listId === null ? {} : { listId: toListId(listId) };
  const found = new Map<ContactId, Contact>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { page, limit: PAGE_ROWS, text, ...ofList, includesShared: true, includesBlocked: true };
    const { items, pageCount } = await service.searchContacts(query, USER);
    for (const contact of items) found.set(contact.id, contact);
    if (items.length > 0) await store.commitContacts({ contacts: items });
    if (pageCount === null ? items.length < PAGE_ROWS : page >= pageCount) break;
  }
  if (found.size > 0 || listId !== null) return { count: found.size };
  return { count: await keepSuggested(session.getAccount(), text) };
}

/** Contacts that the service suggests for a text that no name has. */
async function keepSuggested({ store, service }: Parts, text: string): Promise<number> {
  const suggestions = await service.suggestRecipients({ text, limit: MOST_SUGGESTIONS, includesLists: false }, USER);
  const contactIds = suggestions.flatMap((one) => (one.kind === 'contact' ? [one.contactId] : []));
  const contacts: Contact[] = [];
  for (const contactId of contactIds) contacts.push(await service.getContact({ contactId }, USER));
  if (contacts.length > 0) await store.commitContacts({ contacts });
  return contacts.length;
}

/** Throws `disk`. */
export async function findByNumber(
  { session }: Services,
  { phone: typed, localCountry }: RequestInput<'contacts.findByNumber'>,
): Promise<RequestOutput<'contacts.findByNumber'>> {
  const { store, service } = session.getAccount();
  const entry = parseLocalPhoneEntry(typed, localCountry);
  if (entry.kind === 'impossible') return { phone: '', contactId: null, name: '', isChecked: true };
  const { phone } = entry;
  const contactId = await store.findContactIdByPhone({ phone });
  if (contactId !== null) {
    const details = await store.getContactDetails({ contactId });
    return { phone, contactId, name: details?.name ?? '', isChecked: true };
  }
  let contact: ContactDetails | undefined;
  try {
    contact = await service.findContactByPhone({ phone }, USER);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { phone, contactId: null, name: '', isChecked: false };
  }
  if (contact === undefined) return { phone, contactId: null, name: '', isChecked: true };
  await store.commitContacts({ contacts: [contact] });
  return { phone, contactId: contact.id, name: toDisplayName(contact), isChecked: true };
}

/** Throws `validation` with the fields (`phone`: `not-a-number`, `taken`), other `AppError`s of the service, and `disk`. */
export async function createContact(
  { session }: Services,
  { draft }: RequestInput<'contacts.create'>,
): Promise<RequestOutput<'contacts.create'>> {
  const parts = session.getAccount();
  const entry = parseLocalPhoneEntry(draft.phone, draft.localCountry);
  if (entry.kind === 'impossible') throw toRefusal('phone', 'not-a-number');
  const { phone } = entry;
  const known = await parts.service.findContactByPhone({ phone }, USER);
  if (known !== undefined) {
    await parts.store.commitContacts({ contacts: [known] });
    throw toRefusal('phone', 'taken');
  }
  const contactId = await create(parts, toDraft(draft, phone));
  await keepNew(parts, contactId);
  return { contactId };
}

async function create({ service }: Parts, draft: ContactDraft): Promise<ContactId> {
  const { phone } = draft;
  const find = () => service.findContactByPhone({ phone: phone as PhoneKey }, USER);
  try {
    const { id } = await service.createContact(draft, USER);
    if (id !== null) return toContactId(id);
  } catch (error) {
    // Where the answer was lost, the contact may be there all the same: no contact had that number before.
    const isLost = isAppError(error) && error.outcome === 'unknown';
    const made = isLost ? await find().catch(() => undefined) : undefined;
    if (made !== undefined) return made.id;
    throw isAppError(error, 'validation') ? toPageFields(error) : error;
  }
  const made = await find();
  if (made !== undefined) return made.id;
  throw new AppError({ code: 'server', message: 'The new contact is not there', outcome: 'unknown' });
}

/** It is there; where it cannot be read now, it is read another time. */
async function keepNew({ store, service, sync }: Parts, contactId: ContactId): Promise<void> {
  try {
    await store.commitContacts({ contacts: [await service.getContact({ contactId }, USER)] });
  } catch (error) {
    if (!isAppError(error) || error.code === 'disk') throw error;
  }
  sync.openContact(contactId);
}

function toDraft(draft: ContactDraftInput, phone: PhoneKey): ContactDraft {
  const { firstName, lastName, company, email, fields, listIds } = draft;
  return {
    ...{
      phone,
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      company: company.trim(),
      email: checkEmail(email.trim()),
    },
    ...{ listIds: listIds.map(toListId), isFavorite: false, isBlocked: null },
    fields: fields.filter(({ value }) => value !== ''),
  };
}

/** Fields by the names that the page has for them. */
function toPageFields(error: AppError): AppError {
  const { companyName, customFieldValues, ...same } = error.fields;
  const fields = {
    ...same,
    ...(companyName === undefined ? {} : { company: companyName }),
    ...(customFieldValues === undefined ? {} : { fields: customFieldValues }),
  };
  const { message, outcome, common, status } = error;
  return new AppError({ code: 'validation', message, cause: error, outcome, common, status, fields });
}

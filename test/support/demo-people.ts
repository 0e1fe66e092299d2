/** Contacts and numbers of the demo for operation cases, and drafts of contacts. */
import { toContactId, toListId, type ContactId } from '#shared/domain/ids.ts';
import type { ContactDraft } from '#shared/domain/people.ts';
import type { Contact } from '#main/demo/state/model.ts';
import type { ClientOnDemo } from './operations/client-on-demo.ts';

/** Distinct numbers without a contact in the demo. */
export function listNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `4477${String(10_000_000 + at)}`);
}

/** The id of no contact. */
export const NOWHERE = toContactId(987_654_321);
/** A number without a contact in the demo, from the range that Ofcom reserves for fiction. */
export const FREE_PHONE = '447700900990';

/** A contact that a member of the team shares with the account. */
export function getSharedContact({ world }: ClientOnDemo): Contact {
  const found = world.contacts.rows.find(({ userId }) => userId !== undefined);
  if (found === undefined) throw new Error('Nobody shares a contact');
  return found;
}

/** The contact of that number. */
export function getContactOf({ world }: ClientOnDemo, phone: string): Contact {
  const found = world.findContactByPhone(phone);
  if (found === undefined) throw new Error('Nobody has that number');
  return found;
}

export const idOf = (contact: Contact): ContactId => toContactId(contact.id);

/** A new contact on the list of the demo. */
export function makeDraft({ list }: ClientOnDemo, changes: Partial<ContactDraft> = {}): ContactDraft {
  return {
    phone: FREE_PHONE,
    listIds: [toListId(list.id)],
    firstName: 'Zoë',
    lastName: 'O’Hara',
    company: 'Quayside Rabbits',
    email: 'zoe+vet@mail.example',
    isFavorite: true,
    isBlocked: false,
    ...changes,
  };
}

import type { ChatView, ContactView } from '#shared/contract/index.ts';
import type { Formats } from './format.ts';

/** The name of a chat for sentences: the person's, else the number. */
export function toChatTitle(chat: Pick<ChatView, 'name' | 'phone'>, formats: Formats): string {
  return chat.name === '' ? formats.phone(chat.phone) : chat.name;
}

/** Own fields of contacts are named by their id behind this. */
const OWN = 'field:';

/**
 * What stands beside the number above a thread: the field of the person that the setting `headerField` names. Empty where
 * nothing was chosen, or this person has none.
 */
export function findHeaderField(contact: ContactView | null, headerField: string | null): string {
  if (contact === null || headerField === null) return '';
  if (headerField === 'company') return contact.company.trim();
  if (headerField === 'email') return contact.email.trim();
  if (!headerField.startsWith(OWN)) return '';
  const id = headerField.slice(OWN.length);
  return contact.fields.find((field) => String(field.id) === id)?.value?.trim() ?? '';
}

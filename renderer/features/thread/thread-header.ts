import type { ContactView } from '#shared/contract/index.ts';

/** Own fields of contacts are named by their id behind this. */
const OWN = 'field:';

/**
 * What stands beside the number above a thread: the field of the person that the setting `headerField` names. Empty where
 * nothing was chosen, or nobody knows it of this person.
 */
export function findHeaderField(contact: ContactView | null, headerField: string | null): string {
  if (contact === null || headerField === null) return '';
  if (headerField === 'company') return contact.company.trim();
  if (headerField === 'email') return contact.email.trim();
  if (!headerField.startsWith(OWN)) return '';
  const id = headerField.slice(OWN.length);
  return contact.fields.find((field) => String(field.id) === id)?.value?.trim() ?? '';
}

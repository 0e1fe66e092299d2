import type { Contact, CustomField } from '../state/model.ts';

/** Puts a contact's data into the fields in curly braces. Unknown fields stay as they are; empty ones become nothing. */
export function mergeText(text: string, contact: Contact | undefined, fields: readonly CustomField[]): string {
  if (contact === undefined || !text.includes('{')) return text;
  const values = new Map<string, string>([
    ['first name', contact.firstName],
    ['last name', contact.lastName],
    ['company name', contact.company],
    ['phone', contact.phone],
    ['email', contact.email],
  ]);
  for (const field of fields) values.set(field.name.toLowerCase(), contact.values[String(field.id)] ?? '');
  return text.replace(/\{([^{}]+)\}/g, (whole, name: string) => values.get(name.trim().toLowerCase()) ?? whole);
}

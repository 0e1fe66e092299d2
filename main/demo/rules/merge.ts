import type { Contact, CustomField } from '../state/model.ts';
import { toValueKey } from '../state/contact-values.ts';

/** What of a contact can stand in a text. */
type Person = Pick<Contact, 'firstName' | 'lastName' | 'company' | 'phone' | 'email' | 'values'>;
type Piece = string | ((person: Person) => string);

/** Fills a text in for a number, and for the contact that has it. */
export type Merge = (phone: string, contact: Contact | undefined) => string;

const NOBODY: Omit<Person, 'phone'> = { firstName: '', lastName: '', company: '', email: '', values: {} };

const STANDARD = new Map<string, (person: Person) => string>([
  ['first name', ({ firstName }) => firstName],
  ['last name', ({ lastName }) => lastName],
  ['company name', ({ company }) => company],
  ['phone', ({ phone }) => phone],
  ['email', ({ email }) => email],
]);

function toPieces(text: string, fields: readonly CustomField[]): Piece[] {
  // A map keeps the last of equal keys: turned round, that is the field which was made first.
  const custom = new Map(fields.toReversed().map(({ id, name }) => [name.trim().toLowerCase(), toValueKey(id)]));
  // What the pattern caught stands at the odd places.
  return text.split(/(\{[^{}]+\})/).map((piece, at) => {
    if (at % 2 === 0) return piece;
    const name = piece.slice(1, -1).trim().toLowerCase();
    const key = custom.get(name);
    return STANDARD.get(name) ?? (key === undefined ? piece : (person) => person.values[key] ?? '');
  });
}

/**
 * Reads a text with fields in curly braces once, to fill it in for many: `{First name} {Last name} {Company name} {Phone}
 * {Email}` and the names of custom fields, in letters of any size. Fields that the account does not have stay as they
 * are; those that are empty become nothing, as do all but the number for somebody who is no contact. The documents do
 * not say which of two custom fields with one name is meant: it is the one that was made first.
 */
export function createMerge(text: string, fields: readonly CustomField[]): Merge {
  if (!text.includes('{')) return () => text;
  const pieces = toPieces(text, fields);
  return (phone, contact) => {
    const person = contact ?? { ...NOBODY, phone };
    return pieces.map((piece) => (typeof piece === 'string' ? piece : piece(person))).join('');
  };
}

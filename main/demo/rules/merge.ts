import type { Contact, CustomField } from '../state/model.ts';

type Piece = string | ((contact: Contact) => string);

const STANDARD = new Map<string, (contact: Contact) => string>([
  ['first name', ({ firstName }) => firstName],
  ['last name', ({ lastName }) => lastName],
  ['company name', ({ company }) => company],
  ['phone', ({ phone }) => phone],
  ['email', ({ email }) => email],
]);

function toPieces(text: string, fields: readonly CustomField[]): Piece[] {
  const custom = new Map(fields.map(({ id, name }) => [name.trim().toLowerCase(), String(id)]));
  // What the pattern caught stands at the odd places.
  return text.split(/(\{[^{}]+\})/).map((piece, at) => {
    if (at % 2 === 0) return piece;
    const name = piece.slice(1, -1).trim().toLowerCase();
    const id = custom.get(name);
    return STANDARD.get(name) ?? (id === undefined ? piece : (contact) => contact.values[id] ?? '');
  });
}

/**
 * Reads a text with fields in curly braces once, to fill it in for many: `{First name} {Last name} {Company name} {Phone}
 * {Email}` and the names of custom fields, in letters of any size. Unknown fields stay as they are, all of them where
 * there is no contact; empty ones become nothing.
 */
export function createMerge(text: string, fields: readonly CustomField[]): (contact: Contact | undefined) => string {
  if (!text.includes('{')) return () => text;
  const pieces = toPieces(text, fields);
  return (contact) => {
    if (contact === undefined) return text;
    return pieces.map((piece) => (typeof piece === 'string' ? piece : piece(contact))).join('');
  };
}

/** Same, for one contact. */
export function mergeText(text: string, contact: Contact | undefined, fields: readonly CustomField[]): string {
  return createMerge(text, fields)(contact);
}

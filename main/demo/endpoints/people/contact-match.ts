import { toDigits, toInternational } from '../../rules/phones.ts';
import type { Contact } from '../../state/model.ts';

/** What is looked for: words in small letters, and digits where it may be a number. */
export interface Wanted {
  readonly text: string;
  readonly digits: string;
  readonly isExact: boolean;
}

const FEWEST_DIGITS = 2;

/** How a contact is called: by its name, its company's, or its number. */
export function toName({ firstName, lastName, company, phone }: Contact): string {
  return `${firstName} ${lastName}`.trim() || company || phone;
}

/** @param country of a number that is written as at home; null where it is written in full */
export function toWanted(raw: string, country: string | null, isExact: boolean): Wanted {
  const text = raw.trim().toLowerCase();
  if (!/^\+?[\d\s().-]+$/.test(text)) return { text, digits: '', isExact };
  const digits = country === null ? toDigits(text) : toInternational(text, country);
  return { text, digits: digits.length >= FEWEST_DIGITS ? digits : '', isExact };
}

/** Whether a name, the e-mail address, the company or the number has it, or is it. */
export function fits(contact: Contact, { text, digits, isExact }: Wanted): boolean {
  const { phone, firstName, lastName, email, company } = contact;
  if (digits !== '' && (isExact ? phone === digits : phone.includes(digits))) return true;
  const values = [`${firstName} ${lastName}`, email, company];
  if (!isExact) return values.some((value) => value.toLowerCase().includes(text));
  return [...values, firstName, lastName].some((value) => value.toLowerCase().trim() === text);
}

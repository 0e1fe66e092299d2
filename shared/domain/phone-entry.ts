import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/min';
import type { PhoneKey } from './ids.ts';
import { isTextableNumber, toPhoneKey } from './phones.ts';

/** What somebody typed as a number: one that can be texted, or why it cannot. */
export type PhoneEntry =
  | { readonly kind: 'possible'; readonly phone: PhoneKey }
  | { readonly kind: 'impossible'; readonly reason: 'too-short' | 'too-long' | 'no-country' | 'not-a-number' };

const NUMBER_LIKE = /^[+(\d][\d\s().\-/\u00a0]*$/;

/** In the North American plan a number without its country code has ten digits and nothing before them. */
const NORTH_AMERICAN_DIGITS = 10;

/**
 * Reads a number as people type it. With a plus (or 00) it stands by itself. Without, it is read as a number of the
 * country of `homePhone` (the account's own, where that is known) when it starts with a 0 or has the length of a North
 * American one, else as if the plus were there. Possible is enough: whether it is in use nobody here can know.
 */
export function parsePhoneEntry(raw: string, homePhone: string | null): PhoneEntry {
  const text = raw.trim();
  if (!NUMBER_LIKE.test(text)) return { kind: 'impossible', reason: 'not-a-number' };
  const international = text.replace(/^00/, '+');
  const home = homePhone === null ? undefined : parsePhoneNumberFromString(`+${toPhoneKey(homePhone)}`);
  const isNational = isNationalNumber(international, home?.countryCallingCode);
  if (isNational && home?.country === undefined) return { kind: 'impossible', reason: 'no-country' };
  const written = international.startsWith('+') || isNational ? international : `+${international}`;
  const problem = validatePhoneNumberLength(written, home?.country);
  const phone = toPhoneKey(parsePhoneNumberFromString(written, home?.country)?.number ?? '');
  if (problem === undefined && isTextableNumber(phone)) return { kind: 'possible', phone };
  return { kind: 'impossible', reason: toReason(problem) };
}

function isNationalNumber(text: string, homeCallingCode: string | undefined): boolean {
  if (text.startsWith('+')) return false;
  if (text.startsWith('0')) return true;
  return homeCallingCode === '1' && text.replace(/\D/g, '').length === NORTH_AMERICAN_DIGITS;
}

function toReason(problem: ReturnType<typeof validatePhoneNumberLength>): 'too-short' | 'too-long' | 'no-country' {
  if (problem === 'TOO_LONG') return 'too-long';
  return problem === 'INVALID_COUNTRY' ? 'no-country' : 'too-short';
}

import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type CountryCode,
} from 'libphonenumber-js/min';
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
 * account's country (that of its own number, else `homeCountry`, ISO 3166 alpha-2) when it starts with a 0 or has the
 * length of a North American one, else as if the plus were there. Possible is enough: whether it is in use nobody here
 * can know.
 */
export function parsePhoneEntry(raw: string, homePhone: string | null, homeCountry: string | null = null): PhoneEntry {
  const text = raw.trim();
  if (!NUMBER_LIKE.test(text)) return { kind: 'impossible', reason: 'not-a-number' };
  const international = text.replace(/^00/, '+');
  const home = findHome(homePhone, homeCountry);
  const isNational = isNationalNumber(international, home);
  if (isNational && home === undefined) return { kind: 'impossible', reason: 'no-country' };
  return readEntry(international.startsWith('+') || isNational ? international : `+${international}`, home);
}

/**
 * Reads a number that is written as at home in that country (ISO 3166 alpha-2), unless it begins with a plus or 00. Without
 * a country it has its country code, with or without the plus.
 */
export function parseLocalPhoneEntry(raw: string, country: string | null): PhoneEntry {
  const text = raw.trim();
  if (country === null || /^(\+|00)/.test(text)) return parsePhoneEntry(raw, null);
  if (!NUMBER_LIKE.test(text)) return { kind: 'impossible', reason: 'not-a-number' };
  if (!isSupportedCountry(country)) return { kind: 'impossible', reason: 'no-country' };
  return readEntry(text, country);
}

/** The longest numbers have 15 digits, the shortest that are possible anywhere about half as many. */
const MOST_DIGITS_MORE = 8;

/** Whether a possible number can be one as it is, and is not the beginning of a longer one that is still being typed. */
export function isWholeNumber(phone: PhoneKey): boolean {
  const written = `+${phone}`;
  if (parsePhoneNumberFromString(written)?.isValid() === true) return true;
  const longer = Array.from({ length: MOST_DIGITS_MORE }, (_, more) => written + '0'.repeat(more + 1));
  return longer.every((one) => validatePhoneNumberLength(one) !== undefined);
}

/** Whether several numbers were given at once: `07700 900123, 07700 900124`. */
export function hasSeveralNumbers(raw: string): boolean {
  const digits = raw.split(/[,;\n]+/).map((part) => part.replace(/\D/g, '').length);
  return digits.filter((count) => count >= 5).length > 1 || /\d{5,}\D+\+\d{5,}/.test(raw);
}

const SHORT_CODE = /^\d{3,6}$/;

/**
 * Reads a number for a register (blocked, unsubscribed): short codes, such as 60777, stand as they are; others are read as
 * of the account's country (ISO 3166 alpha-2) where they begin with a 0.
 */
export function parseRegisterEntry(raw: string, homeCountry: string | null): PhoneEntry {
  const text = raw.trim();
  if (SHORT_CODE.test(text) && !text.startsWith('0')) return { kind: 'possible', phone: toPhoneKey(text) };
  return parsePhoneEntry(text, null, homeCountry);
}

function readEntry(written: string, home: CountryCode | undefined): PhoneEntry {
  const problem = validatePhoneNumberLength(written, home);
  const phone = toPhoneKey(parsePhoneNumberFromString(written, home)?.number ?? '');
  if (problem === undefined && isTextableNumber(phone)) return { kind: 'possible', phone };
  return { kind: 'impossible', reason: toReason(problem) };
}

function findHome(phone: string | null, country: string | null): CountryCode | undefined {
  const ofPhone = phone === null ? undefined : parsePhoneNumberFromString(`+${toPhoneKey(phone)}`)?.country;
  if (ofPhone !== undefined || country === null) return ofPhone;
  return isSupportedCountry(country) ? country : undefined;
}

function isNationalNumber(text: string, home: CountryCode | undefined): boolean {
  if (text.startsWith('+')) return false;
  if (text.startsWith('0')) return true;
  const isNorthAmerican = home !== undefined && getCountryCallingCode(home) === '1';
  return isNorthAmerican && text.replace(/\D/g, '').length === NORTH_AMERICAN_DIGITS;
}

function toReason(problem: ReturnType<typeof validatePhoneNumberLength>): 'too-short' | 'too-long' | 'no-country' {
  if (problem === 'TOO_LONG') return 'too-long';
  return problem === 'INVALID_COUNTRY' ? 'no-country' : 'too-short';
}

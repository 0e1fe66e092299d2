import { findCountry, findCountryOf } from './countries.ts';

const E164 = /^[1-9]\d{6,14}$/;
const NOISE = /[\s().\-/]/g;

/** A number as digits without plus, or as it came when it has letters. */
export function toDigits(value: string): string {
  const bare = value.replace(NOISE, '').replace(/^\+/, '');
  return /^\d+$/.test(bare) ? bare : value.trim();
}

/**
 * Whether a number has the shape of E.164 and a possible length for its country. A code of no country in the table is
 * taken on its length alone: no number is refused because nobody has assigned it.
 */
export function isPossible(phone: string): boolean {
  if (!E164.test(phone)) return false;
  const country = findCountryOf(phone);
  if (country === undefined) return true;
  const rest = phone.length - country.callingCode.length;
  return rest >= country.digits[0] && rest <= country.digits[1];
}

/** A local number of that country in full: its leading zero gives way to the country code. Unknown country: as it is. */
export function toInternational(value: string, countryId: string): string {
  const digits = toDigits(value);
  const country = findCountry(countryId);
  if (country === undefined || value.trim().startsWith('+')) return digits;
  return country.callingCode + digits.replace(/^0+/, '');
}

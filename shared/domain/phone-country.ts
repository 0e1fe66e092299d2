import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The country of a number, ISO 3166 alpha-2: that of its plan, or where several countries share one and the number fits none
 * of them, the largest of these. Null for short codes, free numbers of no country, and what is no number.
 */
export function findPhoneCountry(phone: string): string | null {
  const digits = phone.replace(/^\+/, '');
  if (!/^\d{7,15}$/.test(digits)) return null;
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number?.country ?? number?.getPossibleCountries()[0] ?? null;
}

/** What a look-up of a number finds: everything follows from the number itself. The companies are invented. */
import { findCountryOf } from './countries.ts';
import type { Country } from './countries.ts';
import { PHONE_TYPES, toPhoneType } from './phone-types.ts';

const COMPANIES = {
  mobile: ['Harbour Mobile', 'Blue Kite', 'Meridian Cellular', 'Fjord Wireless', 'Ostrich Mobile'],
  landline: ['National Exchange', 'Copperline', 'Old Town Telephone'],
  voip: ['Cloudring', 'Packet & Sons'],
} as const;

/** Countries whose people write no leading zero before their own numbers. */
const WITHOUT_ZERO = new Set([
  ...['ES', 'PT', 'IT', 'VA', 'SM', 'PL', 'CZ', 'DK', 'NO', 'SJ', 'GR', 'EE', 'LV', 'MT', 'CY', 'LU', 'IS', 'MC'],
  ...['SG', 'HK', 'MO', 'QA', 'KW', 'OM', 'BH', 'RU', 'KZ', 'MX', 'CL', 'CR', 'PA', 'TN', 'CM', 'SN', 'CI', 'BJ'],
]);

export type Line = keyof typeof COMPANIES;

/** What is known about one number. */
export interface Carrier {
  readonly country: Country | undefined;
  /** As people of its country write it. */
  readonly local: string;
  readonly line: Line;
  readonly company: string;
}

function sumDigits(digits: string): number {
  return [...digits].reduce((sum, digit) => sum + Number(digit), 0);
}

/** Where the plan of numbers does not tell, the digits decide, always in the same way. */
function toLine(phone: string): Line {
  const type = toPhoneType(phone);
  if (type === PHONE_TYPES.mobile || type === PHONE_TYPES.pager) return 'mobile';
  if (type === PHONE_TYPES.voip || type === PHONE_TYPES.personal) return 'voip';
  if (type !== PHONE_TYPES.either && type !== PHONE_TYPES.unknown) return 'landline';
  const at = sumDigits(phone.slice(0, -4)) % 10;
  return at < 6 ? 'mobile' : at < 9 ? 'landline' : 'voip';
}

function toLocal(phone: string, country: Country | undefined): string {
  const digits = phone.slice(country?.callingCode.length ?? 0);
  if (country?.callingCode === '1') return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  const bare = country === undefined || WITHOUT_ZERO.has(country.id) ? digits : `0${digits}`;
  const tail = bare.length > 8 ? 6 : 4;
  return `${bare.slice(0, -tail)} ${bare.slice(-tail)}`;
}

/** Looks a possible number up, given as digits with its country code. */
export function findCarrier(phone: string): Carrier {
  const country = findCountryOf(phone);
  const line = toLine(phone);
  const companies = COMPANIES[line];
  const company = companies[sumDigits(phone.slice(0, 6)) % companies.length] ?? companies[0];
  return { country, local: toLocal(phone, country), line, company };
}

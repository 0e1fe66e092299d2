/** What kind of line a number is, as far as its country's plan of numbers tells. */
import { findCountryOf } from './countries.ts';

/** Numbers of the service's list of phone types (supplement 2.2). */
export const PHONE_TYPES = {
  fixed: 0,
  mobile: 1,
  either: 2,
  'toll-free': 3,
  premium: 4,
  'shared-cost': 5,
  voip: 6,
  personal: 7,
  pager: 8,
  universal: 9,
  unknown: 10,
} as const;

type PhoneType = (typeof PHONE_TYPES)[keyof typeof PHONE_TYPES];

const { fixed, mobile, either, premium, voip, personal, pager, universal, unknown } = PHONE_TYPES;
const tollFree = PHONE_TYPES['toll-free'];
const sharedCost = PHONE_TYPES['shared-cost'];

/** Countries whose mobile numbers begin in a way of their own, after the country code; the others there are fixed. */
const MOBILE: Readonly<Record<string, RegExp>> = {
  IE: /^8[2-9]/,
  FR: /^[67]/,
  DE: /^1[567]/,
  ES: /^(6|7[1-9])/,
  PT: /^9[1236]/,
  IT: /^3/,
  NL: /^6/,
  BE: /^4[5-9]/,
  CH: /^7[5-9]/,
  AT: /^6[5-9]/,
  PL: /^(45|5[0137]|6[069]|7[2389]|88)/,
  CZ: /^[67]/,
  SE: /^7/,
  NO: /^[49]/,
  FI: /^(4|50)/,
  EE: /^[58]/,
  GR: /^69/,
  TR: /^5/,
  UA: /^(39|50|6[3678]|73|9[1-9])/,
  IL: /^5/,
  AE: /^5/,
  SA: /^5/,
  EG: /^1/,
  ZA: /^(6|7|8[1-4])/,
  NG: /^[789]/,
  KE: /^[17]/,
  IN: /^[6-9]/,
  CN: /^1[3-9]/,
  TW: /^9/,
  HK: /^[5679]/,
  JP: /^[789]0/,
  KR: /^1/,
  SG: /^[89]/,
  AU: /^4/,
  NZ: /^2/,
  BR: /^\d\d9/,
  AR: /^9/,
};

const BRITISH: readonly (readonly [RegExp, PhoneType])[] = [
  [/^7[1-57-9]/, mobile],
  [/^[12]/, fixed],
  [/^3/, universal],
  [/^56/, voip],
  [/^70/, personal],
  [/^76/, pager],
  [/^80/, tollFree],
  [/^8/, sharedCost],
  [/^9/, premium],
];

const NORTH_AMERICAN: readonly (readonly [RegExp, PhoneType])[] = [
  [/^8(00|33|44|55|66|77|88)/, tollFree],
  [/^900/, premium],
  [/^/, either],
];

/** The type of a number given as digits, country code first; 10 where its country's plan is not known here. */
export function toPhoneType(phone: string): PhoneType {
  const country = findCountryOf(phone);
  if (country === undefined) return unknown;
  const rest = phone.slice(country.callingCode.length);
  if (country.callingCode === '1') return findType(NORTH_AMERICAN, rest);
  if (country.id === 'GB') return findType(BRITISH, rest);
  const ofMobiles = MOBILE[country.id];
  if (ofMobiles === undefined) return unknown;
  return ofMobiles.test(rest) ? mobile : fixed;
}

function findType(plan: readonly (readonly [RegExp, PhoneType])[], rest: string): PhoneType {
  return plan.find(([begins]) => begins.test(rest))?.[1] ?? unknown;
}

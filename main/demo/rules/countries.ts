import { countryRows } from './country-rows.ts';

/** Country of a number, what a part costs there, and how its numbers look. Invented prices. */
export interface Country {
  /** ISO 3166 alpha-2. */
  readonly id: string;
  readonly name: string;
  readonly callingCode: string;
  /** Digits after the calling code, fewest and most. */
  readonly digits: readonly [number, number];
  /** Price of one part in the account's currency. */
  readonly price: number;
}

interface Parsed {
  readonly country: Country;
  /** What its numbers begin with; none where they cannot be told from a neighbour's. */
  readonly prefixes: readonly string[];
}

const ROW =
  /^(?<id>[A-Z]{2}) (?<code>\d+)(?<none>=)?(?:\/(?<areas>[\d,]+))? (?<few>\d+)-(?<most>\d+) (?<price>\d+) (?<name>.+)$/u;

function parseRow(row: string): Parsed {
  const { id = '', code = '', none, areas, few, most, price, name = '' } = ROW.exec(row)?.groups ?? {};
  if (id === '') throw new Error(`No country: ${row}`);
  const digits = [Number(few), Number(most)] as const;
  const prefixes = areas?.split(',').map((area) => `${code}${area}`) ?? (none === undefined ? [code] : []);
  return { country: { id, name, callingCode: code, digits, price: Number(price) / 1_000 }, prefixes };
}

const parsed = countryRows.map(parseRow);
const byPrefix = new Map(
  parsed.flatMap(({ country, prefixes }) => prefixes.map((prefix) => [prefix, country] as const)),
);
const byId = new Map(parsed.map(({ country }) => [country.id, country]));

/** Longest prefix that begins with a digit, so that most numbers need few look-ups. */
const longest: readonly number[] = Array.from({ length: 10 }, (_, digit) =>
  Math.max(0, ...[...byPrefix.keys()].filter((prefix) => prefix.startsWith(String(digit))).map(({ length }) => length)),
);

/** All countries that the demo service sends to, by name. */
export const countries: readonly Country[] = [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));

export function findCountry(id: string): Country | undefined {
  return byId.get(id.toUpperCase());
}

/** The country whose prefix a number starts with, or undefined for short codes, letters and unknown codes. */
export function findCountryOf(phone: string): Country | undefined {
  if (!/^[1-9]\d{6,}$/.test(phone)) return undefined;
  for (let length = longest[Number(phone[0])] ?? 0; length > 0; length -= 1) {
    const country = byPrefix.get(phone.slice(0, length));
    if (country !== undefined) return country;
  }
  return undefined;
}

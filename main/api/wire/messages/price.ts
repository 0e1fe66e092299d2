import type { CountryCost, CountryPrice, PriceEstimate } from '#shared/domain/estimates.ts';
import { roundMoney } from '#shared/domain/money.ts';
import {
  readCountOrNull,
  readCountryOrNull,
  readElements,
  readMember,
  readNumberOrNull,
  readText,
  readTextOrNull,
} from '../read.ts';
import type { RowResult } from '../schema.ts';

/** One row of an array, or one entry of a map by country, whose key says what the row may leave out. */
type Entry = readonly [key: string, row: unknown];

function listEntries(value: unknown): readonly Entry[] {
  if (Array.isArray(value)) return readElements(value).map((row): Entry => ['', row]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * The price of a send: countries as an array with camel keys or as a map with snake keys, sums as text or number. Only
 * the total and the sums are read: what `max` and `count` say differs between services.
 */
export function decodePrice(value: unknown): RowResult<PriceEstimate> {
  const total = readNumberOrNull(readMember(value, 'total'));
  if (total === null) return { isOk: false, path: 'total' };
  const countries = listEntries(readMember(value, 'countries')).flatMap(([key, row]) => toCost(key, row));
  return { isOk: true, value: { total, partsCount: readCountOrNull(readMember(value, 'parts')), countries } };
}

function toCost(key: string, row: unknown): CountryCost[] {
  if (!isObject(row)) return [];
  const name = readTextOrNull(readMember(row, 'countryName')) ?? readText(readMember(row, 'country_name'));
  const countryId = readCountryOrNull(readMember(row, 'country')) ?? readCountryOrNull(key);
  return [{ countryId, countryName: name, cost: readNumberOrNull(readMember(row, 'sum')) }];
}

/** Both prices together, each country once. */
export function addPrices(one: PriceEstimate, other: PriceEstimate): PriceEstimate {
  const countries = new Map(one.countries.map((country) => [toKey(country), country]));
  for (const country of other.countries) {
    const known = countries.get(toKey(country));
    const name = known?.countryName === '' ? country.countryName : known?.countryName;
    const cost = known === undefined ? country.cost : addOrNull(known.cost, country.cost);
    countries.set(toKey(country), { ...country, countryName: name ?? country.countryName, cost });
  }
  return {
    total: roundMoney(one.total + other.total),
    partsCount: addOrNull(one.partsCount, other.partsCount),
    countries: [...countries.values()],
  };
}

function toKey({ countryId, countryName }: CountryCost): string {
  return countryId ?? countryName;
}

/** A sum is known only when both parts of it are. */
function addOrNull(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : roundMoney(one + other);
}

/** The prices of all countries: an array, or a map by country. What names no country is left out. */
export function decodeCountryPrices(value: unknown): RowResult<readonly CountryPrice[]> {
  if (!isObject(value)) return { isOk: false, path: '' };
  const entries = listEntries(value);
  const prices = entries.flatMap(([key, row]) => toCountryPrice(key, row));
  if (prices.length === 0 && entries.length > 0) return { isOk: false, path: 'country' };
  return { isOk: true, value: prices };
}

function toCountryPrice(key: string, row: unknown): CountryPrice[] {
  const countryId = readCountryOrNull(readMember(row, 'country')) ?? readCountryOrNull(key);
  if (countryId === null || !isObject(row)) return [];
  const countryName = readText(readMember(row, 'name'));
  return [{ countryId, countryName, price: readNumberOrNull(readMember(row, 'price')) }];
}

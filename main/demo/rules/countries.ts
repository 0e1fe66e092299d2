/** Country of a number, what a part costs there, and how its numbers look. Invented prices. */
export interface Country {
  readonly id: string;
  readonly name: string;
  readonly callingCode: string;
  /** Digits after the country code, fewest and most. */
  readonly digits: readonly [number, number];
  /** Price of one part in the account's currency. */
  readonly price: number;
}

type Row = readonly [id: string, name: string, callingCode: string, fewest: number, most: number, price: number];

const ROWS: readonly Row[] = [
  ['GB', 'United Kingdom', '44', 7, 10, 0.038],
  ['IE', 'Ireland', '353', 7, 10, 0.061],
  ['FR', 'France', '33', 9, 9, 0.071],
  ['DE', 'Germany', '49', 5, 13, 0.082],
  ['ES', 'Spain', '34', 9, 9, 0.068],
  ['PT', 'Portugal', '351', 9, 9, 0.045],
  ['IT', 'Italy', '39', 6, 12, 0.069],
  ['NL', 'Netherlands', '31', 8, 11, 0.083],
  ['BE', 'Belgium', '32', 8, 9, 0.079],
  ['CH', 'Switzerland', '41', 9, 12, 0.062],
  ['AT', 'Austria', '43', 4, 13, 0.075],
  ['PL', 'Poland', '48', 9, 9, 0.031],
  ['CZ', 'Czechia', '420', 9, 12, 0.048],
  ['SE', 'Sweden', '46', 7, 13, 0.051],
  ['NO', 'Norway', '47', 5, 12, 0.057],
  ['DK', 'Denmark', '45', 8, 8, 0.033],
  ['FI', 'Finland', '358', 5, 12, 0.066],
  ['EE', 'Estonia', '372', 7, 10, 0.065],
  ['GR', 'Greece', '30', 10, 12, 0.055],
  ['TR', 'Türkiye', '90', 7, 13, 0.022],
  ['UA', 'Ukraine', '380', 9, 10, 0.084],
  ['IL', 'Israel', '972', 7, 12, 0.034],
  ['AE', 'United Arab Emirates', '971', 7, 12, 0.029],
  ['SA', 'Saudi Arabia', '966', 8, 10, 0.027],
  ['EG', 'Egypt', '20', 8, 10, 0.088],
  ['ZA', 'South Africa', '27', 5, 10, 0.025],
  ['NG', 'Nigeria', '234', 6, 12, 0.062],
  ['KE', 'Kenya', '254', 7, 10, 0.054],
  ['IN', 'India', '91', 8, 13, 0.019],
  ['CN', 'China', '86', 7, 12, 0.041],
  ['TW', 'Taiwan', '886', 7, 11, 0.047],
  ['HK', 'Hong Kong', '852', 5, 12, 0.044],
  ['JP', 'Japan', '81', 8, 17, 0.075],
  ['KR', 'South Korea', '82', 5, 14, 0.029],
  ['SG', 'Singapore', '65', 8, 11, 0.031],
  ['AU', 'Australia', '61', 5, 15, 0.046],
  ['NZ', 'New Zealand', '64', 5, 10, 0.089],
  ['BR', 'Brazil', '55', 8, 12, 0.033],
  ['MX', 'Mexico', '52', 10, 12, 0.036],
  ['AR', 'Argentina', '54', 6, 11, 0.059],
  ['US', 'United States', '1', 10, 10, 0.029],
];

/** All countries that the demo service sends to. */
export const countries: readonly Country[] = ROWS.map(([id, name, callingCode, fewest, most, price]) => ({
  id,
  name,
  callingCode,
  digits: [fewest, most],
  price,
}));

const byCallingCode = new Map(countries.map((country) => [country.callingCode, country]));
const byId = new Map(countries.map((country) => [country.id, country]));

export function findCountry(id: string): Country | undefined {
  return byId.get(id.toUpperCase());
}

/** The country whose calling code a number starts with, or undefined for short codes, letters and unknown codes. */
export function findCountryOf(phone: string): Country | undefined {
  if (!/^[1-9]\d{6,}$/.test(phone)) return undefined;
  for (const length of [3, 2, 1]) {
    const country = byCallingCode.get(phone.slice(0, length));
    if (country !== undefined) return country;
  }
  return undefined;
}

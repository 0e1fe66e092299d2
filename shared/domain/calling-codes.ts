import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

/** Countries (ISO 3166 alpha-2) whose numbers can be read, each with its calling code: `GB`, `44`. */
export function listCallingCodes(): readonly { readonly country: string; readonly code: string }[] {
  return getCountries().map((country) => ({ country, code: getCountryCallingCode(country) }));
}

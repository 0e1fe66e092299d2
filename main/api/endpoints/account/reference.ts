import type { Country, TimeZone } from '#shared/domain/account.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeCountries, decodeTimeZones } from '../../wire/account/reference.ts';

/** `GET /countries` (supplement 1.9): all countries that the service knows, with English names. @throws AppError */
export function listCountries(service: Service, options: CallOptions): Promise<readonly Country[]> {
  const path = '/countries';
  return service.getRow({ row: `GET ${path}`, method: 'GET', path }, decodeCountries, options);
}

/** `GET /timezones` (supplement 1.9): the zones that an account can be in, with the ids that `PUT /user` takes. @throws AppError */
export function listTimeZones(service: Service, options: CallOptions): Promise<readonly TimeZone[]> {
  const path = '/timezones';
  return service.getRow({ row: `GET ${path}`, method: 'GET', path, query: { full: 1 } }, decodeTimeZones, options);
}

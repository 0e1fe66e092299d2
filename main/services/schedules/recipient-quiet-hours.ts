import type { PhoneKey } from '#shared/domain/ids.ts';
import { findPhoneCountry } from '#shared/domain/phone-country.ts';
import { findQuietClash } from '#shared/domain/scheduling/quiet-hours.ts';
import type { QuietHours } from '#shared/domain/scheduling/schedule-time.ts';
import { listCountryTimeZones } from '#shared/domain/scheduling/zoned-time.ts';

/** Whether it is quiet at that instant in any zone of the number's country. */
export function isQuietFor(phone: PhoneKey, at: number, quietHours: QuietHours | null): boolean {
  const country = quietHours === null ? null : findPhoneCountry(phone);
  return country !== null && findQuietClash(at, listCountryTimeZones(country), quietHours) !== null;
}

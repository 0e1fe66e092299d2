import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A number as people read it: `447700900318` → `+44 7700 900318`. Short codes and alphanumeric senders stay as they
 * are; digits of no known plan get the plus alone. Total: never fails.
 */
export function toPhoneDisplay(phone: string): string {
  const digits = phone.replace(/^\+/, '');
  if (!/^\d{7,15}$/.test(digits)) return phone;
  return parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? `+${digits}`;
}

import type { PhoneKey } from './ids.ts';

/**
 * The key of a phone number or sender as the service writes it: digits only for anything that is a number
 * (`+44 7700 900318`, `447700900318` → `447700900318`), lower case without spaces for alphanumeric senders
 * (`KWIKPET` → `kwikpet`), empty for nothing. Total: never fails.
 */
export function toPhoneKey(raw: string | null | undefined): PhoneKey {
  const text = (raw ?? '').trim();
  if (/\p{L}/u.test(text)) return text.toLowerCase().replace(/\s+/g, '') as PhoneKey;
  return text.replace(/\D/g, '') as PhoneKey;
}

/** Whether the key can be texted: E.164 allows at most 15 digits; fewer than 5 is a short code that only sends. */
export function isTextableNumber(key: PhoneKey): boolean {
  return /^[1-9]\d{5,14}$/.test(key);
}

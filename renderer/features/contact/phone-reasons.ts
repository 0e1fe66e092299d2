import type { PhoneEntry } from '#shared/domain/phone-entry.ts';
import type { Message } from '#renderer/lib/messages.ts';
import { values as words } from './messages.ts';

const REASONS: Readonly<Record<Extract<PhoneEntry, { kind: 'impossible' }>['reason'], Message>> = {
  'too-short': words.phoneTooShort,
  'too-long': words.phoneTooLong,
  'no-country': words.phoneNoCountry,
  'not-a-number': words.phoneNotANumber,
};

/** Why what was typed is no number. */
export function toPhoneReason(reason: keyof typeof REASONS): Message {
  return REASONS[reason];
}

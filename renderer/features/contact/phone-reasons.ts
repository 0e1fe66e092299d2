import type { PhoneEntry } from '#shared/domain/phone-entry.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
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

/** That another contact has a number; `name` '' where it has none. */
export function toKnownText(name: string, texts: Translator): string {
  return name.trim() === '' ? texts.text(words.phoneKnownNameless) : texts.text(words.phoneKnown, { name });
}

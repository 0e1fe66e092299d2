import type { ChatView, ContactView } from '#shared/contract/index.ts';
import { contact as words } from './messages.ts';
import { findOrMake } from '#renderer/lib/find-or-make.ts';
import { toFormattingLocale } from '#renderer/lib/locale.ts';
import { findSureZone, toTimeThere } from './local-time.ts';
import type { RowContext } from '#renderer/features/chat-list/chat-row.ts';

export interface ContactContext extends RowContext {
  /** Of the account. */
  readonly timeFormat: '12h' | '24h' | null;
}

/** One line of a contact: a word and a value. */
export interface ContactLine {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly kind: 'phone' | 'text';
}

/** What is known of a person, in the order in which it is shown. Nothing stands there that nobody knows. */
export function toContactFields(chat: ChatView, contact: ContactView | null, context: ContactContext): ContactLine[] {
  const { texts, formats } = context;
  const country = toCountry(contact?.country ?? chat.country, context);
  const lines = [
    { key: 'phone', label: texts.text(words.phone), value: formats.phone(chat.phone), kind: 'phone' as const },
    { key: 'email', label: texts.text(words.email), value: contact?.email ?? '', kind: 'text' as const },
    { key: 'country', label: texts.text(words.country), value: country, kind: 'text' as const },
  ];
  const own = (contact?.fields ?? []).map(({ id, name, value }) => ({
    key: `field:${String(id)}`,
    label: name,
    value: value ?? '',
    kind: 'text' as const,
  }));
  return [...lines, ...own].filter(({ value }) => value.trim() !== '');
}

/** The country, and the time there where the country leaves no doubt. */
function toCountry(code: string | null, { texts, now, timeFormat }: ContactContext): string {
  if (code === null) return '';
  const country = /^[A-Z]{2}$/.test(code) ? (findNames(toFormattingLocale(texts.locale)).of(code) ?? code) : code;
  const zone = findSureZone(code, now);
  if (zone === null) return country;
  return texts.text(words.countryAndTime, { country, time: toTimeThere(zone, now, { texts, timeFormat }) });
}

/** Making them takes milliseconds, and a person opens a chat every few seconds. */
const names = new Map<string, Intl.DisplayNames>();

function findNames(locale: string): Intl.DisplayNames {
  return findOrMake(names, locale, () => new Intl.DisplayNames(locale, { type: 'region' }));
}

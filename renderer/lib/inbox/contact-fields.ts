import type { ChatView, ContactView } from '#shared/contract/index.ts';
import { contact as words } from '../catalogue/inbox.ts';
import { Formats } from '../format.ts';
import { toFormattingLocale } from '../locale.ts';
import { findSureZone } from './local-time.ts';
import type { RowContext } from './chat-row.ts';

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
  const locale = toFormattingLocale(texts.locale);
  const country = /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : code;
  const zone = findSureZone(code, now);
  if (zone === null) return country;
  const there = new Formats(texts, { timeFormat, currency: null, timeZone: zone });
  return texts.text(words.countryAndTime, { country, time: there.time(now) });
}

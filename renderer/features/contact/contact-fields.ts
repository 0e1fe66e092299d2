import type { ChatView, ContactView } from '#shared/contract/index.ts';
import { contact as words } from './messages.ts';
import { findOrMake } from '#renderer/lib/find-or-make.ts';
import { Formats } from '#renderer/lib/format.ts';
import { toFormattingLocale } from '#renderer/lib/locale.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

export interface ContactContext extends FormatContext {
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

/** What is known of a person, in the order in which it is shown; unknown values are left out. */
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
export function toCountry(code: string | null, { texts, now, timeFormat }: ContactContext): string {
  if (code === null) return '';
  const country = toCountryName(code, texts);
  const zone = findSureZone(code, now);
  if (zone === null) return country;
  return texts.text(words.countryAndTime, { country, time: toTimeThere(zone, now, { texts, timeFormat }) });
}

/** The name of a country (ISO 3166 alpha-2); any other text as it is. */
export function toCountryName(code: string, { locale }: Translator): string {
  return /^[A-Z]{2}$/.test(code) ? (findNames(toFormattingLocale(locale)).of(code) ?? code) : code;
}

/** Creating them takes milliseconds, and the user opens a chat every few seconds. */
const names = new Map<string, Intl.DisplayNames>();

function findNames(locale: string): Intl.DisplayNames {
  return findOrMake(names, locale, () => new Intl.DisplayNames(locale, { type: 'region' }));
}

interface LocaleWithZones {
  getTimeZones?: () => string[] | undefined;
  readonly timeZones?: string[];
}

/** Clocks by zone, and zones by country: creating one takes longer than showing the whole contact. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const zonesOf = new Map<string, readonly string[]>();
const formatsOf = new Map<string, Formats>();

/** IANA zone of a country (ISO 3166 alpha-2) whose zones all show the same time at `now`; null where they differ. */
export function findSureZone(country: string | null, now: number): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return null;
  const zones = listZones(country);
  const [first] = zones;
  if (first === undefined) return null;
  const times = new Set(zones.map((zone) => toClock(zone, now)));
  return times.size === 1 ? first : null;
}

/** The time of day in that zone, as it is written elsewhere in the window. */
function toTimeThere(
  timeZone: string,
  now: number,
  { texts, timeFormat }: { readonly texts: Translator; readonly timeFormat: '12h' | '24h' | null },
): string {
  const key = `${texts.locale} ${timeFormat ?? 'usual'} ${timeZone}`;
  return findOrMake(formatsOf, key, () => new Formats(texts, { timeFormat, currency: null, timeZone })).time(now);
}

function listZones(country: string): readonly string[] {
  return findOrMake(zonesOf, country, () => {
    const locale: Intl.Locale & LocaleWithZones = new Intl.Locale(`und-${country}`);
    return locale.getTimeZones?.() ?? locale.timeZones ?? [];
  });
}

function toClock(timeZone: string, now: number): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  return findOrMake(clocks, timeZone, () => new Intl.DateTimeFormat('en-GB', options)).format(now);
}

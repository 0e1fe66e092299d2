import { findOrMake } from '#renderer/lib/find-or-make.ts';
import { toFormattingLocale } from '#renderer/lib/locale.ts';
import type { Translator } from '#renderer/lib/messages.ts';

const names = new Map<string, Intl.DisplayNames>();

interface CountryOption {
  readonly value: string;
  readonly label: string;
}

/** Countries of the service by name, in the user's language; the one that is chosen is always among them. Pure. */
export function listCountryOptions(
  countries: readonly { readonly id: string; readonly name: string }[],
  chosen: string,
  { locale }: Translator,
): readonly CountryOption[] {
  const tag = toFormattingLocale(locale);
  const own = findOrMake(names, tag, () => new Intl.DisplayNames(tag, { type: 'region' }));
  const toOption = (id: string, name: string): CountryOption => ({
    value: id,
    label: /^[A-Z]{2}$/.test(id) ? (own.of(id) ?? name) : name,
  });
  const isMissing = chosen !== '' && countries.every(({ id }) => id !== chosen);
  return [
    ...countries.filter(({ id }) => id !== '').map(({ id, name }) => toOption(id, name)),
    ...(isMissing ? [toOption(chosen, chosen)] : []),
  ].sort((one, other) => one.label.localeCompare(other.label, tag));
}

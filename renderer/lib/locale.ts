/** `en-XB` is made up: English with accents, a third longer, right to left. It shows what a translation would break. */
export type AppLocale = 'en-GB' | 'en-XB';

/** The language to speak: `?locale=` wins over what the system prefers; English where neither is known. */
export function toLocale(search: string, languages: readonly string[]): AppLocale {
  const wanted = [new URLSearchParams(search).get('locale'), ...languages];
  return wanted.includes('en-XB') ? 'en-XB' : 'en-GB';
}

/** The language that `Intl` formats dates, numbers and money in: it does not know made-up ones. */
export function toFormattingLocale(_locale: AppLocale): string {
  return 'en-GB';
}

/** How components get their words and formats: by context, so that tests and the gallery choose the language. */
import { getContext, setContext } from 'svelte';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';

const TEXTS = Symbol('texts');
const FORMATS = Symbol('formats');

/** Gives everything below this component its language, and how the account wants times and money (may change). */
export function provideTranslator(texts: Translator, formats: () => Formats): void {
  setContext(TEXTS, texts);
  setContext(FORMATS, formats);
}

/** The words. Call while a component is created. */
export function useTranslator(): Translator {
  return getContext<Translator>(TEXTS);
}

/** The formats, as a function because the account's choice arrives late: `formats().time(at)`. */
export function useFormats(): () => Formats {
  return getContext<() => Formats>(FORMATS);
}

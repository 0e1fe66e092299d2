/**
 * The catalogue of everything the app says. A message is a sentence with `{names}` in it, or a set of plural forms
 * chosen by `{count}`; what must be filled in is known to the type checker from the sentence itself.
 *
 *   const inbox = defineMessages({
 *     textName: 'Text {name}',
 *     unread: plural({ one: '{count} unread', other: '{count} unread' }),
 *   });
 *   texts.text(inbox.unread, { count: 2 });
 */
import type { AppLocale } from './locale.ts';
import { toFormattingLocale } from './locale.ts';
import { toPseudo } from './pseudo.ts';

declare const namesOf: unique symbol;

export type PluralForms = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

/** One sentence of the catalogue. `Names` are what has to be filled in. */
export interface Message<Names extends string = never> {
  readonly forms: string | PluralForms;
  readonly [namesOf]?: Names;
}

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<Entry> = Entry extends Message<infer Names> ? Names : Entry extends string ? NamesIn<Entry> : never;

/** What a message needs; none for a plain sentence. `count` is a number, since it chooses the plural form. */
export type MessageValues<Names extends string> = {
  readonly [Name in Names]: Name extends 'count' ? number : string | number;
};
type Arguments<Names extends string> = [Names] extends [never] ? [] : [values: MessageValues<Names>];

/** Plural forms by the categories of the language; English has `one` and `other`. */
export function plural<const Forms extends PluralForms>(
  forms: Forms,
): Message<'count' | NamesIn<Extract<Forms[keyof Forms], string>>> {
  return { forms };
}

/** A part of the catalogue, typed by its own sentences. */
export function defineMessages<const Entries extends Record<string, string | Message<string>>>(
  entries: Entries,
): { readonly [Key in keyof Entries]: Message<NamesOf<Entries[Key]>> } {
  const messages = Object.entries(entries).map(([key, entry]) => [
    key,
    typeof entry === 'string' ? { forms: entry } : entry,
  ]);
  return Object.fromEntries(messages) as { readonly [Key in keyof Entries]: Message<NamesOf<Entries[Key]>> };
}

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Thaana}|\p{Script=Syriac}/u;
const ISOLATE = '\u2068';
const END_ISOLATE = '\u2069';

/** Fills messages in for one language. Numbers are written as that language writes them. */
export class Translator {
  readonly locale: AppLocale;
  readonly direction: 'ltr' | 'rtl';
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;
  readonly #pseudo = new Map<string, string>();

  constructor(locale: AppLocale) {
    this.locale = locale;
    this.direction = locale === 'en-XB' ? 'rtl' : 'ltr';
    this.#plurals = new Intl.PluralRules(toFormattingLocale(locale));
    this.#numbers = new Intl.NumberFormat(toFormattingLocale(locale));
  }

  /** The sentence with its values in place; names written in the other direction are isolated. */
  text<Names extends string>(message: Message<Names>, ...[values]: Arguments<Names>): string {
    const given: Readonly<Record<string, string | number>> = values ?? {};
    const template = this.#translate(this.#chooseForm(message.forms, given['count']));
    return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = given[name];
      return value === undefined ? whole : this.#write(value);
    });
  }

  #chooseForm(forms: string | PluralForms, count: string | number | undefined): string {
    if (typeof forms === 'string') return forms;
    return typeof count === 'number' ? (forms[this.#plurals.select(count)] ?? forms.other) : forms.other;
  }

  #translate(template: string): string {
    if (this.locale !== 'en-XB') return template;
    const known = this.#pseudo.get(template) ?? toPseudo(template);
    this.#pseudo.set(template, known);
    return known;
  }

  #write(value: string | number): string {
    if (typeof value === 'number') return this.#numbers.format(value);
    const isForeign = this.direction === 'rtl' || RIGHT_TO_LEFT.test(value);
    return isForeign ? `${ISOLATE}${value}${END_ISOLATE}` : value;
  }
}

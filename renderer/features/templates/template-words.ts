/** What the user writes of a template, and what is wrong with it. Pure. */
import type { TemplateView } from '#shared/contract/index.ts';
import { splitFields, toFieldText } from '#shared/domain/merge-fields.ts';
import { toNameKey } from '#shared/domain/unique-names.ts';

export type TemplateWords = Pick<TemplateView, 'name' | 'shortcut' | 'keeper' | 'content' | 'fallbacks'>;

/** Of a field of the editor. */
export type WordsFault = 'no-name' | 'taken-name' | 'no-text' | 'bad-shortcut' | 'taken-shortcut';

/** As long as main takes them. */
export const LONGEST = { name: 200, shortcut: 40, content: 5_000, fallback: 200 };

const SHORTCUT = /^[\p{L}\p{M}\p{N}-]*$/u;

export function toWords({ name, shortcut, keeper, content, fallbacks }: TemplateWords): TemplateWords {
  return { name, shortcut, keeper, content, fallbacks };
}

/** Whether both say the same; an empty fallback is none. */
export function isSameWords(one: TemplateWords, other: TemplateWords): boolean {
  const isSame = (['name', 'shortcut', 'keeper', 'content'] as const).every((key) => one[key] === other[key]);
  return isSame && printFallbacks(one.fallbacks) === printFallbacks(other.fallbacks);
}

/** Nothing was written that would be missed. */
export function isBlank({ name, shortcut, content, fallbacks }: TemplateWords): boolean {
  return `${name}${shortcut}${content}`.trim() === '' && printFallbacks(fallbacks) === '';
}

function printFallbacks(fallbacks: TemplateWords['fallbacks']): string {
  const some = Object.entries(fallbacks).filter(([, text]) => text.trim() !== '');
  return some
    .map(([name, text]) => `${name}\n${text}`)
    .sort()
    .join('\n');
}

/**
 * What stands in the way of saving, by the field that it is about. `others`: shortcuts of the other templates; `isNameTaken`:
 * another one has the name.
 */
export function findFaults(
  { name, shortcut, content }: TemplateWords,
  others: readonly string[],
  isNameTaken = false,
): Readonly<Partial<Record<'name' | 'shortcut' | 'content', WordsFault>>> {
  const typed = tidyShortcut(shortcut);
  const isTaken = typed !== '' && others.some((other) => toNameKey(other) === toNameKey(typed));
  return {
    ...(name.trim() === '' ? { name: 'no-name' } : isNameTaken ? { name: 'taken-name' } : {}),
    ...(!SHORTCUT.test(typed) ? { shortcut: 'bad-shortcut' } : isTaken ? { shortcut: 'taken-shortcut' } : {}),
    ...(content.trim() === '' ? { content: 'no-text' } : {}),
  };
}

/** Without the slash that it is found by. */
export function tidyShortcut(shortcut: string): string {
  return shortcut.trim().replace(/^\//, '');
}

/** The kept fallback of a field, in letters of any size; '' for none. */
export function findFallback(fallbacks: TemplateWords['fallbacks'], field: string): string {
  const found = Object.entries(fallbacks).find(([name]) => toNameKey(name) === toNameKey(field));
  return found?.[1] ?? '';
}

/** With another fallback of a field; '' takes it away. */
export function withFallback(
  fallbacks: TemplateWords['fallbacks'],
  field: string,
  text: string,
): TemplateWords['fallbacks'] {
  const others = Object.entries(fallbacks).filter(([name]) => toNameKey(name) !== toNameKey(field));
  return Object.fromEntries(text === '' ? others : [...others, [field, text]]);
}

/** What is written in the text itself for people without that field: `{Pet|your pet}`; null: nothing is. */
export function findWrittenFallback(content: string, field: string): string | null {
  for (const piece of splitFields(content))
    if (piece.kind === 'field' && piece.fallback !== null && toNameKey(piece.field) === toNameKey(field))
      return piece.fallback;
  return null;
}

/** The text with its kept fallbacks written into its fields, so that it can go without them. */
export function toPortableText({ content, fallbacks }: Pick<TemplateWords, 'content' | 'fallbacks'>): string {
  return splitFields(content)
    .map((piece) => {
      const fallback = piece.kind === 'field' && piece.fallback === null ? findFallback(fallbacks, piece.field) : '';
      return piece.kind === 'text' || fallback.trim() === '' || /[{}]/.test(fallback)
        ? piece.text
        : toFieldText(piece.field, fallback);
    })
    .join('');
}

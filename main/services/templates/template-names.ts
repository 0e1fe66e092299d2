/** What a template is called and found by. */
import { AppError } from '#shared/domain/app-error.ts';
import type { TemplateView } from '#shared/contract/index.ts';
import type { TemplateWords } from './ports.ts';

const SHORTCUT = /^[\p{L}\p{M}\p{N}-]*$/u;

/** What the user typed: a shortcut may be typed with the slash that it is found by. */
export interface TypedTemplate extends TemplateWords {
  readonly shortcut: string;
  readonly fallbacks: Readonly<Record<string, string>>;
}

/** Tidied. Throws `validation` of `name` and `content` (`empty`), and of `shortcut` (`bad`, `taken` by one of the `others`). */
export function checkTemplate(typed: TypedTemplate, others: readonly TemplateView[]): TypedTemplate {
  const name = typed.name.trim();
  const shortcut = typed.shortcut.trim().replace(/^\//, '').normalize('NFC');
  const refused = {
    ...(name === '' ? { name: ['empty'] } : {}),
    ...(typed.content.trim() === '' ? { content: ['empty'] } : {}),
    ...toShortcutRefusal(shortcut, others),
  };
  if (Object.keys(refused).length > 0) {
    const message = `A template is refused for its ${Object.keys(refused).join(', ')}`;
    throw new AppError({ code: 'validation', message, fields: refused, outcome: 'refused' });
  }
  const fallbacks = Object.fromEntries(Object.entries(typed.fallbacks).filter(([, text]) => text.trim() !== ''));
  return { name, content: typed.content, shortcut, fallbacks };
}

/** Whether another template has the shortcut, in letters of any size. */
export function isTaken(shortcut: string, others: readonly TemplateView[]): boolean {
  return shortcut !== '' && others.some((other) => toKey(other.shortcut) === toKey(shortcut));
}

function toShortcutRefusal(shortcut: string, others: readonly TemplateView[]): { readonly shortcut?: string[] } {
  if (!SHORTCUT.test(shortcut)) return { shortcut: ['bad'] };
  return isTaken(shortcut, others) ? { shortcut: ['taken'] } : {};
}

function toKey(shortcut: string): string {
  return shortcut.normalize('NFC').toLowerCase();
}

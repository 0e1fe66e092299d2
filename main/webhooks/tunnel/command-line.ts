/** A command line as a person types it in a terminal, taken apart without a shell: nothing in it is ever run by one. */

import { toVisibleText } from '#shared/lib/visible-text.ts';

const SPACE = /\s/;

/**
 * Words of a command line. Quotes of both kinds hold words together. A backslash takes the special meaning from a quote
 * or a space and stands for itself before anything else, another backslash included, so that paths of Windows stay what
 * they are; between single quotes it always does. Undefined where a quote is not closed.
 */
export function findWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    const next = line.charAt(index + 1);
    switch (toMeaning(character, next, quote)) {
      case 'escape':
        word = `${word ?? ''}${next}`;
        index += 1;
        break;
      case 'opening':
        quote = character;
        word ??= '';
        break;
      case 'closing':
        quote = null;
        break;
      case 'space':
        if (word !== null) words.push(word);
        word = null;
        break;
      case 'letter':
        word = `${word ?? ''}${character}`;
    }
  }
  if (quote !== null) return undefined;
  return word === null ? words : [...words, word];
}

/** What a character means inside `quote`, or outside of any. */
function toMeaning(
  character: string,
  next: string,
  quote: string | null,
): 'escape' | 'opening' | 'closing' | 'space' | 'letter' {
  if (character === '\\' && isEscape(next, quote)) return 'escape';
  if (quote !== null) return character === quote ? 'closing' : 'letter';
  if (character === '"' || character === "'") return 'opening';
  return SPACE.test(character) ? 'space' : 'letter';
}

function isEscape(next: string, quote: string | null): boolean {
  if (quote === "'") return false;
  if (quote === '"') return next === '"';
  return next === '"' || next === "'" || next === ' ';
}

const PLAIN = /^[\p{L}\p{N}_@%+=:,./\\{}~-]+$/u;

/** The words as one line in which nothing is hidden: one that is not plain stands in quotes, what has no shape as its code. */
export function toShownCommand(words: readonly string[]): string {
  return words.map((word) => toVisibleText(toShownWord(word))).join(' ');
}

function toShownWord(word: string): string {
  if (PLAIN.test(word)) return word;
  return word.includes("'") ? `"${word.replaceAll('"', '\\"')}"` : `'${word}'`;
}

/** The words with what stands for where this computer listens filled in. */
export function toFilledWords(words: readonly string[], port: number): readonly string[] {
  const url = `http://127.0.0.1:${String(port)}`;
  return words.map((word) => word.replaceAll('{port}', String(port)).replaceAll('{url}', url));
}

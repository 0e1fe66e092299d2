/** What somebody typed into a search, taken apart. Nothing in it is syntax. */
import { toFolded } from './fold.ts';

/** Each must be somewhere in the text; empty when nothing was typed. */
export function toWords(query: string): string[] {
  return [...new Set(toFolded(query).split(' '))].filter((word) => word !== '');
}

/**
 * One thing that must be found in a person. `digits` is set where it may be a number: then it is found as those digits
 * in a row, or as `words`, each somewhere.
 */
export interface Term {
  readonly words: readonly string[];
  readonly digits: string | null;
}

const LIKE_A_NUMBER = /^[\d+().\-/]+$/;

/**
 * Neighbouring words that look like parts of one number are one term (“(555) 867-53 09”). The zeros in front of a
 * number as it is dialled at home are no part of it abroad, nor is the one in “+44 (0)20 …”.
 */
export function toTerms(query: string): Term[] {
  const terms: Term[] = [];
  let run: string[] = [];
  const endRun = (): void => {
    const digits = run
      .join('')
      .replace(/(?<=\d)\(0\)/, '')
      .replace(/\D/g, '');
    if (digits === '') terms.push(...run.map((word) => ({ words: [word], digits: null })));
    else terms.push({ words: [...new Set(run)], digits: digits.replace(/^0+(?=\d)/, '') });
    run = [];
  };
  for (const word of toFolded(query).split(' ')) {
    if (word === '') continue;
    if (LIKE_A_NUMBER.test(word)) {
      run.push(word);
      continue;
    }
    endRun();
    terms.push({ words: [word], digits: null });
  }
  endRun();
  return terms;
}

/** Whether a folded text has it. */
export function hasTerm(folded: string, { words, digits }: Term): boolean {
  return (digits !== null && folded.includes(digits)) || words.every((word) => folded.includes(word));
}

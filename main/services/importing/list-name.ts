import { toFreeName } from '#shared/domain/unique-names.ts';

const LONGEST = 200;
const NAMELESS = 'Imported contacts';
const PASTED = 'Pasted contacts';

/**
 * What a new list is called after its file: `november-clients.csv` → “November clients”. A name that is taken gets a number:
 * “November clients 2”.
 */
export function toListName(
  file: { readonly name: string; readonly isPasted: boolean },
  taken: readonly string[],
): string {
  const base = file.isPasted ? PASTED : toWords(file.name);
  return toFreeName(base, taken, LONGEST);
}

function toWords(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .slice(0, LONGEST);
  const [first = ''] = words;
  return words === '' ? NAMELESS : `${first.toUpperCase()}${words.slice(first.length)}`;
}

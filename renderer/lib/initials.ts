const TINTS = 6;
/** Scripts whose names are shortened to two letters; the others show one character. */
const TWO_LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const LEADING_LETTER = /[\p{L}\p{Nd}]\p{M}*/u;

/** What people are called beside their name: `Bartholomew “Barty” Quince`, `Ann (night shift) Lee`. */
const NICKNAME = /[“"„«(].*?[”"“»)]/gu;

/** `Siobhán Ní Dhomhnaill` → `SN`, `田中 美咲` → `田`; null where there is nothing to take a letter from. */
export function findInitials(name: string): string | null {
  const plain = name.replace(NICKNAME, ' ');
  // Where the nickname is all there is, it is the name.
  const words = (plain.trim() === '' ? name : plain)
    .split(/\s+/)
    .map((word) => LEADING_LETTER.exec(word)?.[0])
    .filter((letter) => letter !== undefined);
  const [first, second] = words;
  if (first === undefined) return null;
  const isTwo = second !== undefined && TWO_LETTER.test(first) && TWO_LETTER.test(second);
  return (isTwo ? first + second : first).toLocaleUpperCase();
}

/** The tint of somebody, 1 to 6: the same for the same seed on every computer. */
export function toTint(seed: string): number {
  let hash = 0x811c9dc5;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 8) % TINTS) + 1;
}

/** Whether a text of the service is one of ours, which it may have written another way. */

/** The same but for white space and for the two ways in which a letter with its accent is written. */
export function isSameText(one: string, other: string): boolean {
  return toPlain(one) === toPlain(other);
}

/** What the service writes anew: merge fields that it fills in, links that it makes short, also those without `https://`. */
const REWRITTEN = /\{[^{}]*\}|\bhttps?:\/\/\S+|\bwww\.\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?\/\S*/iu;
/** No phone needs a text to be cut shorter than this. */
const SHORTEST_CUT = 60;

/**
 * Whether ours can have become theirs: merge fields filled in, links made short, a signature put below, signs and
 * accents replaced that a phone cannot show. Its letters and digits between those are all there, in their order, or
 * theirs is the beginning of a long text.
 */
export function canBecome(ours: string, theirs: string): boolean {
  const pieces = ours.split(REWRITTEN).map(toLetters);
  // Nothing but signs, such as a heart: there are no letters to go by.
  if (pieces.length === 1 && pieces[0] === '') return toPlain(ours) !== '' && toPlain(theirs).includes(toPlain(ours));
  const letters = toLetters(theirs);
  if (theirs.length >= SHORTEST_CUT && toLetters(ours).startsWith(letters)) return true;
  let from = 0;
  for (const piece of pieces) {
    const at = letters.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

function toPlain(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

function toLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether a text of the service is one of ours, which it may have written another way. */

/** The same but for white space and for the two ways in which a letter with its accent is written. */
export function isSameText(one: string, other: string): boolean {
  return toPlain(one) === toPlain(other);
}

/**
 * Whether ours can have become theirs: merge fields filled in, a signature put below, signs replaced that a phone
 * cannot show. Its letters and digits between the fields are all there, in their order.
 */
export function canBecome(ours: string, theirs: string): boolean {
  const pieces = ours.split(/\{[^{}]*\}/).map(toLetters);
  // Nothing but signs, such as a heart: there are no letters to go by.
  if (pieces.length === 1 && pieces[0] === '') return toPlain(ours) !== '' && toPlain(theirs).includes(toPlain(ours));
  const letters = toLetters(theirs);
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
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

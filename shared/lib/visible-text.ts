/** What a screen shows as nothing, as a gap or as another order of letters, or takes for an order; the plain space is none. */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** The text as one line in which nothing is hidden: what has no shape stands as its code. */
export function toVisibleText(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

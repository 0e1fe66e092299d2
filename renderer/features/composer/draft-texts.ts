/** Whether two drafts differ in nothing but the space around them. */
export const isSame = (one: string, other: string): boolean => one.trim() === other.trim();

/** One below the other; a blank one leaves no line. */
export function joinTexts(texts: readonly string[]): string {
  const some = texts.filter((text) => text.trim() !== '');
  return some.length === 0 ? (texts.at(-1) ?? '') : some.join('\n');
}

/** The text without another one that stands before the rest of it; the same where it does not begin so. */
export function withoutLeading(text: string, leading: string): string {
  if (text.trim() === leading) return '';
  return text.startsWith(`${leading}\n`) ? text.slice(leading.length + 1) : text;
}

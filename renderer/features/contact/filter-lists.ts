import { toPlainText } from '#renderer/lib/actions.ts';

/** Lists whose name has every word that was typed, in whatever order. Pure. */
export function filterLists<Choice extends { readonly name: string }>(
  lists: readonly Choice[],
  query: string,
): readonly Choice[] {
  const words = toPlainText(query).split(/\s+/u);
  return lists.filter(({ name }) => words.every((word) => toPlainText(name).includes(word)));
}

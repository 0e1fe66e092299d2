/** Without marks and case, so that `ecole` finds `École`. */
function simplify(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Lists whose name has every word that was typed, in whatever order. Pure. */
export function filterLists<Choice extends { readonly name: string }>(
  lists: readonly Choice[],
  query: string,
): readonly Choice[] {
  const words = simplify(query).split(/\s+/u);
  return lists.filter(({ name }) => words.every((word) => simplify(name).includes(word)));
}

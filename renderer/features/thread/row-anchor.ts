import type { VirtualizerHandle } from 'virtua/svelte';

/** What is read, and how far below the top of the box it begins; CSS pixels. */
export interface Anchor {
  readonly key: string;
  readonly below: number;
}

interface Rows {
  readonly rows: readonly { readonly key: string }[];
  readonly list: VirtualizerHandle | undefined;
  /** Of what stands above the first row, CSS pixels. */
  readonly topHeight: number;
}

/** The first row that begins in view below `top`, as far as rows were measured, else the one that reaches into view. */
export function findAnchor(top: number, { rows, list, topHeight }: Rows): Anchor | null {
  if (list === undefined || rows.length === 0) return null;
  const below = (index: number): number => topHeight + list.getItemOffset(index) - top;
  const first = Math.min(rows.length - 1, Math.max(0, list.findItemIndex(top)));
  const isNextInView = below(first) < 0 && first + 1 < rows.length && below(first + 1) < list.getViewportSize();
  const index = isNextInView ? first + 1 : first;
  const row = rows[index];
  return row === undefined ? null : { key: row.key, below: below(index) };
}

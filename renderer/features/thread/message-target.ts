import { findRowAround } from './held-row.svelte.ts';

/** What of a message was pointed at. */
export interface MessageTarget {
  /** Address of the link under the pointer. */
  readonly link: string | null;
  /** What is selected in that message; '' where nothing is, or where more than it is. */
  readonly selected: string;
}

export function readTarget(target: EventTarget | null): MessageTarget {
  if (!(target instanceof Element)) return { link: null, selected: '' };
  const link = target.closest<HTMLAnchorElement>('a[href]')?.href ?? null;
  return { link, selected: findSelected(findRowAround(target)) };
}

function findSelected(row: Element | null): string {
  const selection = getSelection();
  if (row === null || selection === null || selection.isCollapsed) return '';
  const isInside = row.contains(selection.anchorNode) && row.contains(selection.focusNode);
  return isInside ? selection.toString().trim() : '';
}

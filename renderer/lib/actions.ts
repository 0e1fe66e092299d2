/** What can be done from the palette, and which of it is meant by what was typed. Pure. */
import type { ChatView } from '#shared/contract/index.ts';

export interface PaletteAction {
  /** Of the command; other things to go to have a colon in theirs, as `list:unread`. */
  readonly id: string;
  readonly title: string;
  /** Behind the title, as `to “bisc”`; empty for none. */
  readonly detail: string;
  /** Other words that it is found by. */
  readonly words: string;
  readonly keyLabels: readonly string[];
  readonly run: () => unknown;
  /** Offered whatever was typed. */
  readonly isAlways?: true;
}

/** Who knows what can be done now; reads runes. */
export interface ActionSource {
  /** What can be done to a chat, the usual first. */
  readonly forChat: (chat: ChatView) => readonly PaletteAction[];
  /** What can be done wherever one is. `query`: what was typed, without spaces around it. */
  readonly anywhere: (query: string) => readonly PaletteAction[];
  /** The chat that is open; null for none. */
  readonly openChat: () => ChatView | null;
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Letters without their marks and without case, so that `ecrire` finds `écrire`. */
export function toPlainText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function toWords(text: string): string[] {
  return toPlainText(text).match(WORDS) ?? [];
}

/** How well an action is meant: 0 not at all, 1 by other words too, 2 by its title alone. */
export function rateAction({ title, detail, words, isAlways }: PaletteAction, query: string): 0 | 1 | 2 {
  const wanted = toWords(query);
  if (wanted.length === 0) return 1;
  // What was typed stands behind some of them: that is no reason to mean them.
  const own = toWords(isAlways === true ? title : `${title} ${detail}`);
  const all = [...own, ...toWords(words)];
  const hasAll = (known: readonly string[]): boolean =>
    wanted.every((word) => known.some((candidate) => candidate.startsWith(word)));
  if (hasAll(own)) return 2;
  return hasAll(all) ? 1 : 0;
}

/** Those that are meant, in whatever order the words were typed; the best first, else in their own order. */
export function filterActions(actions: readonly PaletteAction[], query: string): readonly PaletteAction[] {
  return actions
    .map((action, index) => ({ action, index, rate: rateAction(action, query) }))
    .filter(({ action, rate }) => rate > 0 || action.isAlways === true)
    .sort((one, other) => other.rate - one.rate || one.index - other.index)
    .map(({ action }) => action);
}

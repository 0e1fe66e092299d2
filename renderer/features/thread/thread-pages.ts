/** How pages of messages join. Pure: the order is main's, keys decide what is the same message. */
import type { MessageView } from '#shared/contract/index.ts';

export interface Appended {
  readonly messages: readonly MessageView[];
  /** Messages that were not there before and are not older than the last one of their side that was. */
  readonly added: readonly MessageView[];
  /** The newest page does not reach down to what was there, which therefore went. */
  readonly isGap: boolean;
}

/**
 * Puts the newest page in place of the end of what is shown. What is older than the page stays; what lies inside the
 * page's reach and is not in it is gone at the service too, and goes.
 */
export function appendNewest(shown: readonly MessageView[], newest: readonly MessageView[]): Appended {
  const first = newest[0];
  if (first === undefined || shown.length === 0) return { messages: newest, added: [], isGap: false };
  const fresh = new Set(newest.map(({ key }) => key));
  const known = findShown(shown, fresh);
  const overlaps = known.size > 0;
  const seam = findSeam(shown, first);
  const kept = overlaps ? shown.slice(0, seam).filter(({ key }) => !fresh.has(key)) : [];
  const lastAt = { in: findLastAt(shown, 'in'), out: findLastAt(shown, 'out') };
  const added = newest.filter(({ key, direction, at }) => !known.has(key) && at >= lastAt[direction]);
  return { messages: [...kept, ...newest], added, isGap: !overlaps };
}

/** Puts an older page above what is shown; what is there already stays where it is. `known`: the keys of what is shown. */
export function prependOlder(
  shown: readonly MessageView[],
  older: readonly MessageView[],
  known: ReadonlySet<string>,
): readonly MessageView[] {
  return toNew(older, known).concat(shown);
}

/** Puts a newer page below what is shown; what is there already stays where it is. `known`: the keys of what is shown. */
export function appendNewer(
  shown: readonly MessageView[],
  newer: readonly MessageView[],
  known: ReadonlySet<string>,
): readonly MessageView[] {
  return shown.concat(toNew(newer, known));
}

/** Those of a page that are not shown, each once. */
function toNew(page: readonly MessageView[], known: ReadonlySet<string>): MessageView[] {
  const fresh = new Map(page.map((message) => [message.key, message]));
  return [...fresh.values()].filter(({ key }) => !known.has(key));
}

/** Which of these keys are shown. They are few and what is shown may be very long, hence this way round. */
export function findShown(shown: readonly MessageView[], keys: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { key } of shown) if (keys.has(key)) found.add(key);
  return found;
}

/**
 * Takes a newer answer for a stretch of what is shown: between the first and the last message that both have, the
 * answer counts; what is shown beyond them stays, and what it has beyond them is left out.
 */
export function replaceInside(shown: readonly MessageView[], fresh: readonly MessageView[]): readonly MessageView[] {
  const known = findShown(shown, new Set(fresh.map(({ key }) => key)));
  const first = fresh.findIndex(({ key }) => known.has(key));
  const last = fresh.findLastIndex(({ key }) => known.has(key));
  if (first === -1) return shown;
  const inner = fresh.slice(first, last + 1);
  const start = shown.findIndex(({ key }) => key === inner[0]?.key);
  const end = shown.findIndex(({ key }) => key === inner.at(-1)?.key);
  const placed = new Set(inner.map(({ key }) => key));
  const beside = (messages: readonly MessageView[]) => messages.filter(({ key }) => !placed.has(key));
  return [...beside(shown.slice(0, start)), ...inner, ...beside(shown.slice(end + 1))];
}

function findLastAt(messages: readonly MessageView[], side: MessageView['direction']): number {
  return messages.findLast(({ direction }) => direction === side)?.at ?? Number.NEGATIVE_INFINITY;
}

/** Where the page begins among what is shown: at its first message, else by time. */
function findSeam(shown: readonly MessageView[], first: MessageView): number {
  const same = shown.findIndex(({ key }) => key === first.key);
  if (same !== -1) return same;
  const later = shown.findIndex(({ at }) => at > first.at);
  return later === -1 ? shown.length : later;
}

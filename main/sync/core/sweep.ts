/**
 * What one answer proves. An answer is a snapshot: sorted without exception, it shows everything that lies between its
 * first and its last row, however pages shift from one answer to the next.
 *
 *   feed    ids  ┄┄┄ [ toId ━━━ page ━━━ fromId ] ┄┄┄      by `lastId`: up to just below it
 *   chat    time ┄┄┄ [ toAt ━━━ page ━━━ fromAt ] ┄┄┄      newest page: up to the moment of asking
 *
 * SYNC-12  What is covered lies inside one answer, so a known message that is left out of it was not there when it was
 *          given. It is a suspect and nothing more: only an answer about that very message takes it out of the cache.
 */
import type { Message, Page } from '#shared/domain/entities.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { Coverage, FeedName } from '#shared/domain/sync.ts';
import type { FeedQuery } from './feed.ts';
import type { PageQuery } from './walk.ts';

export const SWEEP_EVERY_MS = 24 * 3_600_000;
/** The service tells its time to the second, and what arrives within the second of an answer may not be in it. */
const CLOCK_GRAIN_MS = 2_000;
/** No message of any service is older: a period that begins here begins with the chat. */
export const BEGINNING_AT = Date.UTC(2000, 0, 1);

export interface FeedAnswer {
  readonly name: FeedName;
  readonly query: FeedQuery;
  readonly page: Page<Message>;
  /** Highest id that the cache had before the newest page was asked for: what lies above its first row is gone as well. */
  readonly knownTop?: number;
}

/** Which ids of its feed an answer covered; null where it proves nothing. */
export function toFeedCoverage(answer: FeedAnswer): Coverage | null {
  const direction = answer.name === 'inbound' ? 'in' : 'out';
  if (!isWhole(answer.page, direction)) return null;
  const stretch = answer.query.lastId > 0 ? toStretchBelow(answer) : toStretchOfPage(answer);
  return stretch === null || stretch.fromId > stretch.toId ? null : { kind: 'feed', direction, ...stretch };
}

/** Whether every row could be read, is of that feed, and stands in the order of ids. */
function isWhole({ items, leftOut = 0 }: Page<Message>, direction: Message['direction']): boolean {
  return leftOut === 0 && items.every((message) => message.direction === direction) && isFalling(items);
}

interface IdStretch {
  readonly fromId: number;
  readonly toId: number;
}

/** Of an answer to `lastId`: an empty one says that there is nothing below it. */
function toStretchBelow({ query, page: { items } }: FeedAnswer): IdStretch | null {
  // A service that pays no heed to lastId answered something else than it was asked.
  if ((items[0]?.id ?? 0) >= query.lastId) return null;
  return { fromId: items.at(-1)?.id ?? 1, toId: query.lastId - 1 };
}

function toStretchOfPage({ query, page, knownTop = 0 }: FeedAnswer): IdStretch | null {
  const isTop = toNumber(page, query) === 1;
  // Beyond the last page there is nothing to see, and nothing is proved.
  if (page.items.length === 0 && !isTop) return null;
  const fromId = isLastPage(page, query) ? 1 : (page.items.at(-1)?.id ?? 1);
  return { fromId, toId: Math.max(page.items[0]?.id ?? 0, isTop ? knownTop : 0) };
}

export interface ChatAnswer {
  readonly chatId: ChatId;
  readonly query: PageQuery;
  readonly page: Page<Message>;
  /** When it was asked for, by the clock of the service; null where that is not known. */
  readonly askedAt: number | null;
  readonly withCalls: boolean;
  /** What it was confined to. */
  readonly period?: { readonly startAt: number; readonly endAt: number };
}

/** Which stretch of time of a chat an answer covered; null where it proves nothing. */
export function toChatCoverage(answer: ChatAnswer): Coverage | null {
  const { chatId, query, page, period, withCalls } = answer;
  const times = page.items.map(({ at }) => at);
  if ((page.leftOut ?? 0) > 0 || times.some((at, index) => at > (times[index - 1] ?? Infinity))) return null;
  const isTop = toNumber(page, query) === 1;
  if (times.length === 0 && !isTop) return null;
  const toAt = isTop ? toTopAt(answer, times[0]) : times[0];
  const lowest = times.at(-1);
  // Others of the same instant as the last row may be on the next page.
  const below = lowest === undefined ? undefined : lowest + 1;
  const bottom = period === undefined || period.startAt <= BEGINNING_AT ? null : period.startAt;
  const fromAt = isLastPage(page, query) ? bottom : below;
  if (toAt === undefined || fromAt === undefined || (fromAt !== null && fromAt > toAt)) return null;
  return { kind: 'chat', chatId, fromAt, toAt, withCalls };
}

function toTopAt({ askedAt, period }: ChatAnswer, newest: number | undefined): number | undefined {
  const knownUntil = askedAt === null ? -Infinity : Math.min(askedAt - CLOCK_GRAIN_MS, period?.endAt ?? Infinity);
  const at = Math.max(newest ?? -Infinity, knownUntil);
  return Number.isFinite(at) ? at : undefined;
}

/** Whether nothing comes after this page. */
export function isLastPage(page: Page<unknown>, asked: PageQuery): boolean {
  if (page.pageCount !== null) return toNumber(page, asked) >= page.pageCount;
  return page.items.length < (page.limit > 0 ? page.limit : asked.limit);
}

/** What the service echoes counts, where it echoes anything. */
function toNumber(page: Page<unknown>, asked: PageQuery): number {
  return page.page > 0 ? page.page : asked.page;
}

function isFalling(items: readonly Message[]): boolean {
  return items.every(({ id }, index) => id < (items[index - 1]?.id ?? Infinity));
}

/**
 * When a feed is to be compared again: what was begun goes on at once; else a day after the last time, or after the first
 * reading of the whole feed (`doneAt` of a sweep that found nothing to do). Null: that is not over yet.
 */
export function planSweepAt(
  now: number,
  marks: { readonly startedAt: number | null; readonly doneAt: number | null },
): number | null {
  if (marks.startedAt !== null && marks.startedAt > 0) return now;
  if (marks.doneAt === null) return null;
  // Done in the future: before the clock was set back, nobody knows how long ago.
  return marks.doneAt > now ? now : marks.doneAt + SWEEP_EVERY_MS;
}

/** `doneAt`: when every page of a feed had been compared; the others are about a comparison that is under way. */
export type SweepMark = 'startedAt' | 'position' | 'page' | 'doneAt';

/** The key under which the store remembers how far the comparison of a feed is. */
export function toSweepMarkKey(name: FeedName, mark: SweepMark): string {
  return `sweep.${name}.${mark}`;
}

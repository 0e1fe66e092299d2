/**
 * The messages of a chat, from pages to rows: how pages join, what stands together, where a day and the new ones begin.
 * The order is main's; keys decide what is the same message.
 */
import type { MessageView } from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';
import type { Formats } from '#renderer/lib/format.ts';

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
  const known = findShown(shown, newest);
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

/** Which of these messages are shown, by key. They are few and what is shown may be very long, hence this way round. */
export function findShown(shown: readonly MessageView[], messages: readonly MessageView[]): ReadonlySet<string> {
  const keys = new Set(messages.map(({ key }) => key));
  const found = new Set<string>();
  for (const { key } of shown) if (keys.has(key)) found.add(key);
  return found;
}

/**
 * Takes a newer answer for a part of what is shown: between the first and the last message that both have, the
 * answer counts; what is shown beyond them stays, and what it has beyond them is left out.
 */
export function replaceInside(shown: readonly MessageView[], fresh: readonly MessageView[]): readonly MessageView[] {
  const known = findShown(shown, fresh);
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

/** Messages further apart than this do not share a meta line. */
const GROUP_GAP_MS = 5 * 60_000;

/** One row of the thread: a message with the lines above it. */
export interface ThreadRow {
  readonly key: string;
  readonly message: MessageView;
  /** Messages may be missing above; said above everything else. */
  readonly gap: Gap | null;
  /** The line with the date stands above. */
  readonly startsDay: boolean;
  /** The line "New" stands above. */
  readonly startsNew: boolean;
  readonly startsGroup: boolean;
  /** The meta line stands below. */
  readonly endsGroup: boolean;
  /** It was not delivered, and the same words were sent again since: the next message that has them. */
  readonly resent: Resent | null;
}

export interface Resent {
  readonly key: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface ThreadRowOptions {
  /** Above which message the line "New" stands; null: nowhere. */
  readonly firstNewKey: string | null;
  readonly isSameDay: (at: number, other: number) => boolean;
  /** What may be missing above a message. */
  readonly findGap: (key: string) => Gap | null;
  /** Which of them; all where it is left out. */
  readonly range?: RowRange;
  /** The row of that message as it was laid out last, where it is known. */
  readonly findLaid?: (message: MessageView, index: number) => ThreadRow | null;
}

/** What stands where, by places in the array: from the first up to the second, which is not part of it. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Lays out messages, oldest first, or a range of them. A row that says the same as it did is the same object: with tens
 * of thousands of messages above, nothing on screen is made anew because some came.
 */
export function toThreadRows(messages: readonly MessageView[], options: ThreadRowOptions): ThreadRow[] {
  const { range: { from, to } = { from: 0, to: messages.length }, findLaid = () => null } = options;
  const rows: ThreadRow[] = [];
  const startOf = (index: number): Start | null => {
    const message = messages[index];
    return message === undefined ? null : toStart(messages[index - 1], message, options);
  };
  let start = startOf(from);
  for (let index = from; index < to; index += 1) {
    const message = messages[index];
    const next = startOf(index + 1);
    if (message !== undefined && start !== null) {
      const row = { key: message.key, message, ...start, endsGroup: next?.startsGroup ?? true, resent: null };
      const laid = findLaid(message, index);
      rows.push(laid !== null && saysSame(laid, row) ? laid : row);
    }
    start = next;
  }
  return rows;
}

/**
 * Which of the messages have to be laid out anew, as places among them; the others stand between the same neighbours as
 * before, at the beginning and at the end.
 */
export function findChanged(before: readonly MessageView[], messages: readonly MessageView[]): RowRange {
  const most = Math.min(before.length, messages.length);
  let head = 0;
  while (head < most && before[head] === messages[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === messages[messages.length - 1 - tail]) tail += 1;
  if (head === before.length && head === messages.length) return { from: head, to: head };
  // A row tells by its neighbours where a group begins and ends.
  return { from: Math.max(0, head - 1), to: Math.min(messages.length, messages.length - tail + 1) };
}

type Start = Pick<ThreadRow, 'gap' | 'startsDay' | 'startsNew' | 'startsGroup'>;

function toStart(before: MessageView | undefined, message: MessageView, options: ThreadRowOptions): Start {
  const startsDay = before === undefined || !options.isSameDay(before.at, message.at);
  const startsNew = message.key === options.firstNewKey;
  const gap = options.findGap(message.key);
  return {
    gap,
    startsDay,
    startsNew,
    startsGroup: startsDay || startsNew || gap !== null || !isGrouped(before, message),
  };
}

function saysSame(one: ThreadRow, other: ThreadRow): boolean {
  return (
    one.gap === other.gap &&
    one.startsDay === other.startsDay &&
    one.startsNew === other.startsNew &&
    one.startsGroup === other.startsGroup &&
    one.endsGroup === other.endsGroup
  );
}

/** The message that the line "New" stands above: the oldest of the last `unreadCount` incoming ones; null when none. */
export function findFirstNewKey(messages: readonly MessageView[], unreadCount: number): string | null {
  if (unreadCount <= 0) return null;
  const incoming = messages.filter(({ direction, kind }) => direction === 'in' && kind !== 'log');
  return incoming.at(-Math.min(unreadCount, incoming.length))?.key ?? null;
}

/** Whether the operators, or the service, did not deliver it. */
const isUndelivered = ({ direction, kind, mark, send }: MessageView): boolean =>
  direction === 'out' &&
  kind === 'text' &&
  (mark === 'failed' || mark === 'rejected') &&
  (send === null || send.state === 'accepted');

/** Whether it left, or will. */
const isSent = ({ direction, kind, send }: MessageView): boolean =>
  direction === 'out' && kind === 'text' && send?.state !== 'refused' && send?.state !== 'not-sent';

const isSameResent = (one: Resent | null, other: Resent | null): boolean =>
  one?.key === other?.key && one?.at === other?.at;

/**
 * Says of each text that was not delivered which later message has the same words: it was sent again, from here or from
 * elsewhere. Rows about which nothing changes stay the same objects.
 */
export function noteResent(rows: readonly ThreadRow[]): readonly ThreadRow[] {
  const failed = new Set<string>();
  for (const { message } of rows) if (isUndelivered(message)) failed.add(message.text.trim());
  failed.delete('');
  if (failed.size === 0) return rows;
  const later = new Map<string, Resent>();
  const noted = [...rows];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row === undefined || !isSent(row.message)) continue;
    const { message, key } = row;
    const text = message.text.trim();
    if (!failed.has(text)) continue;
    const resent = isUndelivered(message) ? (later.get(text) ?? null) : null;
    if (!isSameResent(resent, row.resent)) noted[index] = { ...row, resent };
    later.set(text, { key, at: message.at });
  }
  return noted;
}

function isGrouped(before: MessageView, message: MessageView): boolean {
  return (
    before.direction === message.direction &&
    before.kind === 'text' &&
    message.kind === 'text' &&
    message.at - before.at < GROUP_GAP_MS &&
    message.author === before.author &&
    message.origin?.sessionId === before.origin?.sessionId &&
    isQuiet(before) &&
    isQuiet(message)
  );
}

/** Whether a message needs no line of its own: everything of ours that is not delivered does. */
function isQuiet({ direction, mark, send }: MessageView): boolean {
  if (direction === 'in') return true;
  return mark === 'delivered' && (send === null || send.state === 'accepted');
}

/** The part of a thread that its rows are made of; reads runes. */
interface Source {
  readonly messages: readonly MessageView[];
  readonly firstNewKey: string | null;
  readonly gaps: { readonly list: () => readonly (readonly [key: string, gap: Gap])[] };
}

interface Laid {
  readonly messages: Source['messages'];
  readonly firstNewKey: string | null;
  readonly gaps: ReadonlyMap<string, Gap>;
  readonly formats: Formats;
  readonly rows: readonly ThreadRow[];
}

/**
 * Lays out the messages of one thread, again and again: rows that say the same stay the same, and of tens of thousands
 * only those are looked at that changed or got other neighbours. Reads runes.
 */
export class RowLayout {
  #laid: Laid | null = null;

  lay({ messages, firstNewKey, gaps: found }: Source, formats: Formats): readonly ThreadRow[] {
    // Tens of thousands of messages are asked about: the map that tells of changes is read once.
    const gaps = new Map(found.list());
    const last = this.#laid;
    const isSameDay = (at: number, other: number): boolean => formats.isSameDay(at, other);
    const findGap = (key: string): Gap | null => gaps.get(key) ?? null;
    // By place, since a map of them all would be gone through whenever memory is cleared up.
    const findLaid = (message: MessageView, index: number): ThreadRow | null => {
      const laid = last?.rows ?? [];
      const fromTop = laid[index];
      if (fromTop?.message === message) return fromTop;
      const fromEnd = laid[index - messages.length + laid.length];
      return fromEnd?.message === message ? fromEnd : null;
    };
    const isSameOtherwise =
      last !== null && last.firstNewKey === firstNewKey && last.formats === formats && hasSameGaps(last.gaps, gaps);
    const before = isSameOtherwise ? last : { messages: [], rows: [] };
    const range = findChanged(before.messages, messages);
    const changed = toThreadRows(messages, { firstNewKey, isSameDay, findGap, range, findLaid });
    const below = before.rows.length - (messages.length - range.to);
    const rows = noteResent(before.rows.slice(0, range.from).concat(changed, before.rows.slice(below)));
    this.#laid = { messages, firstNewKey, gaps, formats, rows };
    return rows;
  }
}

function hasSameGaps(before: ReadonlyMap<string, Gap>, gaps: ReadonlyMap<string, Gap>): boolean {
  return before.size === gaps.size && [...gaps].every(([key, gap]) => before.get(key) === gap);
}

/**
 * What is asked of all messages on screen whenever some came: tens of thousands are not gone through for it, only those
 * that are others than the last time.
 */
export class ThreadIndex {
  #messages: readonly MessageView[] = [];
  readonly #keys = new Set<string>();
  readonly #held = new Set<string>();

  /** Keys of what is on screen. */
  listKeys(messages: readonly MessageView[]): ReadonlySet<string> {
    this.#follow(messages);
    return this.#keys;
  }

  /** Whether any of them can still be taken back. */
  hasHeld(messages: readonly MessageView[]): boolean {
    this.#follow(messages);
    return this.#held.size > 0;
  }

  #follow(messages: readonly MessageView[]): void {
    const before = this.#messages;
    if (before === messages) return;
    this.#messages = messages;
    const { from, to } = findChanged(before, messages);
    for (const { key } of before.slice(from, before.length - (messages.length - to))) {
      this.#keys.delete(key);
      this.#held.delete(key);
    }
    for (const { key, send } of messages.slice(from, to)) {
      this.#keys.add(key);
      if (send?.state === 'held') this.#held.add(key);
    }
  }
}

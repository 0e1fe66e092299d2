/**
 * Callbacks as hints: how the messages that they name are read, in few requests even where there are many of them.
 *
 *   new and few     each by itself                      a letter and its message in one GET
 *   new and many    the heads of the feeds, once        confirms all of them, and moves the cursors by its own reading
 *   old and many    stretches of the outbound feed      a hundred of them in one GET
 *
 * SYNC-13  An event is confirmed only by an answer of the service that was asked for after the event came; what the
 *          service does not know is asked for again over about two minutes, and then refuted.
 * SYNC-14  A callback never moves a cursor.
 */
import type { KeptCallback } from '#shared/domain/callbacks.ts';
import { mergeLetter } from '#shared/domain/delivery.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import type { MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { FeedName } from '#shared/domain/sync.ts';

/** So many messages of one direction are read one by one; more of them together. */
export const FEW = 4;
/** Requests for single messages and stretches that one pass makes at most. */
export const MOST_READS = 20;
const AGAIN_AFTER_MS: readonly number[] = [5_000, 30_000, 120_000];
const LONGEST_AGAIN_MS = 3_600_000;

/** All events of one message. */
export interface HintedMessage {
  readonly key: MessageKey;
  readonly direction: 'in' | 'out';
  readonly id: number;
  /** Delivery letters that the events name. */
  readonly letters: readonly string[];
  readonly phone: PhoneKey | null;
  readonly seqs: readonly number[];
}

/** What a hint consists of. */
export type HintedEvent = Pick<KeptCallback, 'seq' | 'direction' | 'messageId' | 'letter' | 'phone'>;

/** Events by the message they are about, in the order of the first of each. */
export function groupByMessage(events: Iterable<HintedEvent>): readonly HintedMessage[] {
  const groups = new Map<MessageKey, HintedMessage>();
  for (const { direction, messageId: id, letter, phone, seq } of events) {
    const key = toMessageKey(direction, id);
    const known = groups.get(key) ?? { key, direction, id, letters: [], phone: null, seqs: [] };
    const letters = letter === '' ? known.letters : [...known.letters, letter];
    groups.set(key, { ...known, letters, phone: phone ?? known.phone, seqs: [...known.seqs, seq] });
  }
  return [...groups.values()];
}

/** Newest id up to which each feed was read; null: the service has no such feed, or it was not read yet. */
export type Heads = Readonly<Record<FeedName, number | null>>;

/** Feeds whose head is read, since more than a few messages lie above it. */
export function planHeads(messages: readonly HintedMessage[], heads: Heads): readonly FeedName[] {
  return (['outbound', 'inbound'] as const).filter((name) => {
    const head = heads[name];
    if (head === null) return false;
    const direction = name === 'inbound' ? 'in' : 'out';
    return messages.filter((one) => one.direction === direction && one.id > head).length > FEW;
  });
}

export interface ReadPlan {
  /** Read by themselves. */
  readonly alone: readonly HintedMessage[];
  /** Outbound messages that are read by stretches of the feed, from each `lastId` down. */
  readonly lastIds: readonly number[];
  /** Inbound messages of a service without an inbound feed: the newest page of the chat of their number. */
  readonly byChat: readonly HintedMessage[];
  /** Above a head that was just read: the service does not know them (yet). */
  readonly unknown: readonly HintedMessage[];
  /** More than one pass asks for: their turn comes. */
  readonly later: readonly HintedMessage[];
}

/** How the messages are read that nothing has shown yet. `fresh`: feeds whose head was read in this very pass. */
export function planReads(
  messages: readonly HintedMessage[],
  facts: { readonly heads: Heads; readonly fresh: readonly FeedName[]; readonly isInboundAbsent: boolean },
): ReadPlan {
  const isUnknown = ({ direction, id }: HintedMessage): boolean => {
    const name = direction === 'in' ? 'inbound' : 'outbound';
    const head = facts.heads[name];
    return facts.fresh.includes(name) && head !== null && id > head;
  };
  const open = messages.filter((one) => !isUnknown(one));
  const outbound = open.filter(({ direction }) => direction === 'out');
  const inbound = open.filter(({ direction }) => direction === 'in');
  const byChat = facts.isInboundAbsent ? inbound.filter(({ phone }) => phone !== null) : [];
  const areMany = outbound.length > FEW;
  const stretches = areMany ? planStretches(outbound) : { lastIds: [], rest: outbound };
  const candidates = areMany ? inbound : [...outbound, ...inbound];
  const singles = candidates.filter((one) => !byChat.includes(one));
  const room = Math.max(0, MOST_READS - stretches.lastIds.length);
  return {
    alone: singles.slice(0, room),
    lastIds: stretches.lastIds,
    byChat: byChat.slice(0, MOST_READS),
    unknown: messages.filter(isUnknown),
    later: [...singles.slice(room), ...byChat.slice(MOST_READS), ...(areMany ? stretches.rest : [])],
  };
}

/** Stretches of ids to look up in the cache: close ones together, none too wide, and not too many of them. */
export function planRanges(ids: readonly number[]): readonly { readonly fromId: number; readonly toId: number }[] {
  const ranges: { fromId: number; toId: number }[] = [];
  for (const id of [...ids].sort((a, b) => b - a)) {
    const last = ranges.at(-1);
    const isNear = last !== undefined && last.fromId - id <= NEAR && last.toId - id < WIDEST;
    if (isNear) last.fromId = id;
    else if (ranges.length < MOST_RANGES) ranges.push({ fromId: id, toId: id });
  }
  return ranges;
}

const NEAR = 1_000;
const WIDEST = 4_000;
const MOST_RANGES = 50;

/** Ids so close together that one page is likely to show them all. */
const STRETCH = 100;

function planStretches(messages: readonly HintedMessage[]): {
  readonly lastIds: readonly number[];
  readonly rest: readonly HintedMessage[];
} {
  const lastIds: number[] = [];
  const rest: HintedMessage[] = [];
  for (const one of [...messages].sort((a, b) => b.id - a.id)) {
    const last = lastIds.at(-1);
    if (last !== undefined && one.id >= last - STRETCH) continue;
    if (lastIds.length < MOST_READS / 2) lastIds.push(one.id + 1);
    else rest.push(one);
  }
  return { lastIds, rest };
}

/** Whether a page shows the message at least as far along as the events say: else it may be stale. */
export function showsLetters(message: HintedMessage, shown: string | null): boolean {
  return message.letters.every((told) => mergeLetter(told, shown) === shown);
}

/** How long to wait after so many answers that the service does not know it; null: it is refuted. */
export function planAgainMs(tries: number): number | null {
  return AGAIN_AFTER_MS[tries - 1] ?? null;
}

/** How long to wait after so many refusals that say nothing about the message. */
export function planRefusedAgainMs(tries: number): number {
  return Math.min(5_000 * 2 ** Math.min(tries, 20), LONGEST_AGAIN_MS);
}

/** How soon the next pass may follow. `dueAt`: when it would at the pace that many passes in a row come down to. */
export interface PassPace {
  readonly lastAt: number;
  readonly dueAt: number;
}

export const FRESH_PACE: PassPace = { lastAt: -Infinity, dueAt: -Infinity };

/** Callbacks that come together are confirmed together. */
const GATHER_MS = 100;
/** What a message of a pass costs, and what a pass costs at most: a storm has one a second, which then takes in much. */
const MESSAGE_COSTS_MS = 400;
const PASS_COSTS_MS = 1_000;
/** So much may be owed: a few texts in a row are shown at once, each as it comes. */
const CREDIT_MS = 2_000;

/** When the next pass may begin; what a clock planned that was set back since is not waited for (SYNC-11). */
export function planPassAt({ lastAt, dueAt }: PassPace, now: number): number {
  return lastAt > now ? now : Math.max(lastAt + GATHER_MS, dueAt - CREDIT_MS);
}

/** After a pass about so many messages began. */
export function afterPass({ lastAt, dueAt }: PassPace, now: number, messages: number): PassPace {
  const from = lastAt > now ? now : Math.max(dueAt, now);
  return { lastAt: now, dueAt: from + Math.min(messages * MESSAGE_COSTS_MS, PASS_COSTS_MS) };
}

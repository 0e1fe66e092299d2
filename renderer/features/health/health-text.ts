/** What the Health section says. */
import type { HealthView } from '#shared/contract/index.ts';
import { health } from './messages.ts';
import type { Message } from '#renderer/lib/messages.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import { toPhoneDisplay } from '#shared/domain/phone-display.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { deliveryWords } from '#renderer/lib/delivery-marks.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { toSpan } from '#renderer/lib/gap-text.ts';

/** `09:52, 4 seconds ago`. */
export function toUpToText({ lastSyncedAt }: Pick<HealthView, 'lastSyncedAt'>, say: FormatContext): string {
  const { texts, formats, now } = say;
  if (lastSyncedAt === null) return texts.text(health.upToNever);
  return texts.text(health.upToAt, {
    time: say.formats.moment(lastSyncedAt, say.now),
    age: formats.age(now - lastSyncedAt),
  });
}

export function toChatsText({ count, completeCount }: HealthView['chats'], { texts, formats }: FormatContext): string {
  if (count === 0) return texts.text(health.chatsNone);
  if (completeCount >= count) return texts.text(health.chatsAll, { count });
  return texts.text(health.chatsSome, { complete: formats.number(completeCount), all: formats.number(count) });
}

export function toHistoryText(
  { isWhole, historyFromAt }: HealthView['chats'],
  { texts, formats, now }: FormatContext,
): string {
  if (isWhole) return texts.text(health.historyWhole);
  if (historyFromAt === null) return texts.text(health.historyUnknown);
  return texts.text(health.historyFrom, { date: formats.date(historyFromAt, now) });
}

/** What is unread here, beside what the service counted when it was last asked: it tells nothing of what came since. */
export function toUnreadText(
  { here, atService, askedAt }: HealthView['unread'],
  { texts, formats, now }: FormatContext,
): string {
  if (atService === null || askedAt === null) return texts.text(health.unreadHere, { count: here });
  const age = formats.age(now - askedAt);
  if (here === atService) return texts.text(health.unreadSame, { count: here, age });
  return texts.text(health.unreadOther, { count: atService, here: formats.number(here), age });
}

/** The service tells its time to the second. */
const CLOCK_GRAIN_MS = 2_000;

export function toClockText(clockSkewMs: number | null, { texts, formats }: FormatContext): string {
  if (clockSkewMs === null) return texts.text(health.clockUnknown);
  if (Math.abs(clockSkewMs) < CLOCK_GRAIN_MS) return texts.text(health.clockSame);
  const age = formats.age(Math.abs(clockSkewMs));
  return texts.text(clockSkewMs > 0 ? health.clockBehind : health.clockAhead, { age });
}

/** `240 ms`, `3.2 s`, `4 minutes`. */
export function toLagText(lagMs: number | null, { texts, formats }: FormatContext): string {
  if (lagMs === null) return texts.text(health.unknown);
  const ms = Math.max(0, Math.round(lagMs));
  if (ms < 1_000) return texts.text(health.milliseconds, { count: ms });
  if (ms < 60_000) return texts.text(health.seconds, { seconds: formats.number(Math.round(ms / 100) / 10) });
  return formats.age(ms);
}

/** Callbacks against polls. */
export interface SourceRow {
  readonly id: 'callback' | 'poll';
  readonly label: string;
  readonly count: string;
  readonly median: string;
}

export function toSourceRows({ byCallback, byPoll }: HealthView['arrivals'], say: FormatContext): readonly SourceRow[] {
  const rows = [
    { id: 'callback', label: health.callbacks, way: byCallback },
    { id: 'poll', label: health.polls, way: byPoll },
  ] as const;
  return rows.map(({ id, label, way }) => ({
    id,
    label: say.texts.text(label),
    count: say.formats.number(way.count),
    median: way.count === 0 ? say.texts.text(health.noData) : toLagText(way.medianLagMs, say),
  }));
}

export function toHealedText({ healedCount }: HealthView['arrivals'], { texts }: FormatContext): string {
  return healedCount === 0 ? texts.text(health.none) : texts.text(health.healedText, { count: healedCount });
}

export function toEventsText(
  { waiting, confirmed, refuted }: HealthView['callbacks'],
  { texts, formats }: FormatContext,
): string {
  const write = (count: number): string => formats.number(count);
  return texts.text(health.eventsText, {
    waiting: write(waiting),
    confirmed: write(confirmed),
    refuted: write(refuted),
  });
}

/** One reading of a whole collection. */
export interface SweepRow {
  readonly task: string;
  readonly label: string;
  readonly done: string;
  readonly every: string;
  readonly isLate: boolean;
}

const TASKS: Readonly<Record<string, Message>> = {
  'chats.active': health.taskChatsActive,
  'chats.closed': health.taskChatsClosed,
  'chats.deleted': health.taskChatsDeleted,
  contacts: health.taskContacts,
  lists: health.taskLists,
  fields: health.taskFields,
  templates: health.taskTemplates,
  blocked: health.taskBlocked,
  unsubscribers: health.taskUnsubscribers,
  schedules: health.taskSchedules,
  bulks: health.taskBulks,
  sends: health.taskSends,
  'sends.all': health.taskSendsAll,
  members: health.taskMembers,
  notes: health.taskNotes,
  'notes.all': health.taskNotesAll,
  prices: health.taskPrices,
  account: health.taskAccount,
  'messages.outbound': health.taskMessagesOutbound,
  'messages.inbound': health.taskMessagesInbound,
};
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Readings wait for each other, and for whatever is new. */
const LATE_FACTOR = 2;

export function toSweepRows({ sweeps }: Pick<HealthView, 'sweeps'>, say: FormatContext): readonly SweepRow[] {
  const { texts, formats, now } = say;
  return sweeps.map(({ task, doneAt, everyMs }) => ({
    task,
    label: TASKS[task] === undefined ? task : texts.text(TASKS[task]),
    done:
      doneAt === null
        ? texts.text(health.sweepNever)
        : texts.text(health.sweepDone, { age: formats.age(now - doneAt) }),
    every: texts.text(health.sweepEvery, { every: toEvery(everyMs, say) }),
    isLate: doneAt !== null && now - doneAt > everyMs * LATE_FACTOR,
  }));
}

function toEvery(everyMs: number, { texts }: FormatContext): string {
  if (everyMs >= DAY_MS) return texts.text(health.everyDays, { count: Math.round(everyMs / DAY_MS) });
  if (everyMs >= HOUR_MS) return texts.text(health.everyHours, { count: Math.round(everyMs / HOUR_MS) });
  return texts.text(health.everyMinutes, { count: Math.max(1, Math.round(everyMs / MINUTE_MS)) });
}

/** A piece of news and how it came. */
export interface ArrivalRow {
  /** Of this row: a message may come several times, each with another mark. */
  readonly id: string;
  readonly who: string;
  readonly what: string;
  /** Null where the service does not say it: it tells when a text was written, never when a mark changed. */
  readonly atService: string | null;
  readonly here: string;
  readonly lag: string | null;
  readonly how: string;
}

/** In the order of main. `clockSkewMs`: how far the service's clock is ahead. */
export function toArrivalRows(
  { arrivals, clockSkewMs }: Pick<HealthView, 'arrivals' | 'clockSkewMs'>,
  say: FormatContext,
): readonly ArrivalRow[] {
  const { texts } = say;
  return arrivals.latest.map(({ key, letter, phone, name, happenedAt, seenAt, via }) => {
    const isIncoming = key.startsWith('in:');
    const mark = (): string => texts.text(deliveryWords[toDeliveryMark(letter === '' ? null : letter)].word);
    return {
      id: `${key} ${letter} ${String(seenAt)}`,
      who: name === '' ? toPhoneDisplay(phone) : name,
      what: isIncoming ? texts.text(health.newText) : texts.text(health.sentText, { mark: mark() }),
      atService: isIncoming ? say.formats.moment(happenedAt, say.now) : null,
      here: say.formats.moment(seenAt, say.now),
      lag: isIncoming ? toLagText(seenAt + (clockSkewMs ?? 0) - happenedAt, say) : null,
      how: texts.text(via === 'callback' ? health.told : health.asked),
    };
  });
}

/** A stretch of one chat in which messages may be missing. */
export interface GapRow {
  readonly id: string;
  readonly chatId: number;
  readonly gap: Gap;
  readonly span: string;
}

export interface GapChat {
  readonly chatId: number;
  readonly name: string;
  readonly gaps: readonly GapRow[];
  /** How many more it has than are shown. */
  readonly more: number;
}

/** A chat that was torn to pieces is filled from its newest gap on; the others follow as these go. */
const SHOWN_GAPS = 3;

/** Names a gap as long as it is the same. */
export function toGapId(chatId: number, { fromAt, toAt }: Gap): string {
  return `${String(chatId)} ${String(fromAt)} ${String(toAt)}`;
}

export function toGapChats(
  { withGaps }: Pick<HealthView['chats'], 'withGaps'>,
  say: FormatContext,
): readonly GapChat[] {
  return withGaps.map(({ chatId, phone, name, gaps }) => ({
    chatId,
    name: name === '' ? toPhoneDisplay(phone) : name,
    gaps: gaps
      .slice(0, SHOWN_GAPS)
      .map((gap) => ({ id: toGapId(chatId, gap), chatId, gap, span: toGapText(gap, say) })),
    more: Math.max(0, gaps.length - SHOWN_GAPS),
  }));
}

function toGapText(gap: Gap, say: FormatContext): string {
  const { from, to } = toSpan(gap, say);
  return from === null ? say.texts.text(health.until, { to }) : say.texts.text(health.between, { from, to });
}

/** What the Data section says of the stored copy. */
import type { StoredCopy, SyncStatusView } from '#shared/contract/index.ts';
import type { HistoryDays } from '#shared/domain/sync.ts';
import { data } from './words/data.ts';
import type { FormatContext } from './format.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import { findProgressText, isDiskState } from './link-state.ts';
import type { Message, Translator } from './messages.ts';

export interface SizeRow {
  readonly kind: string;
  readonly label: string;
  readonly rows: string;
  readonly size: string;
  /** Of the largest, 0 to 1. */
  readonly share: number;
}

const KINDS: Readonly<Record<StoredCopy['kinds'][number]['kind'], Message>> = {
  messages: data.kindMessages,
  search: data.kindSearch,
  chats: data.kindChats,
  people: data.kindPeople,
  others: data.kindOthers,
  pictures: data.kindPictures,
  own: data.kindOwn,
};

/** The largest first. */
export function toSizeRows({ kinds }: StoredCopy, { texts, formats }: Omit<FormatContext, 'now'>): readonly SizeRow[] {
  const largest = Math.max(1, ...kinds.map(({ bytes }) => bytes));
  return [...kinds]
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ kind, rows, bytes }) => ({
      kind,
      label: texts.text(KINDS[kind]),
      rows: formats.number(rows),
      size: formats.bytes(bytes),
      share: bytes / largest,
    }));
}

/** `41,206 messages, 96 MB`. */
export function toCopyLine(copy: StoredCopy, { texts, formats }: Omit<FormatContext, 'now'>): string {
  return texts.text(data.copyText, { messages: toMessagesText(copy, texts), size: formats.bytes(copy.bytes) });
}

export function toMessagesText({ kinds }: StoredCopy, texts: Translator): string {
  return texts.text(data.messages, { count: kinds.find(({ kind }) => kind === 'messages')?.rows ?? 0 });
}

/** How old it is what one sees, in words. */
export function toAgeText(lastSyncedAt: number | null, { texts, formats, now }: FormatContext): string {
  if (lastSyncedAt === null) return texts.text(data.ageNever);
  const age = formats.age(now - lastSyncedAt);
  if (now - lastSyncedAt < 60_000) return texts.text(data.ageText, { age });
  return texts.text(data.ageAt, { when: formats.when(lastSyncedAt, now), age });
}

/** The choices of how far back messages are read, the nearest first. */
export const DEPTHS: readonly { readonly value: string; readonly days: HistoryDays; readonly label: Message }[] = [
  { value: '30', days: 30, label: data.depthMonth },
  { value: '365', days: 365, label: data.depthYear },
  { value: 'all', days: null, label: data.depthAll },
];

/** A line about something that takes a while; `progress` 0 to 1, null where that is unknown. */
export interface ProgressLine {
  readonly text: string;
  readonly progress: number | null;
}

function toShare({ done, total }: SyncStatusView): number | null {
  return total === null || total <= 0 ? null : Math.min(1, done / total);
}

/** Whether nothing comes from the service, whatever one wishes. */
export function isCutOff(link: LinkState): boolean {
  return link !== 'live' && link !== 'catching-up' && link !== 'slowed' && link !== 'troubled';
}

interface Reading {
  readonly status: SyncStatusView | null;
  readonly link: LinkState;
  readonly isPaused: boolean;
}

/** How far the reading of older messages is. */
export function toHistoryLine({ status, link, isPaused }: Reading, texts: Translator): ProgressLine {
  if (isPaused) return { text: texts.text(data.historyPaused), progress: null };
  if (isDiskState(link)) return { text: texts.text(data.needsDisk), progress: null };
  if (isCutOff(link)) return { text: texts.text(data.historyWaits), progress: null };
  if (status?.phase !== 'history') return { text: texts.text(data.historyQuiet), progress: null };
  return { text: findProgressText(status, texts) ?? texts.text(data.historyQuiet), progress: toShare(status) };
}

/** How far checking everything is, or what it does. */
export function toCheckLine({ status, link }: Omit<Reading, 'isPaused'>, texts: Translator): ProgressLine {
  if (link === 'keyless' || link === 'unauthorized') return { text: texts.text(data.needsKey), progress: null };
  if (isDiskState(link)) return { text: texts.text(data.needsDisk), progress: null };
  if (isCutOff(link)) return { text: texts.text(data.needsService), progress: null };
  if (status?.isChecking !== true) return { text: texts.text(data.checkText), progress: null };
  if (status.phase !== 'check') return { text: texts.text(data.checkingText), progress: null };
  const { done: count, total } = status;
  const text =
    total === null || total < count
      ? texts.text(data.checkingCount, { count })
      : texts.text(data.checkingOf, { count, total });
  return { text, progress: toShare(status) };
}

import type { SessionView, SyncStatusView } from '#shared/contract/index.ts';
import { shell } from '#renderer/lib/words/shell.ts';
import { account } from '#renderer/lib/words/account.ts';
import { kept } from './messages.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import { unsentTexts } from '#renderer/lib/words/delivery.ts';
import { findKept, findWaiting, type PendingCounts } from './pending-summary.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import type { DiskState } from '#renderer/lib/link-state.ts';
import { findProgressText, isDiskState } from '#renderer/lib/link-state.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { findClockSkew } from '#renderer/lib/clock-skew.ts';

/** A chat with texts that main has not taken. */
export interface UnsentChat {
  readonly phone: string;
  readonly title: string;
  readonly count: number;
}

/** The one line under the header of the sheet. */
export interface SheetBannerView {
  readonly kind: Exclude<LinkState, 'starting' | 'live'> | 'clock';
  readonly tone: 'neutral' | 'caution' | 'danger' | 'quiet';
  readonly title: string;
  readonly text: string | undefined;
  readonly action: { readonly kind: 'enter-key' | 'try-now'; readonly label: string } | null;
  /** Words of the button that shows what waits; null where nothing does. */
  readonly show: string | null;
  /** Chats to open, because a text of theirs is kept here. */
  readonly chats: readonly UnsentChat[];
  /** How far a reading is, 0 to 1; null where that is unknown. */
  readonly progress: number | null;
}

interface BannerContext extends FormatContext {
  /** What waits here; null while that is unknown. */
  readonly counts: PendingCounts | null;
  /** Why the key is out of reach, where it is. */
  readonly keyring: SessionView['keyring'];
  /** Whom texts are to that main has not taken. */
  readonly unsentChats?: readonly UnsentChat[];
}

const NOTHING: PendingCounts = { waiting: 0, checking: 0, stopped: 0, actions: 0, drafts: 0 };

/** What the banner says in a state of the link; null where there is nothing to say. */
export function findSheetBanner(
  state: LinkState,
  status: SyncStatusView | null,
  say: BannerContext,
): SheetBannerView | null {
  const { texts } = say;
  const counts = say.counts ?? NOTHING;
  const plain = { tone: 'neutral', action: null, show: null, chats: [], progress: null } as const;
  const waiting = { ...plain, show: findShow(counts, texts) };
  const tryNow = { kind: 'try-now', label: texts.text(shell.tryNow) } as const;
  if (isDiskState(state)) return { ...waiting, kind: state, ...toDiskWords(DISK[state], counts, texts) };
  switch (state) {
    case 'lost':
      return { ...plain, kind: state, tone: 'caution', ...toLost(say.unsentChats ?? [], texts) };
    case 'unauthorized': {
      const words = { title: texts.text(shell.keyTitle), text: toKeyText(counts, texts) };
      const action = { kind: 'enter-key', label: texts.text(shell.keyAction) } as const;
      return { ...waiting, ...words, kind: state, tone: 'danger', action };
    }
    case 'keyless':
      return { ...waiting, kind: state, ...toKeyless(counts, status, say) };
    case 'maintenance': {
      const words = { title: texts.text(shell.maintenanceTitle), text: toMaintenanceText(counts, status, say) };
      return { ...waiting, ...words, kind: state, action: tryNow };
    }
    case 'slowed':
      return { ...waiting, kind: state, tone: 'caution', ...toBusyWords(SLOWED, { counts, status, say }) };
    case 'troubled': {
      const words = toBusyWords(TROUBLED, { counts, status, say });
      return { ...waiting, kind: state, tone: 'caution', ...words, action: tryNow };
    }
    case 'offline': {
      const words = { title: texts.text(shell.offlineTitle), text: toOfflineText(counts, status, say) };
      return { ...waiting, ...words, kind: state, action: tryNow };
    }
    case 'catching-up':
      return { ...plain, kind: state, tone: 'quiet', ...toCatchingUp(status, texts) };
    case 'starting':
    case 'live':
      return findClockBanner(status, say);
  }
}

/** More buttons than these are no line. */
const MOST_CHATS = 3;

function toLost(chats: readonly UnsentChat[], texts: Translator): Pick<SheetBannerView, 'title' | 'text' | 'chats'> {
  const words = findUnsentSentences(chats, texts);
  if (words !== null) return { ...words, chats: chats.slice(0, MOST_CHATS) };
  return { title: texts.text(shell.lostTitle), text: texts.text(shell.lostText), chats: [] };
}

/** Only where there is nothing else to say: a wrong clock stops nothing. */
function findClockBanner(status: SyncStatusView | null, { texts, formats }: BannerContext): SheetBannerView | null {
  const title = findClockSkew(status?.clockSkewMs ?? null, { texts, formats });
  const text = texts.text(account.clockText);
  return title === null
    ? null
    : { kind: 'clock', tone: 'neutral', title, text, action: null, show: null, chats: [], progress: null };
}

interface DiskWords {
  readonly tone: 'danger' | 'caution';
  readonly title: Message;
  readonly text: Message;
}
const DISK: Readonly<Record<DiskState, DiskWords>> = {
  'disk-full': { tone: 'danger', title: shell.diskFullTitle, text: shell.diskFullText },
  'disk-unwritable': { tone: 'danger', title: shell.diskUnwritableTitle, text: shell.diskUnwritableText },
  'disk-reopening': { tone: 'caution', title: shell.diskReopeningTitle, text: shell.diskReopeningText },
};

function toDiskWords(
  { tone, title, text }: DiskWords,
  counts: PendingCounts,
  texts: Translator,
): Pick<SheetBannerView, 'tone' | 'title' | 'text'> {
  const here = findWaiting(counts, texts);
  const waits = here === null ? null : texts.text(kept.waitHere, { ...here });
  return { tone, title: texts.text(title), text: toSentences(texts.text(text), waits) };
}

const KEYLESS: Readonly<Record<SessionView['keyring'], Message>> = {
  ready: shell.keylessTitle,
  absent: shell.keylessTitle,
  locked: shell.keylessLocked,
  silent: shell.keylessSilent,
  failed: shell.keylessFailed,
};

function findShow({ waiting, actions }: PendingCounts, texts: Translator): string | null {
  return waiting + actions === 0 ? null : texts.text(kept.show, { count: waiting + actions });
}

function toKeyText(counts: PendingCounts, texts: Translator): string {
  const here = findKept(counts, texts);
  return here === null ? texts.text(shell.keyText) : texts.text(kept.nothingLost, { ...here });
}

function toKeyless(counts: PendingCounts, status: SyncStatusView | null, say: BannerContext) {
  const { texts, keyring } = say;
  const action = { kind: 'enter-key', label: texts.text(shell.keylessAction) } as const;
  const title = texts.text(KEYLESS[keyring]);
  return { tone: 'danger', title, text: toKeylessText(counts, status, say), action } as const;
}

function toKeylessText(counts: PendingCounts, status: SyncStatusView | null, say: BannerContext): string {
  const here = findKept(counts, say.texts);
  const words = here === null ? say.texts.text(kept.untilKeyNothing) : say.texts.text(kept.untilKey, { ...here });
  return toSentences(words, findAge(status, say));
}

function toMaintenanceText(
  counts: PendingCounts,
  status: SyncStatusView | null,
  { texts, formats }: BannerContext,
): string {
  const here = findWaiting(counts, texts);
  const time = status === null || status.nextAttemptAt === null ? null : formats.time(status.nextAttemptAt);
  if (here === null) {
    return time === null ? texts.text(shell.maintenanceText) : texts.text(shell.maintenanceNext, { time });
  }
  if (counts.waiting === 1 && here.count === 1) {
    return time === null ? texts.text(kept.oneText) : texts.text(kept.oneTextNext, { time });
  }
  return time === null ? texts.text(kept.keptHere, { ...here }) : texts.text(kept.keptHereNext, { ...here, time });
}

interface BusyWords {
  readonly title: Message;
  readonly soon: Message;
  readonly next: Message<'count'>;
}
const SLOWED: BusyWords = { title: shell.slowedTitle, soon: shell.slowedText, next: shell.slowedNext };
const TROUBLED: BusyWords = { title: shell.troubledTitle, soon: shell.troubledText, next: shell.troubledNext };

/** What goes on by itself, when, and what waits for it. */
function toBusyWords(
  words: BusyWords,
  { counts, status, say }: { counts: PendingCounts; status: SyncStatusView | null; say: BannerContext },
): { title: string; text: string } {
  const { texts, now } = say;
  const here = findWaiting(counts, texts);
  const nextAt = status?.nextAttemptAt ?? null;
  const isSoon = nextAt === null || nextAt <= now;
  const goesOn = isSoon ? texts.text(words.soon) : texts.text(words.next, { count: Math.ceil((nextAt - now) / 1_000) });
  const waits = here === null ? null : texts.text(kept.waitHere, { ...here });
  return { title: texts.text(words.title), text: toSentences(goesOn, waits) };
}

/** Reading works, what waits, and honestly how old it is what one sees. */
function toOfflineText(counts: PendingCounts, status: SyncStatusView | null, say: BannerContext): string {
  const here = findWaiting(counts, say.texts);
  const leave = here === null ? null : say.texts.text(kept.leaveWhenBack, { ...here });
  return toSentences(say.texts.text(kept.reading), leave, findAge(status, say));
}

/** Null for a link that was never up: there is no age. */
function findAge(status: SyncStatusView | null, { texts, formats, now }: BannerContext): string | null {
  const syncedAt = status?.lastSyncedAt ?? null;
  if (syncedAt === null) return null;
  const time = formats.moment(syncedAt, now);
  return texts.text(kept.asOf, { time, age: formats.age(now - syncedAt) });
}

function toSentences(...sentences: readonly (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

function toCatchingUp(
  status: SyncStatusView | null,
  texts: Translator,
): Pick<SheetBannerView, 'title' | 'text' | 'progress'> {
  const text = status === null ? undefined : findProgressText(status, texts);
  const progress = status?.total ? Math.min(1, status.done / status.total) : null;
  return { title: texts.text(shell.catchingUpTitle), text, progress };
}

/** Null where nothing is kept. */
function findUnsentSentences(
  chats: readonly UnsentChat[],
  texts: Translator,
): { readonly title: string; readonly text: string } | null {
  const [first, second, ...others] = chats;
  if (first === undefined) return null;
  const count = chats.reduce((sum, chat) => sum + chat.count, 0);
  return {
    title: toUnsentTitle(first, { second, others, texts }),
    text: texts.text(unsentTexts.bannerText, { count }),
  };
}

function toUnsentTitle(
  first: UnsentChat,
  { second, others, texts }: { second: UnsentChat | undefined; others: readonly UnsentChat[]; texts: Translator },
): string {
  if (second === undefined) return texts.text(unsentTexts.oneChat, { count: first.count, name: first.title });
  const names = { first: first.title, second: second.title };
  if (others.length === 0) return texts.text(unsentTexts.twoChats, names);
  return texts.text(unsentTexts.moreChats, { ...names, count: others.length });
}

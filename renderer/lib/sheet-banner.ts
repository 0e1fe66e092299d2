import type { SyncStatusView } from '#shared/contract/index.ts';
import { shell } from './catalogue/shell.ts';
import type { Formats } from './format.ts';
import type { LinkState } from './link-state.ts';
import { findProgressText } from './link-state.ts';
import type { Texts } from './messages.ts';

/** The one line under the header of the sheet. */
export interface SheetBannerView {
  readonly kind: Exclude<LinkState, 'starting' | 'live'>;
  readonly tone: 'neutral' | 'caution' | 'danger' | 'quiet';
  readonly title: string;
  readonly text: string | undefined;
  readonly action: 'enter-key' | 'try-now' | null;
  /** How far a reading is, 0 to 1; null where nobody knows. */
  readonly progress: number | null;
}

interface Say {
  readonly texts: Texts;
  readonly formats: Formats;
  readonly now: number;
}

/** What the banner says in a state of the link; null where there is nothing to say. */
export function findSheetBanner(state: LinkState, status: SyncStatusView | null, say: Say): SheetBannerView | null {
  const { texts } = say;
  const plain = { tone: 'neutral', action: null, progress: null } as const;
  switch (state) {
    case 'lost':
      return { ...plain, kind: state, title: texts.text(shell.lostTitle), text: texts.text(shell.lostText) };
    case 'unauthorized': {
      const words = { title: texts.text(shell.keyTitle), text: texts.text(shell.keyText) };
      return { ...plain, ...words, kind: state, tone: 'danger', action: 'enter-key' };
    }
    case 'maintenance': {
      const words = { title: texts.text(shell.maintenanceTitle), text: toMaintenanceText(status, say) };
      return { ...plain, ...words, kind: state, action: 'try-now' };
    }
    case 'slowed':
      return { ...plain, kind: state, tone: 'caution', ...toSlowedWords(status, say) };
    case 'offline': {
      const words = { title: texts.text(shell.offlineTitle), text: toOfflineText(status, say) };
      return { ...plain, ...words, kind: state, action: 'try-now' };
    }
    case 'catching-up':
      return toCatchingUp(status, texts);
    case 'starting':
    case 'live':
      return null;
  }
}

function toMaintenanceText(status: SyncStatusView | null, { texts, formats }: Say): string {
  const nextAt = status?.nextAttemptAt ?? null;
  return nextAt === null
    ? texts.text(shell.maintenanceText)
    : texts.text(shell.maintenanceNext, { time: formats.time(nextAt) });
}

function toSlowedWords(status: SyncStatusView | null, { texts, now }: Say): { title: string; text: string } {
  const title = texts.text(shell.slowedTitle);
  const nextAt = status?.nextAttemptAt ?? null;
  if (nextAt === null || nextAt <= now) return { title, text: texts.text(shell.slowedText) };
  return { title, text: texts.text(shell.slowedNext, { count: Math.ceil((nextAt - now) / 1_000) }) };
}

/** The age of what is on screen, honestly; a link that was never up has none. */
function toOfflineText(status: SyncStatusView | null, { texts, formats, now }: Say): string {
  const syncedAt = status?.lastSyncedAt ?? null;
  if (syncedAt === null) return texts.text(shell.offlineText);
  const time = formats.isSameDay(syncedAt, now) ? formats.time(syncedAt) : formats.dateTime(syncedAt, now);
  return texts.text(shell.offlineAge, { time, age: formats.age(now - syncedAt) });
}

function toCatchingUp(status: SyncStatusView | null, texts: Texts): SheetBannerView {
  const text = status === null ? undefined : findProgressText(status, texts);
  const progress = status?.total ? Math.min(1, status.done / status.total) : null;
  return { kind: 'catching-up', tone: 'quiet', title: texts.text(shell.catchingUpTitle), text, action: null, progress };
}

/** What the Notifications section says: who allows notifications, until when they pause, when they are quiet. */
import { findMorning } from '#shared/domain/notification-pause.ts';
import type { DesktopView, HostInfo, SettingsView } from '#shared/contract/index.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { listDayNames } from '#renderer/lib/time-fields.ts';
import { notifications as words } from './messages.ts';

type Host = Pick<HostInfo, 'kind' | 'platform'>;
export type QuietHours = NonNullable<SettingsView['notificationQuietHours']>;

interface Say {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
}

/** Whether notifications can be shown; what a page may do is asked of its browser. */
export type Permission = Exclude<DesktopView['notifications'], 'page'>;

/** Of hours that nobody chose yet. */
export const USUAL_QUIET_HOURS: QuietHours = { startsAt: 20 * 60, endsAt: 8 * 60, wholeDays: [] };

const HOUR_MS = 3_600_000;

/** Who shows the notifications, inside a sentence. */
export function toWho({ kind, platform }: Host, texts: Translator): string {
  if (kind === 'browser') return texts.text(words.browser);
  return texts.text({ windows: words.windows, macos: words.macos, linux: words.desktop }[platform]);
}

export function toChip(
  permission: Permission,
  host: Host,
  texts: Translator,
): { readonly tone: 'ok' | 'caution' | 'plain'; readonly text: string } {
  const who = toWho(host, texts);
  if (permission === 'allowed') return { tone: 'ok', text: texts.text(words.allowed, { who }) };
  if (permission === 'denied') return { tone: 'caution', text: texts.text(words.denied, { who }) };
  if (permission === 'ask') return { tone: 'plain', text: texts.text(words.ask) };
  return { tone: 'plain', text: texts.text(host.kind === 'browser' ? words.absentBrowser : words.absent) };
}

const WAYS_OUT = { windows: words.deniedWindows, macos: words.deniedMacos, linux: words.deniedDesktop } as const;

/** What the user can do so that notifications come; null: nothing is missing. */
export function toHint(permission: Permission, host: Host, texts: Translator): string | null {
  if (permission === 'allowed') return null;
  if (permission === 'absent') return texts.text(words.absentText);
  if (permission === 'ask') return texts.text(words.askText, { who: toWho(host, texts) });
  return texts.text(host.kind === 'browser' ? words.deniedBrowser : WAYS_OUT[host.platform]);
}

export type Pause = 'no' | 'hour' | 'morning';

/** When a pause that begins now ends; null: there is none. */
export function toPauseEnd(pause: Pause, now: number): number | null {
  if (pause === 'no') return null;
  return pause === 'hour' ? now + HOUR_MS : findMorning(now);
}

/** Which pause there is. One that was begun elsewhere, and ends at some other time, stands for the hour. */
export function toPause(until: number | null, now: number): { readonly pause: Pause; readonly until: number | null } {
  if (until === null || until <= now) return { pause: 'no', until: null };
  return { pause: until === findMorning(now) ? 'morning' : 'hour', until };
}

/** `18:30 to 08:00, all day Sunday`. */
export function toQuietText(hours: QuietHours | null, { texts, formats, now }: Say): string {
  if (hours === null) return texts.text(words.quietOff);
  const range = texts.text(words.quietHours, {
    from: formats.time(atMinute(hours.startsAt, now)),
    to: formats.time(atMinute(hours.endsAt, now)),
  });
  if (hours.wholeDays.length === 0) return range;
  const names = listDayNames(formats.locale);
  const days = [...hours.wholeDays].sort((one, other) => one - other).map((day) => names[day - 1] ?? '');
  const list = new Intl.ListFormat(formats.locale, { type: 'conjunction' }).format(days);
  return texts.text(words.quietWithDays, { hours: range, days: list });
}

/** A moment at which the clock of this computer says so, on a day without a change of the clock. */
function atMinute(minute: number, now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), 0, 5, 0, minute).getTime();
}

/** What closing the window does, when it does not quit. */
export function toKeepLabel(host: Host, hasTray: boolean): Message {
  if (host.platform === 'macos') return words.keepInDock;
  return hasTray ? words.keepInTray : words.minimise;
}

/** How the app starts with the session. */
export function toAtLoginText(host: Host, hasTray: boolean): Message {
  if (host.platform === 'macos') return words.atLoginHidden;
  return hasTray ? words.atLoginTray : words.atLoginMinimised;
}

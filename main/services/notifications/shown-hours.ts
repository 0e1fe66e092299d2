/** When new texts are shown: not while the user paused that, and not in quiet hours. */
import type { SettingsView } from '#shared/contract/index.ts';

type When = Pick<SettingsView, 'notificationQuietHours' | 'notificationsPausedUntil' | 'showsNotifications'>;

/** By the clock and the days of this computer. */
export function isShownAt(settings: When, at: number): boolean {
  const { showsNotifications, notificationsPausedUntil, notificationQuietHours } = settings;
  if (!showsNotifications) return false;
  if (notificationsPausedUntil !== null && at < notificationsPausedUntil) return false;
  return notificationQuietHours === null || !isQuietAt(notificationQuietHours, new Date(at));
}

/** Hours that end before they begin go over midnight; those that end when they begin are none. */
function isQuietAt(hours: NonNullable<When['notificationQuietHours']>, time: Date): boolean {
  const { startsAt, endsAt, wholeDays } = hours;
  // Sunday is 0 in a date and 7 here.
  if (wholeDays.includes(time.getDay() === 0 ? 7 : time.getDay())) return true;
  const minute = time.getHours() * 60 + time.getMinutes();
  return startsAt <= endsAt ? minute >= startsAt && minute < endsAt : minute >= startsAt || minute < endsAt;
}

import { describe, expect, it } from 'vitest';
import { isShownAt } from '#main/services/notifications/shown-hours.ts';
import { DEFAULT_SETTINGS, type SettingsView } from '#shared/contract/index.ts';

/** 2 March 2026 is a Monday. */
const at = (day: number, hours: number, minutes = 0): number => new Date(2026, 2, day, hours, minutes).getTime();
const isShown = (chosen: Partial<SettingsView>, when: number): boolean =>
  isShownAt({ ...DEFAULT_SETTINGS, ...chosen }, when);
const quiet = (startsAt: number, endsAt: number, wholeDays: number[] = []): Partial<SettingsView> => ({
  notificationQuietHours: { startsAt: startsAt * 60, endsAt: endsAt * 60, wholeDays },
});

describe('when notifications are shown', () => {
  it('is always, never, or after a pause', () => {
    expect(isShown({}, at(2, 3))).toBe(true);
    expect(isShown({ showsNotifications: false }, at(2, 3))).toBe(false);
    const notificationsPausedUntil = at(2, 12);
    expect(isShown({ notificationsPausedUntil }, at(2, 12) - 1)).toBe(false);
    expect(isShown({ notificationsPausedUntil }, at(2, 12))).toBe(true);
  });

  it.each([
    [21, 59, true],
    [22, 0, false],
    [23, 59, false],
    [0, 0, false],
    [6, 59, false],
    [7, 0, true],
  ])('is not in hours over midnight: %i:%i', (hours, minutes, expected) => {
    expect(isShown(quiet(22, 7), at(2, hours, minutes))).toBe(expected);
  });

  it('is not in hours within a day, nor in those of no length', () => {
    expect(isShown(quiet(12, 14), at(2, 11, 59))).toBe(true);
    expect(isShown(quiet(12, 14), at(2, 12))).toBe(false);
    expect(isShown(quiet(12, 14), at(2, 14))).toBe(true);
    expect(isShown(quiet(12, 12), at(2, 12))).toBe(true);
  });

  it('is not on whole days, Sunday among them', () => {
    expect(isShown(quiet(12, 12, [1]), at(2, 9))).toBe(false);
    expect(isShown(quiet(12, 12, [7]), at(2, 9))).toBe(true);
    expect(isShown(quiet(12, 12, [7]), at(8, 9))).toBe(false);
  });
});

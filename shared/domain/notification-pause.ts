const MORNING_HOUR = 8;

/** The next eight in the morning of this computer's clock. */
export function findMorning(now: number): number {
  const morning = new Date(now);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}

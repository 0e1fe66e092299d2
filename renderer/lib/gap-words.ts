import type { Gap } from '#shared/domain/sync.ts';
import { gap as words } from './words/gap.ts';
import type { Say } from './say.ts';

/** Both ends of a gap in words: with the day where they lie on different ones, or not on this one. */
export function toSpan(
  { fromAt, toAt }: Gap,
  { formats, now }: Omit<Say, 'texts'>,
): { readonly from: string | null; readonly to: string } {
  const isToday = formats.isSameDay(toAt, now);
  if (fromAt === null) return { from: null, to: isToday ? formats.time(toAt) : formats.dateTime(toAt, now) };
  if (!formats.isSameDay(fromAt, toAt)) return { from: formats.dateTime(fromAt, now), to: formats.dateTime(toAt, now) };
  return { from: isToday ? formats.time(fromAt) : formats.dateTime(fromAt, now), to: formats.time(toAt) };
}

/** `Messages between 09:12 and 11:40 may be missing here`. */
export function toGapSentence(gap: Gap, say: Say): string {
  const { from, to } = toSpan(gap, say);
  return from === null ? say.texts.text(words.until, { to }) : say.texts.text(words.between, { from, to });
}

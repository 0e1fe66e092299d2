import type { Gap } from '#shared/domain/sync.ts';
import { gap as words } from './words/gap.ts';
import type { FormatContext } from './format.ts';

/** Both ends of a gap in words: with the day where they lie on different ones, or not on this one. */
export function toSpan(
  { fromAt, toAt }: Gap,
  { formats, now }: Omit<FormatContext, 'texts'>,
): { readonly from: string | null; readonly to: string } {
  if (fromAt === null) return { from: null, to: formats.moment(toAt, now) };
  if (!formats.isSameDay(fromAt, toAt)) return { from: formats.dateTime(fromAt, now), to: formats.dateTime(toAt, now) };
  return { from: formats.moment(fromAt, now), to: formats.time(toAt) };
}

/** `Messages between 09:12 and 11:40 may be missing here`. */
export function toGapSentence(gap: Gap, say: FormatContext): string {
  const { from, to } = toSpan(gap, say);
  return from === null ? say.texts.text(words.until, { to }) : say.texts.text(words.between, { from, to });
}

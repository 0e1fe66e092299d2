import { parsePlainTime } from '#shared/domain/scheduling/plain-time.ts';
import type { PlainNow } from '#shared/domain/scheduling/plain-words.ts';
import { resolveTime } from '#shared/domain/scheduling/zoned-time.ts';

/**
 * The instant of a time as people type it, epoch ms, which may be over already ("today 8am"); null where something in it
 * is not understood, and for what comes again and again.
 */
export function parseWhen(text: string, zoned: PlainNow): number | null {
  const said = parsePlainTime(text, zoned);
  if (said === null || said.rule !== null) return null;
  return resolveTime({ ...said, timeZone: zoned.timeZone }).at;
}

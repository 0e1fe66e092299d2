import { account } from './words/account.ts';
import type { Formats } from './format.ts';
import type { Translator } from './messages.ts';

/** Below this nobody sees it in the times of messages. */
const WORTH_SAYING_MS = 2 * 60_000;

/** `This computer's clock is 7 minutes behind the service's.`; null where that is not known, or too little to matter. */
export function findClockSkew(
  clockSkewMs: number | null,
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): string | null {
  if (clockSkewMs === null || Math.abs(clockSkewMs) <= WORTH_SAYING_MS) return null;
  const age = formats.age(Math.abs(clockSkewMs));
  return texts.text(clockSkewMs > 0 ? account.clockBehind : account.clockAhead, { age });
}

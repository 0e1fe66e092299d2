/** What is told of a chat wherever it is shown. */
import type { ChatView } from '#shared/contract/index.ts';
import type { Formats } from './format.ts';
import type { Translator } from './messages.ts';
import { muting } from './words/chat-actions.ts';

/** On the picture of the person: texts to them do not arrive. */
export function toChatBadge({ isBlocked, isUnsubscribed }: ChatView): 'ban' | 'lock' | null {
  if (isBlocked) return 'lock';
  return isUnsubscribed ? 'ban' : null;
}

/** When the mute of a muted chat ends. */
export function toMuteNote(
  { mutedUntil }: ChatView,
  { texts, formats, now }: { readonly texts: Translator; readonly formats: Formats; readonly now: number },
): string {
  if (mutedUntil === null) return texts.text(muting.always);
  return texts.text(muting.until, { time: formats.dateTime(mutedUntil, now), left: formats.age(mutedUntil - now) });
}

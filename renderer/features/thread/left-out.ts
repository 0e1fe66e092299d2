/** Messages that were to be deleted and cannot be: how many, and why. */
import type { MessageView } from '#shared/contract/index.ts';
import { leftOut as words } from './messages.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { isDeletable } from './message-menu.ts';

/** `note`: the service deletes no notes and no lines of its log · `unsent`: the service has it not · `unknown`: perhaps. */
type Reason = 'note' | 'unsent' | 'unknown';

const REASONS: readonly Reason[] = ['unsent', 'unknown', 'note'];

/** A sentence for each reason: `2 not deleted: they have not left this computer.` Empty where all of them can be. */
export function listLeftOut(messages: readonly MessageView[], texts: Translator): string[] {
  const reasons = messages.filter((message) => !isDeletable(message)).map(toReason);
  return REASONS.flatMap((reason) => {
    const count = reasons.filter((one) => one === reason).length;
    return count === 0 ? [] : [texts.text(words[reason], { count })];
  });
}

function toReason({ send }: MessageView): Reason {
  if (send === null) return 'note';
  return send.state === 'checking' || send.state === 'unknown' || send.state === 'sending' ? 'unknown' : 'unsent';
}

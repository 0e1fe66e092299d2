import type { ChatView, ContractError } from '#shared/contract/index.ts';
import { bulk, deleting, done } from './messages.ts';
import { chatActs } from '#renderer/lib/words/chat-actions.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { ChatDeed } from '#renderer/data/deeds.ts';
import { toProblemText } from '#renderer/lib/problems.ts';

export interface WordsContext {
  readonly texts: Texts;
  readonly formats: Formats;
  readonly now: number;
}

interface DoneTo {
  readonly deed: ChatDeed;
  /** The one chat of the act; null where it was about several. */
  readonly chat: ChatView | null;
  readonly count: number;
}

const HOUR_MS = 3_600_000;

/** What was done, for the toast: "Chat with Tom Abara closed", "12 chats closed". */
export function toDoneText({ deed, chat, count }: DoneTo, { texts, formats, now }: WordsContext): string {
  const until = toEnd(deed, now);
  const time = until === null ? '' : formats.dateTime(until, now);
  const kind = deed.kind === 'mute' && until !== null ? 'muteUntil' : deed.kind;
  if (chat === null) return texts.text(done[kind], { count, time });
  const name = toChatTitle(chat, formats);
  return texts.text(done[`${kind}One`], { name, time });
}

function toEnd(deed: ChatDeed, now: number): number | null {
  if (deed.kind === 'snooze') return deed.until;
  return deed.kind === 'mute' && deed.hours !== null ? now + deed.hours * HOUR_MS : null;
}

/** What is asked before so many chats are deleted. */
export function toDeleteQuestion(
  count: number,
  texts: Texts,
): { title: string; text: string; confirm: string; cancel: string } {
  return {
    title: texts.text(deleting.title, { count }),
    text: texts.text(deleting.text),
    confirm: texts.text(deleting.confirm, { count }),
    cancel: texts.text(deleting.cancel),
  };
}

/** Why main did not do it, and what to do. */
export function toFaultDetail(problem: ContractError, texts: Texts): string {
  if (problem.code === 'disconnected') return texts.text(chatActs.lostApp);
  const said = toProblemText(problem, texts);
  return said === '' ? texts.text(chatActs.noDetail) : said;
}

/** How many chats are checked, for a bar and for ears. */
export function toCheckedText(
  { count, isEverything }: { readonly count: number; readonly isEverything: boolean },
  texts: Texts,
): string {
  if (count === 0) return texts.text(bulk.noneChecked);
  return texts.text(isEverything ? bulk.allChecked : bulk.checked, { count });
}

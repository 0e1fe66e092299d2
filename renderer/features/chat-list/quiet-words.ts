/** What is said where no chat is open. */
import type { ChatCounts } from '#shared/contract/index.ts';
import { chatList } from './messages.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';

interface Known {
  /** Null: not known yet. */
  readonly counts: ChatCounts | null;
  readonly lastSyncedAt: number | null;
  /** The account's own number. */
  readonly homePhone: string | null;
}

interface QuietContext {
  readonly texts: Translator;
  readonly formats: Formats;
}

/** All done, or the first day; null where there are open chats, or where that is not known yet. */
export function toQuietWords(
  { counts, lastSyncedAt, homePhone }: Known,
  { texts, formats }: QuietContext,
): { readonly title: string; readonly text: string } | null {
  if (counts === null || counts.open > 0 || lastSyncedAt === null) return null;
  if (counts.closed > 0 || counts.snoozed > 0)
    return { title: texts.text(chatList.quietTitle), text: texts.text(chatList.quietText) };
  const number = homePhone === null ? null : formats.phone(homePhone);
  const text =
    number === null ? texts.text(chatList.firstTextWithoutNumber) : texts.text(chatList.firstText, { number });
  return { title: texts.text(chatList.firstTitle), text };
}

/** What lists of chats are called, and what is said where one is empty or no chat is open. */
import type { ChatCounts } from '#shared/contract/index.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { chatList, lists } from './messages.ts';
import type { ScopeName } from '#renderer/data/scopes.ts';

interface ListWords {
  readonly name: Message;
  /** For a screen reader, where it is not made of the name. */
  readonly region?: Message;
  /** Null: said on the sheet, where there is room to say what to do. */
  readonly empty: { readonly title: Message; readonly text: Message } | null;
}

/** Titles in a list. */
export const sectionWords = {
  today: chatList.today,
  yesterday: chatList.yesterday,
  earlier: chatList.earlier,
  waiting: lists.sectionWaiting,
  answered: lists.sectionAnswered,
} as const satisfies Readonly<Record<string, Message>>;

export const listWords: Readonly<Record<ScopeName, ListWords>> = {
  open: { name: chatList.openTab, region: chatList.openList, empty: null },
  unread: {
    name: chatList.unreadTab,
    region: chatList.unreadList,
    empty: { title: chatList.unreadTitle, text: chatList.unreadText },
  },
  closed: {
    name: chatList.closedTab,
    region: chatList.closedList,
    empty: { title: chatList.closedTitle, text: lists.closedTextNoKey },
  },
  pinned: { name: lists.pinned, empty: { title: lists.pinnedTitle, text: lists.pinnedText } },
  muted: { name: lists.muted, empty: { title: lists.mutedTitle, text: lists.mutedText } },
  snoozed: { name: lists.snoozed, empty: { title: lists.snoozedTitle, text: lists.snoozedText } },
  waiting: { name: lists.waiting, empty: { title: lists.waitingTitle, text: lists.waitingText } },
  drafts: { name: lists.drafts, empty: { title: lists.draftsTitle, text: lists.draftsText } },
  failed: { name: lists.failed, empty: { title: lists.failedTitle, text: lists.failedText } },
  scheduled: { name: lists.scheduled, empty: { title: lists.scheduledTitle, text: lists.scheduledText } },
  deleted: { name: lists.deleted, empty: { title: lists.deletedTitle, text: lists.deletedText } },
};

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

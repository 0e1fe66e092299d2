/** One row of the chat list in words: what stands where, and what a screen reader says. */
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { BusinessHours, ChatScope, ChatSort, ChatView } from '#shared/contract/index.ts';
import { chatList } from './messages.ts';
import { row as words } from './messages.ts';
import { deliveryWords, type DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toSecondLine, type RowLead } from './chat-row-line.ts';
import { sameScope, SCOPES } from '#renderer/data/scopes.ts';
import { toWaited, type WaitedWords } from './waited.ts';

export interface ChatRowModel {
  readonly chatId: number;
  readonly phone: string;
  /** The name, or the number as people read it. */
  readonly title: string;
  /** Empty where nobody gave the number a name. */
  readonly name: string;
  readonly avatarId: string | null;
  readonly badge: 'ban' | 'lock' | null;
  /** Of the last item; how long they have waited, or until when it is snoozed, where the list is about that. */
  readonly time: string;
  /** What `time` means where it is not plain; for the tooltip. */
  readonly timeNote: string;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  /** When the mute ends, in words; for the tooltip. */
  readonly muteNote: string;
  /** It came back from being snoozed, and nothing was said since. */
  readonly isReturned: boolean;
  readonly isClosed: boolean;
  /** Said by an icon in lists that hold chats of several shelves. */
  readonly shelf: 'closed' | 'deleted' | null;
  readonly mark: DeliveryMarkName | null;
  readonly lead: RowLead | null;
  readonly text: string;
  readonly unreadCount: number;
  /** `Deborah Okonkwo, 2 unread, pinned. Can he have… 09:52` */
  readonly label: string;
}

export interface RowContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
  /** The list that it stands in; left out where it stands alone. */
  readonly list?: { readonly scope: ChatScope; readonly sort: ChatSort };
  /** Hours in which somebody is there to answer; null: always. */
  readonly openWeek?: BusinessHours;
}

type Facts = Omit<ChatRowModel, 'label'> & { readonly waited: WaitedWords | null; readonly spokenTime: string };

export function toChatRow(chat: ChatView, context: RowContext): ChatRowModel {
  const { formats, now } = context;
  const waited = toWaitedWords(chat, context);
  const plainTime = chat.lastAt === null ? '' : formats.listTime(chat.lastAt, now);
  const row = {
    chatId: chat.id,
    phone: chat.phone,
    title: toChatTitle(chat, formats),
    name: chat.name,
    avatarId: chat.avatarId,
    badge: toBadge(chat),
    ...toTime(chat, { plain: plainTime, waited }, context),
    isPinned: chat.isPinned,
    isMuted: chat.isMuted,
    muteNote: toMuteNote(chat, context),
    isReturned: chat.returnedAt !== null,
    isClosed: chat.status === 'closed',
    shelf: toShelf(chat, context),
    unreadCount: chat.unreadCount,
    ...toSecondLine(chat, context),
  };
  return { ...row, label: toLabel({ ...row, waited, spokenTime: plainTime }, chat, context) };
}

/** How long they have waited, where the list is about waiting. */
function toWaitedWords(chat: ChatView, { list, openWeek = null, ...context }: RowContext): WaitedWords | null {
  if (list === undefined || chat.waitingSince === null) return null;
  const isAbout = list.sort === 'waiting' || sameScope(list.scope, SCOPES.waiting);
  return isAbout ? toWaited(chat.waitingSince, { ...context, openWeek }) : null;
}

function toTime(
  chat: ChatView,
  { plain, waited }: { readonly plain: string; readonly waited: WaitedWords | null },
  { texts, formats, now, openWeek = null }: RowContext,
): Pick<ChatRowModel, 'time' | 'timeNote'> {
  if (chat.snoozedUntil !== null) {
    const time = texts.text(words.until, { time: formats.comingTime(chat.snoozedUntil, now) });
    return { time, timeNote: '' };
  }
  if (waited === null) return { time: plain, timeNote: '' };
  const note = openWeek === null ? words.waited : words.waitedOpen;
  return { time: waited.short, timeNote: texts.text(note, { time: waited.spoken }) };
}

function toBadge({ isBlocked, isUnsubscribed }: ChatView): 'ban' | 'lock' | null {
  if (isBlocked) return 'lock';
  return isUnsubscribed ? 'ban' : null;
}

function toMuteNote(chat: ChatView, { texts, formats, now }: RowContext): string {
  if (chat.mutedUntil === null) return texts.text(chatList.mutedAlways);
  const left = formats.age(chat.mutedUntil - now);
  return texts.text(words.mutedLeft, { time: formats.dateTime(chat.mutedUntil, now), left });
}

/** In a list of closed chats nobody needs to be told. */
function toShelf({ status }: ChatView, { list }: RowContext): ChatRowModel['shelf'] {
  if (list?.scope.shelf !== 'any') return null;
  return status === 'closed' || status === 'deleted' ? status : null;
}

function toLabel(row: Facts, chat: ChatView, { texts, formats, now }: RowContext): string {
  const left = chat.mutedUntil === null ? null : formats.age(chat.mutedUntil - now);
  const muted = left === null ? texts.text(chatList.muted) : texts.text(words.mutedFor, { time: left });
  const until = chat.snoozedUntil === null ? null : formats.comingTime(chat.snoozedUntil, now);
  const facts = [
    row.title,
    row.unreadCount > 0 && texts.text(chatList.unread, { count: row.unreadCount }),
    row.isPinned && texts.text(chatList.pinned),
    row.isMuted && muted,
    until !== null && texts.text(words.snoozedUntil, { time: until }),
    row.isReturned && texts.text(words.returned),
    row.waited !== null && texts.text(words.waitingFor, { time: row.waited.spoken }),
    row.shelf !== null && texts.text(words[row.shelf]),
  ].filter((fact) => fact !== false);
  const isMarkSaid = row.mark !== null && row.lead === null;
  const mark = isMarkSaid ? `${texts.text(deliveryWords[row.mark].word)}:` : null;
  const lead = row.lead === null ? null : (row.lead.spoken ?? row.lead.text);
  const rest = [lead, mark, row.text, row.spokenTime].filter((part) => part !== null && part !== '');
  return `${facts.join(', ')}. ${rest.join(' ')}`;
}

/** One row of the chat list in words: what stands where, and what a screen reader says. */
import type { ChatView } from '#shared/contract/index.ts';
import { chatList, sending } from '../catalogue/inbox.ts';
import { lost } from '../catalogue/waiting.ts';
import { deliveryWords, type DeliveryMarkName } from '../delivery-marks.ts';
import type { Formats } from '../format.ts';
import type { Texts } from '../messages.ts';

export interface ChatRowModel {
  readonly chatId: number;
  readonly phone: string;
  /** The name, or the number as people read it. */
  readonly title: string;
  /** Empty where nobody gave the number a name. */
  readonly name: string;
  readonly avatarId: string | null;
  readonly badge: 'ban' | 'lock' | null;
  readonly time: string;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  /** When the mute ends, in words; for the tooltip. */
  readonly muteNote: string;
  readonly isClosed: boolean;
  readonly mark: DeliveryMarkName | null;
  readonly lead: { readonly text: string; readonly tone: 'draft' | 'bad' | 'open' } | null;
  readonly text: string;
  readonly unreadCount: number;
  /** `Deborah Okonkwo, 2 unread, pinned. Can he have… 09:52` */
  readonly label: string;
}

export interface RowContext {
  readonly texts: Texts;
  readonly formats: Formats;
  readonly now: number;
}

const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'CANCEL']);

/** The name of a chat for sentences: the person's, else the number. */
export function toChatTitle(chat: Pick<ChatView, 'name' | 'phone'>, formats: Formats): string {
  return chat.name === '' ? formats.phone(chat.phone) : chat.name;
}

export function toChatRow(chat: ChatView, context: RowContext): ChatRowModel {
  const { formats, now } = context;
  const row = {
    chatId: chat.id,
    phone: chat.phone,
    title: toChatTitle(chat, formats),
    name: chat.name,
    avatarId: chat.avatarId,
    badge: toBadge(chat),
    time: chat.lastAt === null ? '' : formats.listTime(chat.lastAt, now),
    isPinned: chat.isPinned,
    isMuted: chat.isMuted,
    muteNote: toMuteNote(chat, context),
    isClosed: chat.status === 'closed',
    unreadCount: chat.unreadCount,
    ...toSecondLine(chat, context),
  };
  return { ...row, label: toLabel(row, context) };
}

function toBadge({ isBlocked, isUnsubscribed }: ChatView): 'ban' | 'lock' | null {
  if (isBlocked) return 'lock';
  return isUnsubscribed ? 'ban' : null;
}

function toMuteNote(chat: ChatView, { texts, formats, now }: RowContext): string {
  if (chat.mutedUntil === null) return texts.text(chatList.mutedAlways);
  return texts.text(chatList.mutedUntil, { time: formats.dateTime(chat.mutedUntil, now) });
}

function toSecondLine(chat: ChatView, { texts }: RowContext): Pick<ChatRowModel, 'mark' | 'lead' | 'text'> {
  if (chat.isBlocked) return { mark: null, lead: null, text: texts.text(chatList.blocked) };
  if (chat.isUnsubscribed) {
    const isStop = chat.lastDirection === 'in' && STOP_WORDS.has(chat.lastText.trim().toUpperCase());
    const text = texts.text(isStop ? chatList.unsubscribedWithStop : chatList.unsubscribed);
    return { mark: null, lead: null, text };
  }
  if (chat.draft !== null && chat.draft.trim() !== '') {
    return { mark: null, lead: { text: texts.text(chatList.draft), tone: 'draft' }, text: toOneLine(chat.draft) };
  }
  const mark = toMark(chat);
  return { mark, lead: toLead(chat, mark, texts), text: toLastText(chat, texts) };
}

function toMark({ lastDirection, lastMark, lastSendState }: ChatView): DeliveryMarkName | null {
  if (lastDirection !== 'out') return null;
  if (lastSendState === 'refused' || lastSendState === 'not-sent') return 'failed';
  if (lastSendState === 'checking' || lastSendState === 'unknown') return 'unknown';
  return lastMark;
}

/** What stands before the last text where something came in its way. */
function toLead(chat: ChatView, mark: DeliveryMarkName | null, texts: Texts): ChatRowModel['lead'] {
  const toSentence = (text: string): string => texts.text(chatList.sentence, { text });
  if (chat.lastSendState === 'checking') return { text: toSentence(texts.text(lost.checking)), tone: 'open' };
  if (chat.lastSendState === 'unknown') return { text: toSentence(texts.text(sending.noAnswer)), tone: 'open' };
  const bad = toBadWord(chat, mark, texts);
  return bad === null ? null : { text: toSentence(bad), tone: 'bad' };
}

function toBadWord(chat: ChatView, mark: DeliveryMarkName | null, texts: Texts): string | null {
  if (chat.lastSendState === 'refused' || chat.lastSendState === 'not-sent') return texts.text(sending.notSent);
  if (mark === 'failed' || mark === 'rejected' || mark === 'unsubscribed') return texts.text(deliveryWords[mark].word);
  return null;
}

function toLastText({ lastDirection, lastText }: ChatView, texts: Texts): string {
  const text = toOneLine(lastText);
  if (text !== '') return text;
  if (lastDirection === 'call-in' || lastDirection === 'call-out') return texts.text(chatList.call);
  return lastDirection === null ? '' : texts.text(chatList.noText);
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function toLabel(row: Omit<ChatRowModel, 'label'>, { texts }: RowContext): string {
  const facts = [
    row.title,
    ...(row.unreadCount > 0 ? [texts.text(chatList.unread, { count: row.unreadCount })] : []),
    ...(row.isPinned ? [texts.text(chatList.pinned)] : []),
    ...(row.isMuted ? [texts.text(chatList.muted)] : []),
  ];
  const isMarkSaid = row.mark !== null && row.lead === null;
  const mark = isMarkSaid ? `${texts.text(deliveryWords[row.mark].word)}:` : null;
  const rest = [row.lead?.text ?? null, mark, row.text, row.time].filter((part) => part !== null && part !== '');
  return `${facts.join(', ')}. ${rest.join(' ')}`;
}

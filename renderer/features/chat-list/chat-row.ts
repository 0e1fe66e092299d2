/** One row of the chat list in words: what stands where, and what a screen reader says. */
import { toChatBadge, toMuteNote } from '#renderer/lib/chat-status.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import type { BusinessHours, ChatScope, ChatSort, ChatView } from '#shared/contract/index.ts';
import { toOpenMs } from '#shared/domain/business-hours.ts';
import { sameScope, SCOPES } from '#renderer/data/scopes.ts';
import { deliveryWords, type DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { splitAttachmentLinks } from '#renderer/lib/attachment-links.ts';
import { withFilesCount } from '#renderer/lib/own-files.ts';
import { lost, sending } from '#renderer/lib/words/delivery.ts';
import { time } from '#renderer/lib/words/time.ts';
import { chatList, row as words } from './messages.ts';

/** What stands before the last text of a row. */
export interface RowLead {
  readonly text: string;
  readonly tone: 'draft' | 'bad' | 'open' | 'scheduled';
  /** Where it says more than is seen. */
  readonly spoken?: string;
}

interface SecondLine {
  readonly mark: DeliveryMarkName | null;
  readonly lead: RowLead | null;
  readonly text: string;
}

export interface ChatRowModel {
  readonly chatId: number;
  readonly phone: string;
  /** The name, or the number as people read it. */
  readonly title: string;
  /** Empty where the number has no name. */
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
  /** Their text was read and not answered, in a list that is not about that. */
  readonly needsReply: boolean;
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
  /** Left out: the service can be reached. */
  readonly link?: LinkState;
  /** The list that it stands in; left out where it stands alone. */
  readonly list?: { readonly scope: ChatScope; readonly sort: ChatSort };
  /** Business hours; null: always open. */
  readonly openWeek?: BusinessHours;
  /** Of the service's web application, by which links of files are known; left out: not known. */
  readonly webUrl?: string;
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
    badge: toChatBadge(chat),
    ...toTime(chat, { plain: plainTime, waited }, context),
    isPinned: chat.isPinned,
    isMuted: chat.isMuted,
    muteNote: toMuteNote(chat, context),
    isReturned: chat.returnedAt !== null,
    needsReply: needsReply(chat, context),
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
  return isAboutWaiting(list) ? toWaited(chat.waitingSince, { ...context, openWeek }) : null;
}

const isAboutWaiting = ({ scope, sort }: NonNullable<RowContext['list']>): boolean =>
  sort === 'waiting' || sameScope(scope, SCOPES.waiting);

function needsReply(chat: ChatView, { list }: RowContext): boolean {
  if (list === undefined || isAboutWaiting(list) || list.scope.marks.includes('waiting')) return false;
  const isOpen = chat.status === 'active' && chat.snoozedUntil === null && !chat.isBlocked && !chat.isUnsubscribed;
  return isOpen && chat.waitingSince !== null && chat.unreadCount === 0;
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

/** In a list of closed chats it goes without saying. */
function toShelf({ status }: ChatView, { list }: RowContext): ChatRowModel['shelf'] {
  if (list?.scope.shelf !== 'any') return null;
  return status === 'closed' || status === 'deleted' ? status : null;
}

function toLabel(row: Facts, chat: ChatView, context: RowContext): string {
  const { texts, formats, now } = context;
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
    row.needsReply && texts.text(words.needsReply),
    row.waited !== null && texts.text(words.waitingFor, { time: row.waited.spoken }),
    row.shelf !== null && texts.text(words[row.shelf]),
  ].filter((fact) => fact !== false);
  return `${facts.join(', ')}. ${toSpokenText(row, context)}`;
}

/** What was said last, how that went, and when. */
function toSpokenText(row: Facts, { texts, link }: RowContext): string {
  const isMarkSaid = row.mark !== null && row.lead === null;
  const mark = isMarkSaid ? `${texts.text(toMarkWord(row.mark, link))}:` : null;
  const lead = row.lead === null ? null : (row.lead.spoken ?? row.lead.text);
  return [lead, mark, row.text, row.spokenTime].filter((part) => part !== null && part !== '').join(' ');
}

/** What waits is on its way, unless there is no connection. */
function toMarkWord(mark: DeliveryMarkName, link: LinkState = 'live'): Message {
  const isLeaving = mark === 'waiting' && link !== 'offline' && link !== 'lost';
  return isLeaving ? sending.sending : deliveryWords[mark].word;
}

const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'CANCEL']);

/** Who cannot be texted comes first, then what was begun, what failed, what is to go out, and the last text. */
function toSecondLine(chat: ChatView, context: RowContext): SecondLine {
  const { texts, list } = context;
  if (chat.isBlocked) return { mark: null, lead: null, text: texts.text(chatList.blocked) };
  if (chat.isUnsubscribed) {
    const isStop = chat.lastDirection === 'in' && STOP_WORDS.has(chat.lastText.trim().toUpperCase());
    const text = texts.text(isStop ? chatList.unsubscribedWithStop : chatList.unsubscribed);
    return { mark: null, lead: null, text };
  }
  const draft = withFilesCount(toOneLine(chat.draft ?? ''), chat.draftFilesCount, texts);
  const isDraftMeant = list?.scope.marks.some((mark) => mark === 'failed' || mark === 'scheduled') !== true;
  if (draft !== '' && isDraftMeant)
    return { mark: null, lead: { text: toDraftLead(chat, context), tone: 'draft' }, text: draft };
  return toLastLine(chat, context);
}

/** `Draft:`, and of one that was begun on another day when that was: `Draft, Thu:`. */
function toDraftLead({ draftAt }: ChatView, { texts, formats, now }: RowContext): string {
  if (draftAt === null || formats.isSameDay(draftAt, now)) return texts.text(chatList.draft);
  return texts.text(chatList.draftFrom, { time: formats.listTime(draftAt, now) });
}

function toLastLine(chat: ChatView, context: RowContext): SecondLine {
  const { texts, formats, now, list } = context;
  const mark = toMark(chat);
  const lead = toLead(chat, mark, texts);
  const text = toLastText(chat, context);
  // What was not read yet, or is to be answered, is not hidden by what is to be sent.
  const isReplyMeant = chat.waitingSince !== null && list !== undefined && isAboutWaiting(list);
  const isTheirs = lead !== null || chat.unreadCount > 0 || isReplyMeant;
  const isScheduleMeant = !isTheirs || list?.scope.marks.includes('scheduled') === true;
  if (chat.scheduledAt === null || !isScheduleMeant) return { mark, lead, text };
  const time = formats.comingTime(chat.scheduledAt, now);
  const spoken = texts.text(words.scheduledFor, { time });
  return {
    mark: 'scheduled',
    lead: { text: time, tone: 'scheduled', spoken },
    text: toOneLine(chat.scheduledText ?? ''),
  };
}

function toMark({ lastDirection, lastMark, lastSendState, hasFailed }: ChatView): DeliveryMarkName | null {
  if (lastDirection !== 'out') return hasFailed ? 'failed' : null;
  if (lastSendState === 'refused' || lastSendState === 'not-sent') return 'failed';
  if (lastSendState === 'checking' || lastSendState === 'unknown') return 'unknown';
  return lastMark;
}

/** What stands before the last text where something came in its way. */
function toLead(chat: ChatView, mark: DeliveryMarkName | null, texts: Translator): RowLead | null {
  const toWords = (text: string): string => texts.text(chatList.before, { text });
  if (chat.lastSendState === 'checking') return { text: toWords(texts.text(lost.checking)), tone: 'open' };
  if (chat.lastSendState === 'unknown') return { text: toWords(texts.text(sending.noAnswer)), tone: 'open' };
  const bad = toBadWord(chat, mark, texts);
  return bad === null ? null : { text: toWords(bad), tone: 'bad' };
}

function toBadWord(chat: ChatView, mark: DeliveryMarkName | null, texts: Translator): string | null {
  if (chat.lastSendState === 'refused' || chat.lastSendState === 'not-sent') return texts.text(sending.notSent);
  if (mark === 'failed' || mark === 'rejected' || mark === 'unsubscribed') return texts.text(deliveryWords[mark].word);
  return chat.hasFailed ? texts.text(deliveryWords.failed.word) : null;
}

function toLastText({ lastDirection, lastText, lastSendState }: ChatView, { texts, webUrl = '' }: RowContext): string {
  const isOurs = lastDirection === 'out';
  const { text: words, links } = splitAttachmentLinks(lastText, isOurs ? webUrl : '');
  const text = toOneLine(words);
  if (text !== '') return text;
  if (links.length > 0) return texts.text(chatList.filesCount, { count: links.length });
  // What was written here without a word is files, which have no links yet.
  if (isOurs && lastSendState !== null) return texts.text(chatList.files);
  if (lastDirection === 'call-in' || lastDirection === 'call-out') return texts.text(chatList.call);
  return lastDirection === null ? '' : texts.text(chatList.noText);
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on minutes say nothing. */
const MANY_HOURS = 10;

interface WaitedContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
  /** Null: always open. */
  readonly openWeek: BusinessHours;
}

/** As it is shown and as a screen reader says it: `2 h 10 min` and `2 hours 10 minutes`. */
interface WaitedWords {
  readonly short: string;
  readonly spoken: string;
}

/** How long since `sinceAt`. Days are only said where every hour counts: a day of business is no day. */
function toWaited(sinceAt: number, { texts, formats, now, openWeek }: WaitedContext): WaitedWords {
  const ms = toOpenMs(openWeek, sinceAt, now);
  if (openWeek === null && ms >= DAY_MS) return { short: formats.age(ms), spoken: formats.age(ms) };
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const inHours = texts.text(time.hours, { count: hours });
  const inMinutes = texts.text(time.minutes, { count: minutes });
  if (hours >= MANY_HOURS) return { short: texts.text(words.hours, { hours }), spoken: inHours };
  if (hours > 0)
    return { short: texts.text(words.hoursMinutes, { hours, minutes }), spoken: `${inHours} ${inMinutes}` };
  if (minutes === 0) return { short: texts.text(words.lessThanMinute), spoken: texts.text(words.lessThanMinuteSpoken) };
  return { short: texts.text(words.minutes, { minutes }), spoken: inMinutes };
}

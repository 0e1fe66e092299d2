/** The second line of a chat's row: what was said last, or what stands in its way. */
import type { ChatScope, ChatView } from '#shared/contract/index.ts';
import { chatList } from './messages.ts';
import { sending } from '#renderer/lib/words/delivery.ts';
import { row as words } from './messages.ts';
import { lost } from '#renderer/lib/words/delivery.ts';
import { deliveryWords, type DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { withFilesCount } from '#renderer/lib/own-files.ts';

/** What stands before the text. */
export interface RowLead {
  readonly text: string;
  readonly tone: 'draft' | 'bad' | 'open' | 'scheduled';
  /** Where it says more than is seen. */
  readonly spoken?: string;
}

export interface SecondLine {
  readonly mark: DeliveryMarkName | null;
  readonly lead: RowLead | null;
  readonly text: string;
}

interface LineContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
  /** The list that it stands in: what the list is about leads, whatever else there is. */
  readonly list?: { readonly scope: ChatScope };
}

const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'CANCEL']);

/** Who cannot be texted comes first, then what was begun, what failed, what is to go out, and the last text. */
export function toSecondLine(chat: ChatView, context: LineContext): SecondLine {
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
    return { mark: null, lead: { text: texts.text(chatList.draft), tone: 'draft' }, text: draft };
  return toLastLine(chat, context);
}

function toLastLine(chat: ChatView, { texts, formats, now, list }: LineContext): SecondLine {
  const mark = toMark(chat);
  const lead = toLead(chat, mark, texts);
  const text = toLastText(chat, texts);
  const isScheduleMeant = lead === null || list?.scope.marks.includes('scheduled') === true;
  if (chat.scheduledAt === null || !isScheduleMeant) return { mark, lead, text };
  const time = formats.comingTime(chat.scheduledAt, now);
  const spoken = texts.text(words.scheduledFor, { time });
  return { mark: 'scheduled', lead: { text: time, tone: 'scheduled', spoken }, text };
}

function toMark({ lastDirection, lastMark, lastSendState, hasFailed }: ChatView): DeliveryMarkName | null {
  if (lastDirection !== 'out') return hasFailed ? 'failed' : null;
  if (lastSendState === 'refused' || lastSendState === 'not-sent') return 'failed';
  if (lastSendState === 'checking' || lastSendState === 'unknown') return 'unknown';
  return lastMark;
}

/** What stands before the last text where something came in its way. */
function toLead(chat: ChatView, mark: DeliveryMarkName | null, texts: Translator): RowLead | null {
  const toSentence = (text: string): string => texts.text(chatList.sentence, { text });
  if (chat.lastSendState === 'checking') return { text: toSentence(texts.text(lost.checking)), tone: 'open' };
  if (chat.lastSendState === 'unknown') return { text: toSentence(texts.text(sending.noAnswer)), tone: 'open' };
  const bad = toBadWord(chat, mark, texts);
  return bad === null ? null : { text: toSentence(bad), tone: 'bad' };
}

function toBadWord(chat: ChatView, mark: DeliveryMarkName | null, texts: Translator): string | null {
  if (chat.lastSendState === 'refused' || chat.lastSendState === 'not-sent') return texts.text(sending.notSent);
  if (mark === 'failed' || mark === 'rejected' || mark === 'unsubscribed') return texts.text(deliveryWords[mark].word);
  return chat.hasFailed ? texts.text(deliveryWords.failed.word) : null;
}

function toLastText({ lastDirection, lastText, lastSendState }: ChatView, texts: Translator): string {
  const text = toOneLine(lastText);
  if (text !== '') return text;
  // What was written here without a word is files.
  if (lastDirection === 'out' && lastSendState !== null) return texts.text(chatList.files);
  if (lastDirection === 'call-in' || lastDirection === 'call-out') return texts.text(chatList.call);
  return lastDirection === null ? '' : texts.text(chatList.noText);
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

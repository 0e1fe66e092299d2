import type { MessageView, SendCheckView } from '#shared/contract/index.ts';
import { thread } from '../catalogue/inbox.ts';
import type { Formats } from '../format.ts';
import type { LinkState } from '../link-state.ts';
import type { Texts } from '../messages.ts';
import { toFormattingLocale } from '../locale.ts';
import { lost } from '../catalogue/waiting.ts';
import { toLooks } from './lost-answer.ts';
import { toMessageLook } from './message-look.ts';
import { toProblemText } from './problem-text.ts';

export interface DetailLine {
  readonly label: string;
  readonly value: string;
}

export interface DetailContext {
  readonly texts: Texts;
  readonly formats: Formats;
  readonly now: number;
  readonly link: LinkState;
}

/** Everything that is known of a message, for whoever asks: exact time and zone, letter, parts, price, attempts. */
export function toDetails(message: MessageView, context: DetailContext): DetailLine[] {
  const { texts, formats, now, link } = context;
  const look = toMessageLook(message, link);
  const said = message.send?.problem ?? null;
  const lines: (readonly [string, string | null])[] = [
    [texts.text(thread.detailsAt), toExactTime(message.at, { texts, formats, now })],
    [texts.text(thread.detailsState), look.word === null ? null : texts.text(look.word)],
    [texts.text(thread.detailsLetter), message.letter],
    [texts.text(thread.detailsReject), message.rejectReason],
    [texts.text(thread.detailsParts), message.partsCount === null ? null : String(message.partsCount)],
    [texts.text(thread.detailsPrice), message.price === null ? null : formats.money(message.price)],
    [texts.text(thread.detailsAttempts), message.send === null ? null : String(message.send.attempts)],
    [texts.text(thread.detailsProblem), said === null ? null : toProblemText(said, texts)],
    ...toLostLines(message.send?.check ?? null, context),
  ];
  return lines.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));
}

/** That an answer got lost stays known, also once the text was found. */
function toLostLines(check: SendCheckView | null, context: DetailContext): (readonly [string, string | null])[] {
  if (check === null) return [];
  const { texts, formats, now } = context;
  const { finding, lostAt, lastLookAt, nextLookAt } = check;
  const toTime = (at: number | null): string | null => (at === null ? null : formats.dateTime(at, now));
  const isFound = finding === 'found';
  return [
    [texts.text(lost.detailsLost), toTime(lostAt)],
    [texts.text(lost.detailsLooks), isFound ? null : toLooks(check, context)],
    [texts.text(lost.detailsNext), isFound ? null : toTime(nextLookAt)],
    [texts.text(lost.detailsFound), isFound ? toTime(lastLookAt) : null],
  ];
}

/** Date, time and the zone that they are told in. */
function toExactTime(at: number, { texts, formats, now }: Pick<DetailContext, 'texts' | 'formats' | 'now'>): string {
  const locale = toFormattingLocale(texts.locale);
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' }).formatToParts(at);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return [formats.dateTime(at, now), zone].filter((part) => part !== '').join(', ');
}

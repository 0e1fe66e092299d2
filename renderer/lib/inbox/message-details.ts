import type { MessageView } from '#shared/contract/index.ts';
import { thread } from '../catalogue/inbox.ts';
import type { Formats } from '../format.ts';
import type { LinkState } from '../link-state.ts';
import type { Texts } from '../messages.ts';
import { toFormattingLocale } from '../locale.ts';
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
export function toDetails(message: MessageView, { texts, formats, now, link }: DetailContext): DetailLine[] {
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
  ];
  return lines.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));
}

/** Date, time and the zone that they are told in. */
function toExactTime(at: number, { texts, formats, now }: Pick<DetailContext, 'texts' | 'formats' | 'now'>): string {
  const locale = toFormattingLocale(texts.locale);
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' }).formatToParts(at);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return [formats.dateTime(at, now), zone].filter((part) => part !== '').join(', ');
}

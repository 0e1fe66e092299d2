import type { MessageDetails, MessageView, SendCheckView } from '#shared/contract/index.ts';
import { messageDetails as words } from './messages.ts';
import { deliveryWords } from '#renderer/lib/delivery-marks.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { LinkState } from '#renderer/lib/link-state.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import { files as fileWords } from '#renderer/lib/words/files.ts';
import { lost } from '#renderer/lib/words/delivery.ts';
import { toLooks } from '#renderer/features/outbox/lost-answer.ts';
import { toMessageLook } from './message-look.ts';
import { toProblemText } from '#renderer/lib/problems.ts';

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

/**
 * Everything that is known of a message, for whoever asks: exact time and zone, from whom and to whom, what became of it,
 * the codes of service and operator as they are, parts, price, attempts. `details`: what main knows beyond the bubble;
 * null while that is on its way, or where nothing more is known.
 */
export function toDetails(
  message: MessageView,
  context: DetailContext,
  details: MessageDetails | null = null,
): DetailLine[] {
  const { texts, formats, now, link } = context;
  const look = toMessageLook(message, link);
  const known = details ?? NOTHING_MORE;
  const problem = message.send?.problem ?? null;
  const price = known.price ?? message.price;
  const lines: (readonly [string, string | null])[] = [
    [texts.text(words.at), toExactTime(message.at, { formats, now })],
    [texts.text(words.from), toParty(known.sender, formats)],
    [texts.text(words.to), toParty(known.receiver, formats)],
    [texts.text(words.author), known.author],
    [texts.text(words.session), toSession(known.session, context)],
    [texts.text(words.state), look.word === null ? null : texts.text(look.word)],
    [texts.text(words.history), toHistory(known, context)],
    [texts.text(words.why), look.whySaid ?? (look.why === null ? null : texts.text(look.why))],
    [texts.text(words.reject), known.rejectReason ?? message.rejectReason],
    [texts.text(words.letter), message.letter],
    [texts.text(fileWords.details), toFileLines(message, context)],
    [texts.text(words.parts), toParts(message, known, context)],
    [texts.text(words.price), price === null ? null : formats.money(price)],
    [texts.text(words.reference), known.reference],
    [texts.text(words.sessionId), toSessionId(known.session)],
    [texts.text(words.attempts), message.send === null ? null : String(message.send.attempts)],
    [texts.text(words.answer), problem === null ? null : toProblemText(problem, texts)],
    ...toLostLines(message.send?.check ?? null, context),
  ];
  return lines.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));
}

const NOTHING_MORE: MessageDetails = {
  letters: [],
  sender: null,
  receiver: null,
  author: null,
  session: null,
  reference: null,
  partsCount: null,
  charsCount: null,
  price: null,
  rejectReason: null,
  canDelete: false,
};

/** A number as people read it; names as they are. */
function toParty(party: string | null, formats: Formats): string | null {
  return party === null ? null : formats.phone(party);
}

/** `Sent to 64 people`. A send to one is nothing to tell. */
function toSession(session: MessageDetails['session'], { texts }: DetailContext): string | null {
  const count = session?.recipientsCount ?? 0;
  return count < 2 ? null : texts.text(words.sessionPeople, { count });
}

/** Its number at the service, and what the service says that it came from, as it says it. */
function toSessionId(session: MessageDetails['session']): string | null {
  if (session === null) return null;
  return [String(session.id), session.source ?? ''].filter((part) => part !== '').join(', ');
}

/** Every change that was seen, the oldest first. */
function toHistory({ letters }: MessageDetails, { texts, formats, now }: DetailContext): string | null {
  const lines = letters.map(({ letter, mark, at }) => {
    const time = formats.moment(at, now);
    if (mark === null) return texts.text(words.historyWithout, { time, letter });
    return texts.text(words.historyLine, { time, letter, word: texts.text(deliveryWords[mark].word) });
  });
  return lines.length === 0 ? null : lines.join('\n');
}

function toParts({ partsCount }: MessageView, known: MessageDetails, { texts }: DetailContext): string | null {
  const parts = known.partsCount ?? partsCount;
  if (parts === null) return null;
  if (known.charsCount === null) return String(parts);
  return texts.text(words.partsChars, { parts, count: known.charsCount });
}

function toFileLines({ send }: MessageView, { texts, formats }: DetailContext): string | null {
  const files = send?.files ?? [];
  const lines = files.map(({ name, sizeBytes }) =>
    texts.text(fileWords.detailsOne, { name, size: formats.bytes(sizeBytes) }),
  );
  return lines.length === 0 ? null : lines.join('\n');
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
export function toExactTime(at: number, { formats, now }: Pick<DetailContext, 'formats' | 'now'>): string {
  const zone = formats.zoneName(at);
  return [formats.dateTime(at, now), zone].filter((part) => part !== '').join(', ');
}

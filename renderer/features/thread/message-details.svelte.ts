import type { MessageDetails, SwitchboardBridge, MessageView, SendCheckView } from '#shared/contract/index.ts';
import { messageDetails as words } from './messages.ts';
import { deliveryWords } from '#renderer/lib/delivery-marks.ts';
import { Latest } from '#renderer/lib/async.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { files as fileWords } from '#renderer/lib/words/files.ts';
import { lost } from '#renderer/lib/words/delivery.ts';
import { toSearchCount } from '#renderer/features/outbox/lost-answer.ts';
import { toMessageViewModel } from './message-view-model.ts';
import { toProblemText } from '#renderer/lib/problems.ts';

/** What main knows of one message beyond its bubble, while its details are open. */
export class OpenDetails {
  #key = $state<string | null>(null);
  #details = $state.raw<MessageDetails | null>(null);
  #isFailed = $state(false);
  readonly #latest = new Latest();
  readonly #bridge: SwitchboardBridge;
  readonly #chat: { readonly chatId: number };
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge, chat: { readonly chatId: number }) {
    this.#bridge = bridge;
    this.#chat = chat;
    this.#undo = [
      bridge.on('messages.changed', ({ chatIds, everything }) => {
        if (everything || chatIds.includes(this.#chat.chatId)) void this.#refresh();
      }),
      bridge.onResync(() => void this.#refresh()),
    ];
  }

  /** Whose details are open; null: none are. */
  get key(): string | null {
    return this.#key;
  }
  /** Null while they are on their way, or where they did not come. */
  get details(): MessageDetails | null {
    return this.#details;
  }
  get isFailed(): boolean {
    return this.#isFailed;
  }

  async open(key: string): Promise<void> {
    this.#key = key;
    this.#details = null;
    this.#isFailed = false;
    await this.#refresh();
  }

  close(): void {
    this.#latest.cancel();
    this.#key = null;
    this.#details = null;
  }

  dispose(): void {
    this.close();
    for (const undo of this.#undo) undo();
  }

  async #refresh(): Promise<void> {
    const key = this.#key;
    if (key === null) return;
    const isLatest = this.#latest.begin();
    const reply = await this.#bridge.request('messages.getDetails', { chatId: this.#chat.chatId, key });
    if (!isLatest()) return;
    if (reply.ok) this.#details = reply.value;
    this.#isFailed = !reply.ok && this.#details === null;
  }
}

export interface DetailLine {
  readonly label: string;
  readonly value: string;
}

export interface DetailContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
  readonly link: LinkState;
}

/** Of a message of which main knows nothing beyond its bubble. */
const NOTHING_MORE: MessageDetails = {
  ...{ letters: [], sender: null, receiver: null, author: null, session: null, reference: null },
  ...{ partsCount: null, charsCount: null, price: null, rejectReason: null, canDelete: false },
};

/**
 * Everything that is known of a message: exact time and zone, from whom and to whom, what became of it, the codes of
 * service and operator as they are, parts, price, attempts. `known`: what main knows beyond the bubble; null while that
 * is on its way, or where nothing more is known.
 */
export function toDetails(
  message: MessageView,
  context: DetailContext,
  known: MessageDetails | null = null,
): DetailLine[] {
  const { texts, formats, now, link } = context;
  const details = known ?? NOTHING_MORE;
  const model = toMessageViewModel(message, link);
  const price = details.price ?? message.price;
  const lines: (readonly [string, string | null])[] = [
    [texts.text(words.at), toExactTime(message.at, { formats, now })],
    [texts.text(words.from), toParty(details.sender, formats)],
    [texts.text(words.to), toParty(details.receiver, formats)],
    [texts.text(words.author), details.author],
    [texts.text(words.session), toSession(details.session, context)],
    [texts.text(words.state), model.word === null ? null : texts.text(model.word)],
    [texts.text(words.history), toHistory(details, context)],
    [texts.text(words.why), model.whySaid ?? (model.why === null ? null : texts.text(model.why))],
    [texts.text(words.reject), details.rejectReason ?? message.rejectReason],
    [texts.text(words.letter), message.letter],
    [texts.text(fileWords.details), toFileLines(message, context)],
    [texts.text(words.parts), toParts(message, details, context)],
    [texts.text(words.price), price === null ? null : formats.money(price)],
    [texts.text(words.reference), details.reference],
    [texts.text(words.sessionId), toSessionId(details.session)],
    ...(message.send === null ? [] : toSendLines(message.send, context)),
  ];
  return lines.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));
}

function toSendLines(
  { attempts, problem, check }: NonNullable<MessageView['send']>,
  context: DetailContext,
): (readonly [string, string | null])[] {
  const { texts } = context;
  return [
    [texts.text(words.attempts), String(attempts)],
    [texts.text(words.answer), problem === null ? null : toProblemText(problem, texts)],
    ...toLostLines(check, context),
  ];
}

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
function toHistory(details: MessageDetails, { texts, formats, now }: DetailContext): string | null {
  const lines = details.letters.map(({ letter, mark, at }) => {
    const time = formats.isSameDay(at, now) ? formats.time(at) : formats.dateTime(at, now);
    if (mark === null) return texts.text(words.historyWithout, { time, letter });
    return texts.text(words.historyLine, { time, letter, word: texts.text(deliveryWords[mark].word) });
  });
  return lines.length === 0 ? null : lines.join('\n');
}

function toParts({ partsCount }: MessageView, details: MessageDetails, { texts }: DetailContext): string | null {
  const parts = details.partsCount ?? partsCount;
  if (parts === null) return null;
  const chars = details.charsCount;
  return chars === null ? String(parts) : texts.text(words.partsChars, { parts, count: chars });
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
    [texts.text(lost.detailsLooks), isFound ? null : toSearchCount(check, context)],
    [texts.text(lost.detailsNext), isFound ? null : toTime(nextLookAt)],
    [texts.text(lost.detailsFound), isFound ? toTime(lastLookAt) : null],
  ];
}

/** Date, time and the zone that they are told in. */
export function toExactTime(at: number, { formats, now }: Pick<DetailContext, 'formats' | 'now'>): string {
  const zone = formats.zoneName(at);
  return [formats.dateTime(at, now), zone].filter((part) => part !== '').join(', ');
}

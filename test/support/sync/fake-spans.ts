import type { Message } from '#shared/domain/entities.ts';
import type { ChatId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { Completeness, Coverage, FeedCursor, Gap } from '#shared/domain/sync.ts';

/** A stretch of time, ends included; infinite where nothing bounds it. */
interface Span {
  readonly fromAt: number;
  readonly toAt: number;
}

/** Stretches that were read without a hole, chat by chat. */
export class FakeSpans {
  readonly #spans = new Map<ChatId, readonly Span[]>();

  add(chatId: ChatId, span: Span): void {
    this.#spans.set(chatId, join([...(this.#spans.get(chatId) ?? []), span]));
  }

  /** What is known of a chat whose messages in the cache are these. `feed`: the stretch of both feeds. */
  measure(chatId: ChatId, feed: Span | null, messages: readonly Message[]): Completeness {
    const spans = join([...(this.#spans.get(chatId) ?? []), ...(feed === null ? [] : [feed])]);
    const gaps: Gap[] = [];
    let above = spans.at(-1)?.toAt ?? null;
    const newestAt = Math.max(...messages.map(({ at }) => at), -Infinity);
    if (above !== null && newestAt > above) gaps.push({ fromAt: above, toAt: newestAt });
    const [newest, ...older] = [...spans].reverse();
    above = newest?.fromAt ?? null;
    for (const span of older) {
      if (above !== null) gaps.push({ fromAt: span.toAt, toAt: above });
      above = span.fromAt;
    }
    const fromAt = spans[0]?.fromAt ?? null;
    return { fromAt: fromAt === -Infinity ? null : fromAt, upToAt: newest?.toAt ?? null, gaps };
  }
}

function join(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.fromAt - b.fromAt)) {
    const last = joined.at(-1);
    if (last === undefined || span.fromAt > last.toAt + 1) joined.push(span);
    else joined[joined.length - 1] = { fromAt: last.fromAt, toAt: Math.max(last.toAt, span.toAt) };
  }
  return joined;
}

/** The stretch of time that both feeds cover. */
export function toFeedSpan(
  cursors: readonly (FeedCursor | undefined)[],
  atOf: (index: number, id: number) => number | undefined,
): Span | null {
  const spans = cursors.map((cursor, index) => {
    if (cursor === undefined) return null;
    const fromAt = cursor.isComplete ? -Infinity : (atOf(index, cursor.tailId) ?? Infinity);
    return { fromAt, toAt: atOf(index, cursor.headId) ?? -Infinity };
  });
  const fromAt = Math.max(...spans.map((span) => span?.fromAt ?? Infinity));
  const toAt = Math.min(...spans.map((span) => span?.toAt ?? -Infinity));
  return fromAt <= toAt ? { fromAt, toAt } : null;
}

/** Known messages that a covered stretch left out. */
export function listMissing(
  covers: Coverage,
  cache: Iterable<Message>,
  answer: { readonly keys: ReadonlySet<MessageKey>; readonly phone: PhoneKey | null },
): MessageKey[] {
  const missing: MessageKey[] = [];
  for (const message of cache) {
    if (!answer.keys.has(message.key) && lies(message, covers, answer.phone)) missing.push(message.key);
  }
  return missing;
}

function lies(message: Message, covers: Coverage, phone: PhoneKey | null): boolean {
  const { id, kind, at, direction } = message;
  const isOfFeed = kind === 'text';
  if (covers.kind === 'feed') {
    return isOfFeed && direction === covers.direction && id >= covers.fromId && id <= covers.toId;
  }
  const isShown = isOfFeed || (kind === 'call' && covers.withCalls);
  return isShown && message.phone === phone && at >= (covers.fromAt ?? -Infinity) && at <= covers.toAt;
}

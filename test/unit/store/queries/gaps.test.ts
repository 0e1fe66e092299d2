/** `listGaps` counts most chats without a look at each; here it is held against a look at each, over any knowledge. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFeedSpan, listLastingGaps, measureThread } from '#main/store/queries/known-spans.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { buildChat, buildMessage, MINUTE_MS, NOON, phoneOf } from '../builders.ts';

const CHATS = [1, 2, 3, 4, 5];
const at = (minutes: number): number => NOON + minutes * MINUTE_MS;

const minute = fc.integer({ min: 1, max: 30 });
const span = fc.record({ chat: fc.constantFrom(...CHATS), from: fc.option(minute), to: minute });
const text = fc.record({ chat: fc.constantFrom(...CHATS), at: minute });
const feeds = fc.option(
  fc.record({ tail: minute, knownTo: minute, isOutWhole: fc.boolean(), isInWhole: fc.boolean() }),
);
const knowledge = fc.record({
  spans: fc.array(span, { maxLength: 8 }),
  texts: fc.array(text, { maxLength: 12 }),
  feeds,
});

type Knowledge = typeof knowledge extends fc.Arbitrary<infer Value> ? Value : never;

function fill(store: StoreInOneThread, { spans, texts, feeds: read }: Knowledge): void {
  store.cache.exec('DELETE FROM chat_spans; DELETE FROM messages; DELETE FROM feed_cursors');
  const messages = texts.map((one, index) =>
    buildMessage(`in:${String(index + 1)}` as 'in:1', { phone: phoneOf(one.chat), at: at(one.at) }),
  );
  store.run('commitMessages', { messages, source: 'single', via: 'callback' });
  for (const { chat, from, to } of spans) {
    const fromAt = from === null ? null : at(Math.min(from, to));
    store.cache.run('INSERT OR REPLACE INTO chat_spans (phone, from_at, to_at) VALUES (?, ?, ?)', [
      ...[phoneOf(chat), fromAt, at(to)],
    ]);
  }
  if (read === null) return;
  for (const [name, isWhole] of [
    ['outbound', read.isOutWhole],
    ['inbound', read.isInWhole],
  ] as const) {
    store.cache.run(
      `INSERT INTO feed_cursors (name, head_id, tail_id, is_complete, tail_page, known_at) VALUES (?, 99, ?, ?, 1, ?)`,
      [name, read.tail, isWhole ? 1 : 0, at(read.knownTo)],
    );
  }
}

/** A look at each. */
function look(store: StoreInOneThread): unknown {
  const { reader, now } = store;
  const span = findFeedSpan(reader);
  const measured = CHATS.map((id) => {
    const thread = measureThread({ owned: reader, cache: reader }, phoneOf(id), span);
    return { id, isComplete: thread.isComplete, gaps: listLastingGaps(thread, now).filter(({ fromAt }) => fromAt) };
  });
  return {
    chatsCount: CHATS.length,
    completeCount: measured.filter(({ isComplete, gaps }) => isComplete && gaps.length === 0).length,
    withGaps: measured.filter(({ gaps }) => gaps.length > 0).map(({ id, gaps }) => [id, gaps.toReversed()]),
  };
}

describe('the gaps of all chats', () => {
  it('are those that a look at each finds, whatever is known', () => {
    const store = new StoreInOneThread();
    store.run('commitChats', { chats: CHATS.map((id) => buildChat(id)) });
    store.now = at(60);
    const seen = { complete: 0, gaps: 0 };
    fc.assert(
      fc.property(knowledge, (known) => {
        fill(store, known);
        const { chatsCount, completeCount, chats } = store.ask('listGaps', { limit: 9 });
        const withGaps = chats.map(({ chatId, gaps }) => [chatId, gaps]).sort(([a], [b]) => Number(a) - Number(b));
        expect({ chatsCount, completeCount, withGaps }).toEqual(look(store));
        seen.complete += completeCount;
        seen.gaps += withGaps.length;
      }),
      { numRuns: 300 },
    );
    store.close();
    // Neither side of the comparison is empty.
    expect(Math.min(seen.complete, seen.gaps)).toBeGreaterThan(50);
  });
});

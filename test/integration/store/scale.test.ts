import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS_PER_PART } from '#main/store/split.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import { Bench } from '#test/unit/store/bench.ts';
import { DAY_MS, MINUTE_MS, NOON, buildChat, buildContact, buildMessage, phoneOf } from '#test/unit/store/builders.ts';

const IS_FULL = process.env.SWITCHBOARD_TEST_SCALE === 'full';
const CHATS = IS_FULL ? 20_000 : 2_000;
const MESSAGES = IS_FULL ? 300_000 : 8_000;
/** Writing takes as long as the disk does; generous, because nothing is measured by it. */
const FILL_TIMEOUT_MS = IS_FULL ? 600_000 : 60_000;

const WORDS = 'parcel ready tomorrow appointment thanks please call invoice dental garden Zürich café number'.split(
  ' ',
);
const textOf = (id: number): string =>
  Array.from({ length: 9 }, (_, place) => WORDS[(id * (place + 3) + place * place) % WORDS.length]).join(' ');

/** Milliseconds of CPU that this thread spent on it. */
function measure(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const toQuantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
const toMedian = (work: () => unknown): number => {
  work();
  return toQuantile(
    Array.from({ length: 15 }, () => measure(work)),
    0.5,
  );
};

describe(`a store with ${CHATS} chats and ${MESSAGES} messages`, () => {
  let bench: Bench;
  const batches: number[] = [];
  const page = (newest: number) =>
    Array.from({ length: ROWS_PER_PART }, (_, index) => {
      const id = newest - index;
      const said = {
        phone: phoneOf(1 + ((id * 7_919) % CHATS)),
        text: textOf(id),
        at: NOON - (MESSAGES - id) * MINUTE_MS,
      };
      return buildMessage(id % 2 === 0 ? `out:${id}` : `in:${id}`, { ...said, letter: id % 2 === 0 ? 'd' : null });
    });

  beforeAll(() => {
    bench = new Bench();
    for (let first = 1; first <= CHATS; first += ROWS_PER_PART) {
      const ids = Array.from({ length: ROWS_PER_PART }, (_, index) => first + index);
      const chats = ids.map((id) =>
        buildChat(id, { unreadCount: Number(id % 9 === 0), isPinned: id % 700 === 0, updatedAt: NOON - id * DAY_MS }),
      );
      bench.run('commitChats', { chats });
      bench.run('commitContacts', { contacts: ids.map((id) => buildContact(id)) });
    }
    for (let newest = MESSAGES; newest > 0; newest -= ROWS_PER_PART) {
      batches.push(measure(() => bench.run('commitMessages', { messages: page(newest), source: 'page' })));
    }
  }, FILL_TIMEOUT_MS);
  afterAll(() => bench.close());

  const list = (what: 'open' | 'unread', offset: number) =>
    bench.ask('listChats', {
      scope: { shelf: 'open', marks: what === 'unread' ? ['unread'] : [], listId: null },
      ...{
        sort: 'newest',
        offset,
        limit: 100,
        todayAt: NOON - DAY_MS / 2,
        yesterdayAt: NOON - 1.5 * DAY_MS,
        now: NOON,
      },
    });

  it('holds what was written', () => {
    expect([bench.ask('countMessages', {}), bench.ask('countChats', {}).open]).toEqual([MESSAGES, CHATS]);
    expect(list('open', CHATS - 100).rows).toHaveLength(100);
  });

  it('lists a window of chats in 5 ms, however deep (STORE-12)', () => {
    for (const offset of [0, CHATS / 2, CHATS - 100]) expect(toMedian(() => list('open', offset))).toBeLessThan(5);
    expect(toMedian(() => list('unread', 100))).toBeLessThan(5);
    expect(toMedian(() => bench.ask('countChats', {}))).toBeLessThan(5);
  });

  it('opens a thread in 5 ms', () => {
    expect(toMedian(() => bench.ask('listMessages', { chatId: toChatId(77), before: null, limit: 50 }))).toBeLessThan(
      5,
    );
  });

  it('suggests people in 15 ms, by much or by little', () => {
    for (const query of ['zoe', 'number 15', 'z', 'xq', '07700 9', '44']) {
      expect(toMedian(() => bench.ask('suggestPeople', { query, limit: 20 }))).toBeLessThan(15);
    }
  });

  it('looks at a page that brings nothing new in 5 ms (STORE-6)', () => {
    const idle = page(MESSAGES);
    expect(toMedian(() => bench.run('commitMessages', { messages: idle, source: 'page' }))).toBeLessThan(5);
    expect(bench.changes).toBeNull();
  });

  it('does one thing to 500 chats in 150 ms, whatever it is, and looks at the rows of 100 of them in 60 ms', () => {
    const chatIds = Array.from({ length: 500 }, (_, index) => toChatId(1_001 + index));
    const acts: readonly ChatAct[] = [
      { kind: 'read', isRead: true },
      { kind: 'pin', isPinned: true },
      { kind: 'mute', isMuted: true, hours: 8 },
      { kind: 'snooze', until: NOON + DAY_MS },
      { kind: 'status', status: 'closed' },
      { kind: 'block', isBlocked: true },
    ];
    for (const action of acts) {
      const took = measure(() => bench.run('applyActions', { chatIds, action, at: NOON, dueAt: NOON }));
      expect([action.kind, took < 150]).toEqual([action.kind, true]);
    }
    const rows = chatIds.slice(0, 100).map((id) => buildChat(id, { unreadCount: 1, updatedAt: NOON - id * DAY_MS }));
    expect(measure(() => bench.run('commitChats', { chats: rows }))).toBeLessThan(60);
  });

  it('never lets a person wait long behind a batch, merges of the full text included (STORE-2)', () => {
    expect(toQuantile(batches, 0.99)).toBeLessThan(60);
  });

  it('finds the newest of many hits at once', () => {
    const sql = 'SELECT rowid AS seq FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT 50';
    expect(toMedian(() => bench.reader.all(sql, ['"zurich"']))).toBeLessThan(10);
    const [first] = bench.reader.all<{ seq: number }>(sql, ['"zurich"']);
    const newest = bench.reader.get<{ seq: number }>(`SELECT max(seq) AS seq FROM messages WHERE text LIKE '%Zürich%'`);
    expect(first).toEqual(newest);
  });
});

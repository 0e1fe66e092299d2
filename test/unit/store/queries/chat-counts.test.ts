import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatRow } from '#main/store/rows/chat-row.ts';
import type { ChatScope } from '#shared/contract/index.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { createRandom } from '#test/bench/words.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { buildChat, buildMessage, DAY_MS, NOON, phoneOf } from '../builders.ts';

const CHATS = 1_200;
const STEPS = 40;
const STATUSES: readonly Chat['status'][] = ['active', 'active', 'active', 'closed', 'deleted'];

const TABS = {
  open: { shelf: 'open', marks: [], listId: null },
  unread: { shelf: 'open', marks: ['unread'], listId: null },
  closed: { shelf: 'closed', marks: [], listId: null },
} as const satisfies Record<string, ChatScope>;
type Tab = keyof typeof TABS;

/** As the list is shown, worked out from every row that there is. */
function toExpected(rows: readonly ChatRow[], filter: Tab) {
  const shelf = filter === 'closed' ? 1 : 0;
  return rows
    .filter((row) => row.shelf === shelf && (filter !== 'unread' || row.unread_count > 0))
    .sort((a, b) => b.is_pinned - a.is_pinned || b.sort_at - a.sort_at || a.id - b.id);
}

describe('the list and its counts, after chats changed at random (STORE-12)', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = createRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);

  function buildAny(id: number): Chat {
    return buildChat(id, {
      status: STATUSES[below(STATUSES.length)] ?? 'active',
      unreadCount: Math.max(0, below(6) - 3),
      isPinned: below(40) === 0,
      isMuted: below(4) === 0,
      mutedUntil: below(2) === 0 ? null : NOON + (below(5) - 2) * DAY_MS,
      updatedAt: below(20) === 0 ? null : NOON - below(1_000) * (DAY_MS / 2),
    });
  }

  function change(step: number): void {
    const id = 1 + below(CHATS);
    const way = below(4);
    if (way === 0) store.run('commitChats', { chats: Array.from({ length: 20 }, (_, index) => buildAny(id + index)) });
    else if (way === 1) store.run('removeChats', { chatIds: [toChatId(id)] });
    else if (way === 2) {
      const at = NOON - below(1_000) * DAY_MS;
      store.run('commitMessages', {
        messages: [buildMessage(`in:${step}`, { phone: phoneOf(id), at })],
        source: 'page',
      });
    } else {
      store.act(id, { kind: 'read', isRead: below(2) === 0 });
    }
  }

  it(`say what the rows say, in windows that tile the list (seed ${seed})`, () => {
    store.run('commitChats', { chats: Array.from({ length: CHATS }, (_, index) => buildAny(index + 1)) });
    const days = { todayAt: NOON - DAY_MS / 2, yesterdayAt: NOON - 1.5 * DAY_MS, now: NOON };
    for (let step = 1; step <= STEPS; step += 1) {
      change(step);
      const rows = store.reader.all<ChatRow>('SELECT * FROM chats');
      for (const filter of ['open', 'unread', 'closed'] as const satisfies Tab[]) {
        const expected = toExpected(rows, filter);
        const offset = below(expected.length + 20);
        const asked = { ...days, scope: TABS[filter], sort: 'newest', offset, limit: 30 } as const;
        const { total, sections, rows: shown } = store.ask('listChats', asked);
        expect([filter, total]).toEqual([filter, expected.length]);
        expect(shown.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 30).map(({ id }) => id));
        const countOf = (fits: (row: ChatRow) => boolean): number => expected.filter(fits).length;
        const counted = {
          pinned: countOf((row) => row.is_pinned === 1),
          today: countOf((row) => row.is_pinned === 0 && row.sort_at >= days.todayAt),
          yesterday: countOf(
            (row) => row.is_pinned === 0 && row.sort_at < days.todayAt && row.sort_at >= days.yesterdayAt,
          ),
          earlier: countOf((row) => row.is_pinned === 0 && row.sort_at < days.yesterdayAt),
        };
        const filled = Object.entries(counted).filter(([, count]) => count > 0);
        expect(sections).toEqual(filled.map(([section, count]) => ({ section, count })));
      }
      const unread = toExpected(rows, 'unread');
      const loud = unread.filter((row) => row.is_muted === 0 || (row.muted_until !== null && row.muted_until <= NOON));
      const messages = loud.reduce((sum, row) => sum + row.unread_count, 0);
      expect(store.ask('countUnread', {})).toEqual({ messages, chats: loud.length });
      expect(store.ask('countChats', {})).toMatchObject({
        open: toExpected(rows, 'open').length,
        unread: unread.length,
        closed: toExpected(rows, 'closed').length,
        lamp: loud.length,
      });
    }
  });
});

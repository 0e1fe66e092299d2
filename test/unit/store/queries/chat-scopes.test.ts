/** Every scope in either order says what the rows say, worked out one by one from all of them. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMark, ChatScope, ChatSort, ChatView } from '#shared/contract/index.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { createRandom } from '#test/bench/words.ts';
import { MADE, buildOwnSchedule } from '../schedule-builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import {
  DAY_MS,
  NOON,
  buildChat,
  buildContact,
  buildList,
  buildMessage,
  buildSend,
  phoneOf,
  buildSchedule,
} from '../builders.ts';

const CHATS = 240;
const LIST = 5;
const DAYS = { todayAt: NOON - DAY_MS / 2, yesterdayAt: NOON - 1.5 * DAY_MS, now: NOON };
const MARKS: readonly ChatMark[] = [
  ...(['unread', 'read', 'pinned', 'muted', 'not-muted', 'waiting', 'draft', 'failed', 'scheduled'] as const),
];

const anyScope: fc.Arbitrary<ChatScope> = fc.record({
  shelf: fc.constantFrom('open', 'snoozed', 'closed', 'deleted', 'any'),
  marks: fc.array(fc.constantFrom(...MARKS), { maxLength: 3 }),
  listId: fc.option(fc.constantFrom(LIST, 6), { nil: null, freq: 3 }),
});

const anySort = fc.constantFrom<ChatSort>('newest', 'waiting');

/** A chat as it is shown, and its place in the list. */
type Known = ChatView & { readonly sortAt: number; readonly shelf: ChatScope['shelf'] };

function fits(chat: Known, { shelf, marks, listId }: ChatScope): boolean {
  const has: Readonly<Record<ChatMark, boolean>> = {
    unread: chat.unreadCount > 0,
    read: chat.unreadCount === 0,
    pinned: chat.isPinned,
    muted: chat.isMuted,
    'not-muted': !chat.isMuted,
    waiting: chat.waitingSince !== null,
    draft: (chat.draft ?? '').trim() !== '' || chat.draftFilesCount > 0,
    failed: chat.hasFailed,
    scheduled: chat.scheduledAt !== null,
  };
  const isThere = shelf === 'any' ? chat.shelf !== 'deleted' : chat.shelf === shelf;
  const isMember = listId === null || (listId === LIST && chat.contactId !== null && chat.contactId % 2 === 0);
  return isThere && isMember && marks.every((mark) => has[mark]);
}

function toOrder(chats: readonly Known[], sort: ChatSort): number[] {
  const byPlace = (a: Known, b: Known): number => b.sortAt - a.sortAt || a.id - b.id;
  const since = ({ waitingSince }: Known): number => waitingSince ?? Number.MAX_SAFE_INTEGER;
  const byWaiting = (a: Known, b: Known): number =>
    since(a) - since(b) || (a.waitingSince === null ? byPlace(a, b) : a.id - b.id);
  const byPin = (a: Known, b: Known): number => Number(b.isPinned) - Number(a.isPinned) || byPlace(a, b);
  return chats.toSorted(sort === 'newest' ? byPin : byWaiting).map(({ id }) => id);
}

function toSections(chats: readonly Known[], sort: ChatSort) {
  const toSection = ({ isPinned, sortAt, waitingSince }: Known): string => {
    if (sort === 'waiting') return waitingSince === null ? 'answered' : 'waiting';
    if (isPinned) return 'pinned';
    return sortAt >= DAYS.todayAt ? 'today' : sortAt >= DAYS.yesterdayAt ? 'yesterday' : 'earlier';
  };
  const groups = Map.groupBy(chats, toSection);
  return ['pinned', 'today', 'yesterday', 'earlier', 'waiting', 'answered'].flatMap((section) => {
    const count = groups.get(section)?.length ?? 0;
    return count === 0 ? [] : [{ section, count }];
  });
}

describe('lists of chats by scope', () => {
  let store: StoreInOneThread;
  let known: Known[];

  beforeAll(() => {
    store = new StoreInOneThread();
    fill(store);
    known = listKnown(store);
  });
  afterAll(() => store.close());

  it('hold the chats that have all of the marks, in order, in windows that tile them, and count them', () => {
    fc.assert(
      fc.property(anyScope, anySort, fc.nat(60), (scope, sort, offset) => {
        const chats = known.filter((chat) => fits(chat, scope));
        const page = store.ask('listChats', { scope, sort, offset, limit: 25, ...DAYS });
        expect(page.total).toBe(chats.length);
        expect(page.sections).toEqual(toSections(chats, sort));
        expect(page.rows.map(({ id }) => id)).toEqual(toOrder(chats, sort).slice(offset, offset + 25));
        const ids = store.ask('listChatIds', { scope, now: NOON });
        expect(ids.toSorted((a, b) => a - b)).toEqual(chats.map(({ id }) => id).sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it('know the place of each of their chats, and of no other', () => {
    const anyId = fc.integer({ min: 1, max: CHATS + 1 });
    fc.assert(
      fc.property(anyScope, anySort, anyId, (scope, sort, id) => {
        const order = toOrder(
          known.filter((chat) => fits(chat, scope)),
          sort,
        );
        // Any chat, then one that the list holds, unless it is empty.
        for (const chatId of [id, order[id % Math.max(1, order.length)] ?? id]) {
          const of = { kind: 'chat', chatId } as const;
          const place = store.ask('findChatPlace', { scope, sort, of, now: NOON });
          expect(place && [place.chat.id, place.index]).toEqual(
            order.includes(chatId) ? [chatId, order.indexOf(chatId)] : null,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('know the next unread chat below another, else from the top, and its place', () => {
    const anyId = fc.option(fc.integer({ min: 1, max: CHATS + 1 }), { nil: null, freq: 5 });
    fc.assert(
      fc.property(anyScope, anySort, anyId, anyId, (scope, sort, belowId, exceptId) => {
        const chats = known.filter((chat) => fits(chat, scope));
        const order = toOrder(chats, sort);
        const unread = new Set(
          chats.filter(({ id, unreadCount }) => unreadCount > 0 && id !== exceptId).map(({ id }) => id),
        );
        const start = order.indexOf(belowId ?? 0) + 1;
        const next = [...order.slice(start), ...order].find((id) => unread.has(id));
        const of = { kind: 'unread', belowId, exceptId } as const;
        const place = store.ask('findChatPlace', { scope, sort, of, now: NOON });
        expect(place && [place.chat.id, place.index]).toEqual(next === undefined ? null : [next, order.indexOf(next)]);
      }),
      { numRuns: 300 },
    );
  });

  it('are counted all at once, with those that a person keeps', () => {
    const countOf = (scope: ChatScope): number => known.filter((chat) => fits(chat, scope)).length;
    const of = (shelf: ChatScope['shelf'], ...marks: ChatMark[]): number => countOf({ shelf, marks, listId: null });
    const kept: ChatScope = { shelf: 'open', marks: ['waiting', 'not-muted'], listId: LIST };
    const view = { id: 'v', name: 'Mine', icon: 'star', scope: kept, sort: 'waiting', keys: null } as const;
    store.run('saveView', { view });
    const counts = store.ask('countChats', {});
    expect(counts).toEqual({
      ...{ open: of('open'), unread: of('open', 'unread'), closed: of('closed'), deleted: of('deleted') },
      ...{ snoozed: of('snoozed'), pinned: of('open', 'pinned'), muted: of('open', 'muted') },
      ...{ waiting: of('open', 'waiting'), drafts: of('any', 'draft'), failed: of('any', 'failed') },
      ...{ scheduled: of('any', 'scheduled'), lamp: of('open', 'unread', 'not-muted') },
      views: [{ id: 'v', count: countOf(kept) }],
    });
    // The test says something only of lists that hold something.
    expect(Object.values({ ...counts, views: counts.views[0]?.count }).every((count) => Number(count) > 0)).toBe(true);
  });
});

function fill(store: StoreInOneThread): void {
  const random = createRandom(11);
  const below = (count: number): number => Math.floor(random() * count);
  const ids = Array.from({ length: CHATS }, (_, index) => index + 1);
  const chats = ids.map((id) =>
    buildChat(id, {
      status: (['active', 'active', 'active', 'closed', 'deleted'] as const)[below(5)] ?? 'active',
      contactId: below(3) === 0 ? null : toContactId(id),
      unreadCount: Math.max(0, below(5) - 2),
      isPinned: below(12) === 0,
      isMuted: below(4) === 0,
      mutedUntil: below(2) === 0 ? null : NOON + (below(3) - 1) * DAY_MS,
      updatedAt: NOON - 9 * DAY_MS,
    }),
  );
  store.run('commitChats', { chats });
  store.run('commitContacts', { contacts: ids.map((id) => buildContact(id)) });
  store.run('commitLists', { lists: [buildList(LIST), buildList(6)] });
  const even = ids.filter((id) => id % 2 === 0).map(toContactId);
  store.run('setListMembers', { listId: toListId(LIST), contactIds: even });
  for (let key = 1; key <= 400; key += 1) {
    const said = { phone: phoneOf(1 + below(CHATS)), at: NOON - below(8 * DAY_MS) };
    const letter = (['d', 'd', 'f', 's', 'j'] as const)[below(5)] ?? 'd';
    const message = below(2) === 0 ? buildMessage(`in:${key}`, said) : buildMessage(`out:${key}`, { ...said, letter });
    store.run('commitMessages', { messages: [message], source: 'page' });
  }
  for (let id = 1; id <= CHATS; id += 7) store.run('saveDraft', { phone: phoneOf(id), text: 'Half a', at: NOON });
  store.run('saveDraft', { phone: phoneOf(2), text: '  \n', at: NOON });
  for (let id = 3; id <= CHATS; id += 17) {
    store.run('createSend', { send: buildSend(`send${id}`, { phone: phoneOf(id), state: 'refused' }) });
  }
  const named = { phones: [phoneOf(4), phoneOf(5)], contactIds: [toContactId(8), toContactId(9)], listIds: [] };
  store.run('commitRows', { name: 'schedules', rows: [buildSchedule(1, { ...named, nextAt: NOON + DAY_MS })] });
  const gone = { phones: [phoneOf(20)], nextAt: NOON + DAY_MS };
  store.run('commitRows', { name: 'schedules', rows: [buildSchedule(2, gone)] });
  for (let id = 6; id <= CHATS; id += 31) {
    const own = id % 2 === 0 ? {} : { phones: [], contactIds: [id] };
    store.run('createOwnSchedule', { schedule: buildOwnSchedule(id, own), event: MADE });
  }
  const cancelled = { keeper: 'service', state: 'leaving', goal: 'nothing', step: 'held', replacesId: 2 } as const;
  store.run('createOwnSchedule', { schedule: buildOwnSchedule(20, cancelled), event: MADE });
  const snoozed = chats.filter(({ id, status }) => status === 'active' && id % 9 === 0).map(({ id }) => id);
  const action = { kind: 'snooze', until: NOON + DAY_MS } as const;
  store.run('applyActions', { chatIds: snoozed, action, at: NOON, dueAt: NOON });
}

function listKnown(store: StoreInOneThread): Known[] {
  const rows = store.reader.all<{ id: number; sort_at: number }>('SELECT id, sort_at FROM chats');
  return rows.map(({ id, sort_at: sortAt }) => {
    const view = store.ask('findChat', { chatId: buildChat(id).id, phone: null });
    if (view === null) throw new Error(`No chat ${id}`);
    const isOpen = view.status === 'active' || view.status === 'unknown';
    const shelf = isOpen ? (view.snoozedUntil === null ? 'open' : 'snoozed') : view.status;
    return { ...view, sortAt, shelf: shelf as Known['shelf'] };
  });
}

import { describe, expect, it } from 'vitest';
import type { ChatPage } from '#shared/contract/index.ts';
import {
  countRisen,
  countRows,
  EMPTY_WINDOW,
  findRowPlace,
  hasSameOrder,
  mergePage,
  toOrder,
  toPlace,
  toRow,
  withoutLeaving,
  type ChatOrder,
  type ChatWindow,
  type ListRow,
} from '#renderer/features/chat-list/chat-window.ts';
import { buildChat } from '#test/support/fake-bridge.ts';

const chats = (...ids: number[]) => ids.map((id) => buildChat({ id }));
function page(ids: number[], options: Partial<Omit<ChatPage, 'rows'>> = {}): ChatPage {
  const total = options.total ?? ids.length;
  const sections = [{ section: 'today', count: total }] as const;
  return { total, sections: [...sections], offset: 0, ...options, rows: chats(...ids) };
}
const toListRows = (window: ChatWindow, before: readonly ListRow[] = []): ListRow[] =>
  Array.from({ length: countRows(window) }, (_, place) => toRow(window, place, before[place]));
const idsOf = ({ ids }: ChatOrder) => ids;
/** The chats of these pages as they are shown. */
function toWindow(pages: readonly ChatPage[]): ChatWindow {
  const known = new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)));
  const { ids, ...order } = toOrder(pages);
  return { ...order, rows: ids.map((id) => (id === null ? null : (known.get(id) ?? null))) };
}

describe('the window on the chat list', () => {
  it('has a gap for every chat that was not asked for', () => {
    expect(idsOf(toOrder([page([1, 2], { total: 4 })]))).toEqual([1, 2, null, null]);
  });

  it('joins pages', () => {
    const order = toOrder([page([1, 2], { total: 4 }), page([3, 4], { total: 4, offset: 2 })]);
    expect(idsOf(order)).toEqual([1, 2, 3, 4]);
  });

  it('never shows a chat twice: the newer answer has it', () => {
    const order = mergePage(toOrder([page([1, 2, 3], { total: 5 })]), page([3, 4], { total: 5, offset: 3 }));
    expect(idsOf(order)).toEqual([1, 2, null, 3, 4]);
  });

  it('becomes as long as the newest answer says', () => {
    expect(idsOf(mergePage(toOrder([page([1, 2, 3])]), page([1], { total: 1 })))).toEqual([1]);
  });
});

describe('rows of the list', () => {
  it('stand under the titles of their sections; pinned has none, nor has an empty one', () => {
    const sections: ChatPage['sections'] = [
      { section: 'pinned', count: 1 },
      { section: 'today', count: 1 },
      { section: 'yesterday', count: 0 },
      { section: 'earlier', count: 1 },
    ];
    const rows = toListRows(toWindow([page([1, 2, 3], { sections })]));
    expect(rows.map((row) => (row.kind === 'section' ? row.section : row.chat?.id))).toEqual([
      1,
      'today',
      2,
      'earlier',
      3,
    ]);
    expect(rows.map(({ key }) => key)).toEqual(['chat:1', 'section:today', 'chat:2', 'section:earlier', 'chat:3']);
  });

  it('stand where they are asked for by their chat', () => {
    const sections: ChatPage['sections'] = [
      { section: 'pinned', count: 1 },
      { section: 'today', count: 0 },
      { section: 'yesterday', count: 2 },
      { section: 'earlier', count: 1 },
    ];
    const window = toWindow([page([1, 2, 3, 4, 5], { sections })]);
    const rows = toListRows(window);
    expect(rows.map(({ kind }) => kind)).toEqual(['chat', 'section', 'chat', 'chat', 'section', 'chat', 'chat']);
    for (const [place, row] of rows.entries()) {
      if (row.kind !== 'chat') continue;
      expect(toPlace(window, row.index)).toBe(place);
      expect(findRowPlace(window, row.chat?.id ?? 0)).toBe(place);
    }
    expect(findRowPlace(window, 99)).toBe(-1);
  });

  it('know their place among the chats, gaps included', () => {
    const rows = toListRows(toWindow([page([1], { total: 2 })]));
    expect(rows.flatMap((row) => (row.kind === 'chat' ? [row.index] : []))).toEqual([0, 1]);
    expect(rows.at(-1)?.key).toBe('gap:1');
  });

  it('are the same objects as before where they say the same, and new ones where a chat is another', () => {
    const window = toWindow([page([1, 2], { total: 4 })]);
    const before = toListRows(window);
    const [, changed] = chats(1, 2);
    const rows = toListRows({ ...window, rows: window.rows.with(1, changed ?? null) }, before);
    expect(rows.map((row, index) => row === before[index])).toEqual([false, true, false, true, true]);
    expect(rows).toEqual(before);
  });

  it('are none for an empty list', () => {
    expect(toListRows(EMPTY_WINDOW)).toEqual([]);
  });
});

describe('a list that must not move', () => {
  const window = toWindow([page([1, 2, 3])]);
  const order = toOrder([page([1, 2, 3])]);

  it('knows when nothing would move', () => {
    expect(hasSameOrder(order, toOrder([page([1, 2, 3])]))).toBe(true);
    expect(hasSameOrder(order, toOrder([page([2, 1, 3])]))).toBe(false);
    expect(hasSameOrder(order, toOrder([page([1, 2])]))).toBe(false);
  });

  it.each([
    [[3, 1, 2], 1],
    [[9, 1, 2, 3], 1],
    [[9, 3, 1, 2], 2],
    [[1, 2, 3], 0],
    [[2, 3], 0],
  ])('counts what would rise to %j: %i', (ids, count) => {
    expect(countRisen(window, toWindow([page(ids)]))).toBe(count);
  });

  it('counts no chat that rose with a text of our own', () => {
    const next = page([3, 1, 2]);
    const rows = next.rows.map((row) => ({
      ...row,
      lastDirection: row.id === 3 ? ('out' as const) : row.lastDirection,
    }));
    expect(countRisen(toWindow([page([1, 2, 3])]), toWindow([{ ...next, rows }]))).toBe(0);
  });
});

describe('chats that leave the list', () => {
  const sections: ChatPage['sections'] = [
    { section: 'pinned', count: 1 },
    { section: 'today', count: 3 },
  ];
  const order = toOrder([page([1, 2, 3], { total: 4, sections })]);

  it('leave their section shorter, and shapes where they are', () => {
    const left = withoutLeaving(order, (id) => id === 1 || id === 3, false);
    expect(idsOf(left)).toEqual([2, null]);
    expect(left.total).toBe(2);
    expect(left.sections.map(({ count }) => count)).toEqual([0, 2]);
  });

  it('take what is not loaded with them where all of the list is meant', () => {
    expect(idsOf(withoutLeaving(order, (id) => id !== 2, true))).toEqual([2]);
  });

  it('change nothing where they are none', () => {
    expect(withoutLeaving(order, () => false, true)).toBe(order);
  });
});

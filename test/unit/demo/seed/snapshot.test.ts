import { describe, expect, it } from 'vitest';
import { Calendar } from '#main/demo/seed/calendar.ts';
import { createSnapshot, DEFAULT_COUNTS } from '#main/demo/seed/snapshot.ts';
import type { Snapshot } from '#main/demo/state/model.ts';
import { World } from '#main/demo/state/world.ts';
import { NOW_AT } from '../demo-on-fake-timers.ts';

function seed(options: Partial<Parameters<typeof createSnapshot>[0]> = {}): Snapshot {
  return createSnapshot({ ...DEFAULT_COUNTS, seed: 1, nowAt: NOW_AT, role: 'P', ...options });
}

const toLondonDay = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(at);

describe('the seeded data', () => {
  it('DEMO-2: is the same for the same seed and moment, and another for another seed', () => {
    expect(JSON.stringify(seed())).toBe(JSON.stringify(seed()));
    expect(JSON.stringify(seed({ seed: 2 }))).not.toBe(JSON.stringify(seed()));
  });

  it.each([
    [72, 1_500, 120],
    [3, 10, 2],
    [500, 4_000, 50],
    [300, 2_001, 900],
  ])('DEMO-2: %i chats, %i messages, %i contacts are exactly that', (chats, messages, contacts) => {
    const state = seed({ chats, messages, contacts });
    expect(state.chats).toHaveLength(chats);
    expect(state.inbound.length + state.outbound.length).toBe(messages);
    // What others share comes on top.
    const own = state.contacts.filter(({ userId }) => userId === undefined);
    expect(own).toHaveLength(contacts);
    expect(new Set(state.chats.map(({ phone }) => phone)).size).toBe(chats);
    expect(new Set(state.contacts.map(({ phone }) => phone)).size).toBe(state.contacts.length);
  });

  it('has contacts and lists of a team member, on nobody else’s list, unless there are very few contacts', () => {
    const { lists, contacts, contactNotes, users } = seed();
    const shared = contacts.filter(({ userId }) => userId !== undefined);
    const theirs = lists.filter(({ userId }) => userId !== users[0]?.id).map(({ id }) => id);
    expect(shared.length).toBeGreaterThan(1);
    expect(new Set(shared.flatMap(({ listIds }) => listIds))).toEqual(new Set(theirs));
    expect(contacts.filter(({ listIds }) => listIds.some((id) => theirs.includes(id)))).toEqual(shared);
    expect(contactNotes.some(({ contactId }) => contactId === shared[0]?.id)).toBe(true);
    expect(users.map(({ id }) => id)).toContain(shared[0]?.userId);
    expect(seed({ contacts: 19 }).contacts).toHaveLength(19);
  });

  it.each([0, 5, 60, 9 * 60, 23 * 60 + 50])(
    'started %i minutes after midnight it has chats of today, yesterday and earlier',
    (minutes) => {
      const nowAt = Date.UTC(2026, 10, 20) + minutes * 60_000 + 30_000;
      const days = seed({ nowAt })
        .chats.filter(({ status }) => status === 'a')
        .map(({ lastAt }) => toLondonDay(lastAt));
      expect(days.filter((day) => day === '2026-11-20').length).toBeGreaterThanOrEqual(5);
      expect(days.filter((day) => day === '2026-11-19').length).toBeGreaterThanOrEqual(4);
      expect(days.filter((day) => day < '2026-11-19').length).toBeGreaterThanOrEqual(10);
    },
  );

  it('holds nothing of the future, and ids grow with time', () => {
    for (const rows of [seed().inbound, seed().outbound]) {
      expect(Math.max(...rows.map(({ at }) => at))).toBeLessThanOrEqual(NOW_AT);
      expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort((a, b) => a - b));
      expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b));
    }
  });

  it('has about forty open chats, tens of closed ones and some deleted', () => {
    const counts = Object.groupBy(seed().chats, ({ status }) => status);
    expect(counts.a?.length).toBeGreaterThanOrEqual(36);
    expect(counts.c?.length).toBeGreaterThanOrEqual(15);
    expect(counts.d?.length).toBeGreaterThanOrEqual(1);
  });

  it('has every kind of thing that an inbox must show', () => {
    const state = seed();
    const letters = new Set(state.outbound.map(({ status }) => status));
    for (const letter of ['d', 'e', 'f', 'j', 'u', 'g'] as const) expect(letters).toContain(letter);
    const texts = [...state.inbound, ...state.outbound].map(({ text }) => text).join('\n');
    for (const script of ['Arabic', 'Hebrew', 'Hiragana', 'Han']) {
      expect(texts).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
    expect(texts).toMatch(/\p{Emoji_Presentation}/u);
    expect(Math.max(...state.outbound.map(({ parts }) => parts))).toBeGreaterThanOrEqual(3);
    expect(state.inbound.some(({ files }) => files !== undefined)).toBe(true);
    expect(state.contacts.some(({ blocked }) => blocked)).toBe(true);
    expect(state.unsubscribed.length).toBeGreaterThanOrEqual(2);
    expect(state.chats.some(({ muted }) => muted)).toBe(true);
    expect(state.chats.filter(({ pinned }) => pinned)).toHaveLength(2);
    expect(state.sessions.some(({ numbersCount }) => numbersCount > 50)).toBe(true);
    expect(state.contacts.some(({ avatar }) => avatar !== null)).toBe(true);
  });

  it('is consistent: chats show their last message, messages their session and contact', () => {
    const world = new World(seed());
    for (const chat of world.chats.rows) {
      const last = world.threads.list(chat.phone).findLast((item) => item.kind === 'in' || item.kind === 'out');
      expect(chat.lastText).toBe(last?.text ?? null);
    }
    for (const message of world.outbound.rows) {
      expect(world.sessions.find(message.sessionId)).toBeDefined();
      if (message.contactId !== null) expect(world.contacts.find(message.contactId)?.phone).toBe(message.receiver);
    }
  });
});

describe('the calendar', () => {
  it('counts the clinic’s days through a change of the clocks', () => {
    const calendar = new Calendar(Date.UTC(2026, 9, 26, 10, 0));
    expect(new Date(calendar.at(0, 9 * 60)).toISOString()).toBe('2026-10-26T09:00:00.000Z');
    expect(new Date(calendar.at(2, 9 * 60)).toISOString()).toBe('2026-10-24T08:00:00.000Z');
    expect(calendar.weekday(0)).toBe(1);
    expect(calendar.weekday(2)).toBe(6);
  });
});

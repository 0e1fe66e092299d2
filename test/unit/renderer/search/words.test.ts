import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageHit, PersonHit, SearchResult } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { toSeenLine, toPieces, toShownMarks } from '#renderer/features/search/marks.ts';
import { toSearchRow } from '#renderer/features/search/row.ts';
import { toSearchStart } from '#renderer/features/search/question.ts';
import { toCountText, toNothing } from '#renderer/features/search/words.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: null, timeZone: 'Europe/London' });
const NOW = Date.UTC(2026, 10, 20, 9, 45);
const context = { texts, formats, now: NOW, isInChat: false, query: 'bisc' };

const deborah: PersonHit = {
  phone: '447700900318',
  name: 'Deborah Okonkwo',
  nameMarks: [],
  contactId: 1,
  chatId: 1,
  avatarId: null,
  isShared: false,
  also: { kind: 'field', label: 'Pet', text: 'Biscuit', marks: [[0, 4]] },
};
const message: MessageHit = {
  key: 'out:1',
  chatId: 1,
  phone: '447700900318',
  name: 'Deborah Okonkwo',
  direction: 'out',
  at: Date.UTC(2026, 10, 18, 10, 2),
  snippet: 'that Biscuit is booked in',
  marks: [[5, 9]],
  isCutBefore: true,
  isCutAfter: true,
};
const person = (changes: Partial<PersonHit>) =>
  toSearchRow({ kind: 'person', key: 'p', hit: { ...deborah, ...changes } }, context);
const plain = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join('');
const marked = (pieces: readonly { text: string; isMarked: boolean }[]) =>
  pieces.filter(({ isMarked }) => isMarked).map(({ text }) => text);

describe('marks', () => {
  it('cut a text without losing or adding anything', () => {
    const mark = fc.tuple(fc.nat(40), fc.nat(40));
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.array(mark), (text, marks) => {
        expect(plain(toPieces(text, marks))).toBe(text);
      }),
    );
  });

  it('say which stretches matched', () => {
    expect(toPieces('Biscuit', [[0, 4]])).toEqual([
      { text: 'Bisc', isMarked: true },
      { text: 'uit', isMarked: false },
    ]);
  });

  it('of digits stand in the number as people read it', () => {
    const shown = formats.phone('447700900318');
    expect(marked(toPieces(shown, toShownMarks('447700900318', [[2, 8]], shown)))).toEqual(['7700 90']);
    expect(toShownMarks('447700900318', [[2, 8]], 'NORTHGATE')).toEqual([]);
  });

  it('are brought to where they can be seen', () => {
    const text = `${'Quite a long way in, '.repeat(4)}a biscuit`;
    const line = toSeenLine(text, [[86, 90]]);
    expect(line.isCut).toBe(true);
    expect(line.marks[0]?.[0]).toBeLessThanOrEqual(24);
    expect(marked(toPieces(line.text, line.marks))).toEqual(['bisc']);
    expect(toSeenLine('a biscuit', [[2, 6]])).toMatchObject({ text: 'a biscuit', isCut: false });
  });
});

describe('a line of the palette', () => {
  it('says a person, what matched and what Enter does', () => {
    const row = person({});
    expect(row.label).toBe('Deborah Okonkwo, Pet: Biscuit, open chat');
    expect(row.detailLead).toBe('Pet:');
    expect(marked(row.detail)).toEqual(['Bisc']);
  });

  it('says that somebody without a chat gets a new message', () => {
    expect(person({ chatId: null, also: null }).label).toBe('Deborah Okonkwo, +44 7700 900318, new message');
  });

  it('marks the number of somebody without a name where the name would stand, once', () => {
    const row = person({ name: '', also: { kind: 'phone', label: null, text: '447700900318', marks: [[9, 12]] } });
    expect(marked(row.title)).toEqual(['318']);
    expect(row.detail).toEqual([]);
    expect(row.label).toBe('+44 7700 900318, open chat');
  });

  it('quotes a message and says whose and when', () => {
    const row = toSearchRow({ kind: 'message', key: 'm', hit: message }, context);
    expect(plain(row.title)).toBe('“…that Biscuit is booked in…”');
    expect(plain(row.detail)).toBe('You to Deborah Okonkwo, 18 Nov');
    expect(row.label).toBe('…that Biscuit is booked in…. You to Deborah Okonkwo, 18 Nov, show in chat');
  });

  it('shortens a very long name for the eye alone, so that the time stays', () => {
    const name = 'Wilhelmina Featherstonehaugh-Cholmondeley';
    const row = toSearchRow(
      { kind: 'message', key: 'm', hit: { ...message, name, direction: 'in', at: NOW } },
      context,
    );
    expect(plain(row.detail)).toMatch(/^Wilhelmina Feathersto…, 09:45$/);
    expect(row.label).toContain(name);
  });
});

describe('what the palette says', () => {
  const result: SearchResult = {
    people: [deborah],
    messages: [],
    hasMorePeople: false,
    hasMoreMessages: false,
    lookedBackTo: Date.UTC(2024, 10, 20),
  };
  const nothing = { ...result, people: [] };

  it('names where was looked and how far back', () => {
    const answer = { query: 'bisciut', scope: 'all', chatId: null, result: nothing } as const;
    expect(toNothing(answer, context)).toEqual({
      title: 'Nothing for “bisciut”',
      text: 'We searched names, numbers, fields and messages stored on this computer, back to 20 Nov 2024.',
    });
    const inPeople = toNothing({ ...answer, scope: 'people' }, context);
    expect(inPeople.text).toBe('We searched names, numbers and fields.');
    const empty = { ...answer, scope: 'messages', chatId: 1, result: { ...nothing, lookedBackTo: null } } as const;
    expect(toNothing(empty, context).text).toBe('We searched this chat’s messages stored on this computer.');
  });

  it('counts for the ear', () => {
    const answer = { query: 'bisc', scope: 'all', chatId: null, result } as const;
    expect(toCountText(answer, 3, texts)).toBe('1 person');
    expect(toCountText({ ...answer, scope: 'people' }, 3, texts)).toBe('1 person');
    expect(toCountText({ ...answer, result: { ...result, hasMorePeople: true } }, 3, texts)).toContain('and more');
    expect(toCountText({ ...answer, result: nothing }, 0, texts)).toBe('Nothing for “bisc”');
    expect(toCountText({ ...answer, result: nothing }, 1, texts)).toBe('1 action');
  });

  it('begins where the key means', () => {
    const chat = { id: 1, title: 'Deborah' };
    expect(toSearchStart('search', chat)).toEqual({ scope: 'all', chat: null });
    expect(toSearchStart('search-people', chat)).toEqual({ scope: 'people', chat: null });
    expect(toSearchStart('find-in-chat', chat)).toEqual({ scope: 'messages', chat });
    expect(toSearchStart('find-in-chat', null)).toEqual({ scope: 'chats', chat: null });
  });
});

import type { MessageHit, PersonHit, SearchResult } from '#shared/contract/index.ts';
import { NOW } from '#renderer/gallery/statuses.ts';

const DAY_MS = 24 * 60 * 60_000;

function toPerson(id: number, changes: Partial<PersonHit>): PersonHit {
  const phone = `4477009003${String(10 + id)}`;
  const base = { phone, name: '', nameMarks: [], contactId: id, chatId: id, avatarId: null, isShared: false };
  return { ...base, also: null, ...changes };
}

function toMessage(id: number, changes: Partial<MessageHit>): MessageHit {
  const at = NOW - id * DAY_MS;
  const base = { key: `in:${String(id)}`, chatId: id, phone: `4477009003${String(10 + id)}`, name: '', at, marks: [] };
  return { ...base, direction: 'in', snippet: '', isCutBefore: false, isCutAfter: false, ...changes };
}

const LONG = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Upper Meadow and the Lower Meadow';

/** One hit for each thing that a line can say. */
export const result: SearchResult = {
  people: [
    toPerson(8, {
      name: 'Deborah Okonkwo',
      also: { kind: 'field', label: 'Pet', text: 'Biscuit, cockapoo', marks: [[0, 4]] },
    }),
    toPerson(2, {
      name: 'Adaeze Okonkwo',
      chatId: null,
      isShared: true,
      also: { kind: 'field', label: 'Pet', text: 'Biscuit (shared)', marks: [[0, 4]] },
    }),
    toPerson(3, { name: 'Biscoff Deliveries', nameMarks: [[0, 4]] }),
    toPerson(4, { also: { kind: 'phone', label: null, text: '447700900314', marks: [[2, 8]] } }),
    toPerson(5, {
      name: LONG,
      also: { kind: 'email', label: null, text: `w.bisc@${'meadow.'.repeat(12)}example`, marks: [[2, 6]] },
    }),
    toPerson(6, { name: 'مريم الخطيب', also: { kind: 'field', label: 'حيوان', text: 'بسكويت', marks: [[0, 4]] } }),
  ],
  messages: [
    toMessage(1, {
      name: 'Deborah Okonkwo',
      direction: 'out',
      snippet: 'this is a reminder that Biscuit is booked in for his dental on Friday 20 November at 11:00',
      marks: [[24, 28]],
      isCutBefore: true,
      isCutAfter: true,
    }),
    toMessage(42, { snippet: 'and a box of biscuits for the team', marks: [[13, 17]], isCutBefore: true }),
    toMessage(0, { name: '田中 美咲', snippet: 'ビスケットを明日の15時に取りに伺います。', marks: [[0, 5]] }),
    toMessage(3, { name: 'مريم الخطيب', snippet: 'شكراً، هل يمكنني إحضار بسكويت يوم الخميس؟', marks: [[23, 29]] }),
    toMessage(700, { name: LONG, snippet: `${'Quite a long way in, '.repeat(4)}a biscuit`, marks: [[86, 90]] }),
  ],
  hasMorePeople: false,
  hasMoreMessages: true,
  lookedBackTo: NOW - 730 * DAY_MS,
};
export const nothing: SearchResult = {
  people: [],
  messages: [],
  hasMorePeople: false,
  hasMoreMessages: false,
  lookedBackTo: NOW - 730 * DAY_MS,
};

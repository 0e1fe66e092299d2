import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS_PER_PART } from '#main/store/split.ts';
import type { SearchResult } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { Bench } from '#test/unit/store/bench.ts';
import { MINUTE_MS, NOON, buildChat, buildContact, buildMessage, phoneOf } from '#test/unit/store/builders.ts';

const IS_FULL = process.env.SWITCHBOARD_TEST_SCALE === 'full';
const CHATS = IS_FULL ? 20_000 : 500;
const MESSAGES = IS_FULL ? 300_000 : 6_000;
const PEOPLE = IS_FULL ? 100_000 : 2_000;
/** Every sixth message is in one chat. */
const BIG_CHAT = 1;
const FILL_TIMEOUT_MS = IS_FULL ? 900_000 : 60_000;

/** CPU time of the thread that one search may take, and that an ordinary one takes at most. */
const MOST_MS = 50;
const ORDINARY_MS = 25;

/** The same numbers in every run: what is measured shall not change with chance. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = createRandom(7);

/** Picks as languages do: the first very often, the last hardly ever. */
function createPicker(words: readonly string[]): () => string {
  let sum = 0;
  const sums = words.map((_, index) => (sum += 1 / (index + 2)));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  };
}

const COMMON = 'the to you and for is your we have on it in of at please can will thanks be this are me just'.split(
  ' ',
);
const SYLLABLES = 'ba be bi bo ing er an on to ra re ri la le li ma me mi na né ni sa sé ta te tion ha he ñi zü'.split(
  ' ',
);
const LATIN = [...COMMON];
while (LATIN.length < 4_000) {
  const count = 1 + Math.floor(random() * 3);
  LATIN.push(Array.from({ length: count + 1 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''));
}
const HAN = Array.from({ length: 2_500 }, (_, index) => String.fromCodePoint(0x4e00 + index * 3));
const ARABIC = Array.from(
  { length: 3_000 },
  (_, index) => `كل${String.fromCodePoint(0x628 + (index % 30))}مَ${index % 97}ة`,
);
const [pickLatin, pickHan, pickArabic] = [createPicker(LATIN), createPicker(HAN), createPicker(ARABIC)];
const repeat = (count: number, pick: () => string): string[] => Array.from({ length: count }, pick);

function createText(id: number): string {
  if (id === 5) return 'An unmistakable xylophone in Ѯ龘靐';
  if (id % 10 === 0) return repeat(6 + Math.floor(random() * 30), pickHan).join('');
  if (id % 10 === 1) return repeat(3 + Math.floor(random() * 12), pickArabic).join(' ');
  return repeat(3 + Math.floor(random() * 24), pickLatin).join(' ');
}

describe(`a search in ${MESSAGES} messages, ${CHATS} chats and ${PEOPLE} people`, () => {
  let bench: Bench;

  beforeAll(() => {
    bench = new Bench();
    const toIds = (first: number) => Array.from({ length: ROWS_PER_PART }, (_, index) => first + index);
    for (let first = 1; first <= PEOPLE; first += ROWS_PER_PART) {
      const contacts = toIds(first).map((id) => {
        const fields = [{ id: 1, name: 'Pet', value: pickLatin() }];
        const name =
          id % 20 === 0 ? { firstName: pickHan() + pickHan(), lastName: pickHan() } : { firstName: pickLatin() };
        return buildContact(id, { lastName: pickLatin(), ...name, email: `mail${id}@example.com`, fields });
      });
      bench.run('commitContacts', { contacts });
    }
    for (let first = 1; first <= CHATS; first += ROWS_PER_PART) {
      bench.run('commitChats', {
        chats: toIds(first).map((id) => buildChat(id, { status: id % 4 ? 'active' : 'closed' })),
      });
    }
    for (let newest = MESSAGES; newest > 0; newest -= ROWS_PER_PART) {
      const messages = toIds(newest - ROWS_PER_PART + 1).map((id) => {
        const phone = phoneOf(id % 6 === 0 ? BIG_CHAT : 1 + Math.floor(random() * CHATS));
        const at = NOON - (MESSAGES - id) * MINUTE_MS;
        return buildMessage(id % 2 === 0 ? `out:${id}` : `in:${id}`, { phone, at, text: createText(id) });
      });
      bench.run('commitMessages', { messages, source: 'page' });
    }
  }, FILL_TIMEOUT_MS);
  afterAll(() => bench.close());

  const search = (query: string, chatId: number | null = null): SearchResult =>
    bench.ask('search', { query, scope: 'all', chatId: chatId === null ? null : toChatId(chatId), limit: 50 });

  /** Milliseconds of CPU of this thread; the mean of a few, because the clock is coarse. */
  function measure(query: string, chatId: number | null = null): number {
    const times = 6;
    const before = process.threadCpuUsage();
    for (let time = 0; time < times; time += 1) search(query, chatId);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000 / times;
  }

  it('finds the one oldest text by any part of it', () => {
    for (const query of ['xylophone', 'XYLO unmist', '龘靐', '龘', 'ѯ', 'an unmistakable xylophone']) {
      expect([query, search(query).messages.map((hit) => hit.key)]).toEqual([query, ['in:5']]);
    }
    expect(search('xylophone nowhere')).toMatchObject({
      messages: [],
      lookedBackTo: NOON - (MESSAGES - 1) * MINUTE_MS,
    });
  });

  it.each([
    ...[
      'xylophone',
      'the',
      'please',
      'tionbe',
      'thanks will',
      'bing',
      'zuta',
      'كل',
      'كلبم',
      '明',
      '555',
      '07700 90',
      'mail77',
    ],
    ...['example.com', 'zzzz', 'tomorrow appointment'],
  ])('for %j takes little time', (query) => {
    expect(measure(query)).toBeLessThan(ORDINARY_MS);
  });

  const first = (count: number): string => HAN.slice(0, count).join('');
  it.each([
    ...['e', 'a', 't', ' i ', 'th', 'an', 'né', '7', '44', '00', 'm', '.', '@'],
    ...[
      HAN[0] ?? '',
      HAN[9] ?? '',
      HAN[2_000] ?? '',
      first(2),
      first(3),
      `${HAN[0]} ${HAN[1]}`,
      `${HAN[5]}${HAN[700]}`,
    ],
    ...['the you for your have', 'the to you and for is your we have on it in of at please can', 'thethethe thanksthe'],
    ...['a e i o u', 'ing er an on', 'tionbabe bebibo nonesense', 'the e 明', 'x'.repeat(200), 'the '.repeat(50)],
    ...['كل م ة', '4477 the', 'mail example com pet', '1 2 3 4', '0'],
  ])('for %j, a hard one, stays within its time', (query) => {
    expect(measure(query)).toBeLessThan(MOST_MS);
  });

  it.each([
    'the',
    'e',
    'please',
    'xylophone',
    'th',
    HAN[0] ?? '',
    first(2),
    'the you for your have',
    '明天',
    'كل',
    '7',
  ])('for %j stays within its time in a chat with a sixth of all messages and in one with few', (query) => {
    for (const chatId of [BIG_CHAT, 77]) expect(measure(query, chatId)).toBeLessThan(MOST_MS);
  });

  it('finds in one chat what is in it, however much is in others', () => {
    const hits = search('the', 77).messages;
    expect(hits.length).toBeGreaterThan(0);
    expect(new Set(hits.map((hit) => hit.chatId))).toEqual(new Set([77]));
    expect(search('the', BIG_CHAT)).toMatchObject({ hasMoreMessages: true });
  });

  it('gives pages around a message anywhere in a long thread in 5 ms (STORE-11)', () => {
    const [hit] = search('the', BIG_CHAT).messages;
    const ask = () => bench.ask('listMessagesAround', { chatId: toChatId(BIG_CHAT), key: hit?.key ?? '', limit: 60 });
    expect(ask()?.items).toHaveLength(60);
    const before = process.threadCpuUsage();
    for (let time = 0; time < 10; time += 1) ask();
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000 / 10).toBeLessThan(5);
  });
});

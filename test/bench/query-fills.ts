/** Large accounts for commands and queries in one thread: many chats, many words, many texts of the ledger. */
import { toLedgerColumns } from '#main/store/rows/ledger-row.ts';
import { toInsert } from '#main/store/rows/sql.ts';
import { ROWS_PER_PART } from '#main/store/split.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';
import {
  DAY_MS,
  MINUTE_MS,
  NOON,
  buildChat,
  buildContact,
  buildMessage,
  buildSend,
  phoneOf,
} from '#test/unit/store/builders.ts';
import { createRandom } from './words.ts';

export interface Extent {
  readonly chats: number;
  readonly messages: number;
}

const WORDS = 'parcel ready tomorrow appointment thanks please call invoice dental garden Zürich café number the'.split(
  ' ',
);
const toIds = (first: number): readonly number[] => Array.from({ length: ROWS_PER_PART }, (_, index) => first + index);

/** The page of messages that ends with this one, as the service gives it; all are spread over all chats. */
export function toPage(newest: number, { chats, messages }: Extent): readonly Message[] {
  return toIds(newest - ROWS_PER_PART + 1).map((id) => {
    const text = Array.from({ length: 9 }, (_, place) => WORDS[(id * (place + 3) + place * place) % 13]).join(' ');
    const said = { phone: phoneOf(1 + ((id * 7_919) % chats)), text, at: NOON - (messages - id) * MINUTE_MS };
    return buildMessage(id % 2 === 0 ? `out:${id}` : `in:${id}`, { ...said, letter: id % 2 === 0 ? 'd' : null });
  });
}

/** Chats with their people, then all messages, newest first; `onPage` takes each page in. */
export function fillChats(store: StoreInOneThread, extent: Extent, onPage: (commit: () => void) => void): void {
  for (let first = 1; first <= extent.chats; first += ROWS_PER_PART) {
    const chats = toIds(first).map((id) =>
      buildChat(id, { unreadCount: Number(id % 9 === 0), isPinned: id % 700 === 0, updatedAt: NOON - id * DAY_MS }),
    );
    store.run('commitChats', { chats });
    store.run('commitContacts', { contacts: toIds(first).map((id) => buildContact(id)) });
  }
  for (let newest = extent.messages; newest > 0; newest -= ROWS_PER_PART) {
    const messages = toPage(newest, extent);
    onPage(() => store.run('commitMessages', { messages, source: 'page' }));
  }
}

/** The chat with every sixth message of an account that is searched. */
export const BIG_CHAT = 1;
/** The only text with these words is the fifth message. */
export const RARE_TEXT = 'An unmistakable xylophone in Ѯ龘靐';
export const HAN: readonly string[] = Array.from({ length: 2_500 }, (_, index) =>
  String.fromCodePoint(0x4e00 + index * 3),
);

/** People and messages in three scripts, with words as frequent as languages have them. */
export function fillSearched(
  store: StoreInOneThread,
  { chats, messages, people }: Extent & { readonly people: number },
): void {
  const random = createRandom(7);
  const toTexts = createTexts(random);
  for (let first = 1; first <= people; first += ROWS_PER_PART) {
    const contacts = toIds(first).map((id) => {
      const fields = [{ id: 1, name: 'Pet', value: toTexts.latin() }];
      const name =
        id % 20 === 0
          ? { firstName: toTexts.han() + toTexts.han(), lastName: toTexts.han() }
          : { firstName: toTexts.latin(), lastName: toTexts.latin() };
      return buildContact(id, { ...name, email: `mail${id}@example.com`, fields });
    });
    store.run('commitContacts', { contacts });
  }
  for (let first = 1; first <= chats; first += ROWS_PER_PART) {
    const rows = toIds(first).map((id) => buildChat(id, { status: id % 4 === 0 ? 'closed' : 'active' }));
    store.run('commitChats', { chats: rows });
  }
  for (let newest = messages; newest > 0; newest -= ROWS_PER_PART) {
    const page = toIds(newest - ROWS_PER_PART + 1).map((id) => {
      const phone = phoneOf(id % 6 === 0 ? BIG_CHAT : 1 + Math.floor(random() * chats));
      const said = { phone, at: NOON - (messages - id) * MINUTE_MS, text: toTexts.text(id) };
      return buildMessage(id % 2 === 0 ? `out:${id}` : `in:${id}`, said);
    });
    store.run('commitMessages', { messages: page, source: 'page' });
  }
}

const COMMON = 'the to you and for is your we have on it in of at please can will thanks be this are me just'.split(
  ' ',
);
const SYLLABLES = 'ba be bi bo ing er an on to ra re ri la le li ma me mi na né ni sa sé ta te tion ha he ñi zü'.split(
  ' ',
);

function createTexts(random: () => number) {
  const latinWords = [...COMMON];
  while (latinWords.length < 4_000) {
    const count = 2 + Math.floor(random() * 3);
    const syllables = Array.from({ length: count }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]);
    latinWords.push(syllables.join(''));
  }
  const arabicWords = Array.from(
    { length: 3_000 },
    (_, index) => `كل${String.fromCodePoint(0x628 + (index % 30))}مَ${index % 97}ة`,
  );
  const [latin, han, arabic] = [latinWords, HAN, arabicWords].map((words) => createPicker(random, words));
  const repeat = (least: number, spread: number, pick: (() => string) | undefined): string[] =>
    Array.from({ length: least + Math.floor(random() * spread) }, () => pick?.() ?? '');
  const text = (id: number): string => {
    if (id === 5) return RARE_TEXT;
    if (id % 10 === 0) return repeat(6, 30, han).join('');
    return id % 10 === 1 ? repeat(3, 12, arabic).join(' ') : repeat(3, 24, latin).join(' ');
  };
  return { text, latin: () => latin?.() ?? '', han: () => han?.() ?? '' };
}

/** Picks as languages do: the first very often, the last hardly ever. */
function createPicker(random: () => number, words: readonly string[]): () => string {
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

/** The id of the nth text of the ledger that `fillLedger` writes, from 0; the sixth alone has the word xylophone. */
export const toLedgerId = (n: number): string => String(n).padStart(20, 'q');

export function fillLedger(
  store: StoreInOneThread,
  { rows, people }: { readonly rows: number; readonly people: number },
): void {
  for (let first = 1; first <= people; first += ROWS_PER_PART) {
    const toName = (id: number): string => `${String.fromCharCode(97 + (id % 26)).repeat(3)}son`;
    store.run('commitContacts', { contacts: toIds(first).map((id) => buildContact(id, { firstName: toName(id) })) });
    store.run('commitChats', { chats: toIds(first).map((id) => buildChat(id)) });
  }
  store.owned.transaction(() => {
    for (let n = 0; n < rows; n += 1) {
      const text = n === 5 ? 'An unmistakable xylophone' : toLedgerText(n);
      const send = buildSend(toLedgerId(n), {
        phone: phoneOf(1 + (n % people)),
        text,
        createdAt: NOON + n * MINUTE_MS,
      });
      const state = n % 50 === 0 ? 'refused' : 'accepted';
      const columns = { ...toLedgerColumns({ ...send, state }), message_id: n + 1, price_charged: 0.04 };
      store.owned.run(toInsert('ledger', Object.keys(columns)), columns);
    }
  });
}

function toLedgerText(n: number): string {
  const random = createRandom(n);
  return Array.from({ length: 6 + (n % 20) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
}

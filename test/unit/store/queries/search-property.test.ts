/** A search finds what looking at every text finds, whatever was written and whatever is typed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFolded } from '#main/store/core/fold.ts';
import { toWords } from '#main/store/core/search-words.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildChat, buildMessage } from '../builders.ts';

const PIECES = [
  ...['a', 'b', 'é', 'E', 'ß', 'o', '1', '٣', ' ', ' ', '  ', '\n', '\u0000', '"', '*', '(', ')', '%', '_', '\\', "'"],
  ...['-', '{', '}', ':', '^', '+', ' OR ', ' NOT ', 'NEAR(', 'text:', 'thread:', '明', '天', '한', 'م', 'ـ', '\u0301'],
  ...['🎉', '\ud83c', '\udf89', '\ue000', '\u200d', '--', ';', 'DROP TABLE messages;'],
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((pieces) => pieces.join(''));
/** Letters that are everywhere are looked for without the index, and there accents count (search-messages.ts). */
const isEverywhere = (word: string): boolean => /^[a-z\d]$/.test(word);

describe('a search', () => {
  it('finds the same as looking at every text, and nothing that is typed is syntax', () => {
    const property = fc.property(
      fc.array(texts, { maxLength: 6 }),
      fc.array(texts, { minLength: 1 }),
      (said, typed) => {
        const store = new StoreInOneThread();
        store.run('commitChats', { chats: [buildChat(1)] });
        const messages = said.map((text, index) => buildMessage(`in:${index + 1}`, { text, at: NOON - index }));
        store.run('commitMessages', { messages, source: 'page' });
        for (const query of typed) {
          const words = toWords(query);
          if (words.every(isEverywhere)) continue;
          const fitting = messages.filter(({ text }) => words.every((word) => toFolded(text).includes(word)));
          const { messages: found } = store.ask('search', { query, scope: 'messages', chatId: null, limit: 100 });
          expect(found.map(({ key }) => key)).toEqual(fitting.map(({ key }) => key));
        }
        store.close();
      },
    );
    fc.assert(property, { numRuns: 60 });
    // Sixty accounts in real files take their time where others work too.
  }, 30_000);
});

/** Whether a search finds the messages that hold a word, and no others. */
import type { ReadDb } from '#main/store/open.ts';

interface Text {
  readonly seq: number;
  readonly text: string;
}

/** Letters that fold to themselves: what folding does to all others is for its own tests. */
const WORD = /(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/giu;
const MOST_WORDS = 200;
const FOUND = 'SELECT rowid AS seq FROM message_search WHERE message_search MATCH ? ORDER BY rowid';

/** The index beside the texts of the messages, which are compared with the service's. */
export function listSearchFaults(cache: ReadDb): string[] {
  const texts = cache.all<Text>('SELECT seq, text FROM messages ORDER BY seq');
  const plain = texts
    .filter(({ text }) => /^[\x20-\x7e]*$/.test(text))
    .map(({ seq, text }) => ({ seq, text: text.toLowerCase() }));
  const plainSeqs = new Set(plain.map(({ seq }) => seq));
  const known = new Set(texts.map(({ seq }) => seq));
  const indexed = cache.all<{ seq: number }>('SELECT rowid AS seq FROM message_search').map(({ seq }) => seq);
  const stale = indexed.filter((seq) => !known.has(seq)).map((seq) => `search: row ${String(seq)} is of no message`);
  const inIndex = new Set(indexed);
  const lost = texts
    .filter(({ seq, text }) => /[\p{L}\p{N}]/u.test(text) && !inIndex.has(seq))
    .map(({ seq }) => `search: message ${String(seq)} is not in the index`);
  return [...stale, ...lost, ...listWords(plain).flatMap((word) => listWordFaults(word))];

  function listWordFaults(word: string): string[] {
    const should = new Set(plain.filter(({ text }) => text.includes(word)).map(({ seq }) => seq));
    const found = new Set(cache.all<{ seq: number }>(FOUND, [`text : "${word}"`]).map(({ seq }) => seq));
    const missing = [...should]
      .filter((seq) => !found.has(seq))
      .map((seq) => `search “${word}”: ${String(seq)} is not found`);
    const wrong = [...found]
      .filter((seq) => plainSeqs.has(seq) && !should.has(seq))
      .map((seq) => `search “${word}”: ${String(seq)} is found`);
    return [...missing, ...wrong];
  }
}

/** The rarest first: the words of one message alone, as far as there is room. */
function listWords(texts: readonly Text[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of texts) {
    for (const word of new Set(text.match(WORD) ?? [])) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, few], [b, many]) => few - many || (a < b ? -1 : 1));
  return sorted.slice(0, MOST_WORDS).map(([word]) => word);
}

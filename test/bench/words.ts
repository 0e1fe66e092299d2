/** Seeded texts, so that two runs measure the same work. */

/** A generator of numbers in [0, 1) that always gives the same ones (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FREQUENT =
  'the to you and please thanks is your appointment for we tomorrow call back can on order it in ready of at 10:30 reply stop délivré garçon café 你好 مرحبا'.split(
    ' ',
  );
const SYLLABLES =
  'ba be bi bo ing er an on to ra re ri la le li ma me mi na ne ni sa se ta te tion ha he lo un zu'.split(' ');
/** So many that the index holds about as many runs of three characters as real texts give it. */
const VOCABULARY = 4_000;

function createWords(): readonly string[] {
  const random = createRandom(7);
  const toSyllable = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  const others = Array.from({ length: VOCABULARY - FREQUENT.length }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, toSyllable).join(''),
  );
  return [...FREQUENT, ...others];
}

/** Gives texts of 4 to 24 words, some words very often and most hardly ever, as in any language. */
export function createTexts(random: () => number): () => string {
  const words = createWords();
  // The rank whose share of all that is said, by 1 / rank, is reached.
  const toWord = (): string => words[Math.floor(words.length ** random()) - 1] ?? '';
  return () => Array.from({ length: 4 + Math.floor(random() * 21) }, toWord).join(' ');
}

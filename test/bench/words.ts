/** Seeded texts, so that two runs measure the same work. */
const WORDS =
  'appointment tomorrow thanks please call back order ready parcel délivré 10:30 reply stop garçon 你好 مرحبا café'.split(
    ' ',
  );

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

/** A text of 4 to 24 words. */
export function toText(random: () => number): string {
  const count = 4 + Math.floor(random() * 20);
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '').join(' ');
}

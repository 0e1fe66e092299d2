/**
 * Asks one question at a time: what changes while it is on its way is asked about after the answer. Returns what asks,
 * which resolves when there is nothing left to ask, or at once where a question is on its way.
 */
export function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let isAsking = false;
  let isStale = false;
  return async () => {
    isStale = true;
    if (isAsking) return;
    isAsking = true;
    while (isStale) {
      isStale = false;
      await ask();
    }
    isAsking = false;
  };
}

/** What a task of the upkeep leaves to be done in portions, so that nothing else waits for the whole of it. */
export interface Errand {
  /** Since when what it brings is true; null: since its task began. */
  readonly startedAt: number | null;
  /** How long the next portion may wait, so that all of it takes a small share of what the service gives. */
  readonly pauseMs: number;
  /** Does a portion; whether there is more. */
  step(): Promise<boolean>;
}

interface ErrandParts<T> {
  readonly items: readonly T[];
  /** Items of one portion. */
  readonly size: number;
  readonly work: (portion: readonly T[]) => Promise<void>;
  readonly atEnd?: () => Promise<void>;
  readonly pauseMs?: number;
  readonly startedAt?: number | null;
}

/** An errand over these items, in order; null where there are none and nothing is left to do at the end. */
export function createErrand<T>(parts: ErrandParts<T>): Errand | null {
  const { items, size, work, atEnd } = parts;
  if (items.length === 0 && atEnd === undefined) return null;
  let done = 0;
  return {
    startedAt: parts.startedAt ?? null,
    pauseMs: parts.pauseMs ?? 0,
    step: async () => {
      const portion = items.slice(done, done + size);
      if (portion.length > 0) await work(portion);
      done += size;
      if (done < items.length) return true;
      await atEnd?.();
      return false;
    },
  };
}

/** One after the other; null where there is none. */
export function joinErrands(errands: readonly (Errand | null)[]): Errand | null {
  const queue = errands.filter((errand) => errand !== null);
  const [first] = queue;
  if (first === undefined) return null;
  return {
    startedAt: first.startedAt,
    pauseMs: Math.max(...queue.map(({ pauseMs }) => pauseMs)),
    step: async () => {
      const [errand] = queue;
      if (errand !== undefined && !(await errand.step())) queue.shift();
      return queue.length > 0;
    },
  };
}

/** Turns of the bench's own loop, where what is measured runs in this thread. */
import process from 'node:process';

export interface OwnTurns {
  /** CPU time of the longest turn, in ms. */
  readonly longestMs: number;
  /** Wall time of it all, in ms. */
  readonly wallMs: number;
  /** The most resident memory of the process meanwhile, in bytes. */
  readonly mostRssBytes: number;
}

/** How often the memory is looked at. */
const LOOK_MS = 50;

export function getCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Watches the loop, turn by turn, as long as the work goes on. */
export async function watchOwnTurns(work: () => Promise<void>): Promise<OwnTurns> {
  const startedAt = performance.now();
  let [longestMs, lastMs, isOver] = [0, getCpuMs(), false];
  let [mostRssBytes, lookedAt] = [process.memoryUsage.rss(), startedAt];
  const endTurn = (): void => {
    longestMs = Math.max(longestMs, getCpuMs() - lastMs);
    if (performance.now() - lookedAt > LOOK_MS) {
      [mostRssBytes, lookedAt] = [Math.max(mostRssBytes, process.memoryUsage.rss()), performance.now()];
    }
    lastMs = getCpuMs();
    if (!isOver) setImmediate(endTurn);
  };
  setImmediate(endTurn);
  try {
    await work();
  } finally {
    isOver = true;
  }
  return { longestMs, wallMs: performance.now() - startedAt, mostRssBytes };
}

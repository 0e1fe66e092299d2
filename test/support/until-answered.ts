import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Waits until a main in memory (`FakeBridge`) has answered everything that was asked so far. Its answers are promises
 * without timers, so all of them, and what follows from them, are there after one turn of the event loop.
 */
export async function untilAnswered(): Promise<void> {
  await nextTurn();
}

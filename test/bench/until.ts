import { setTimeout as wait } from 'node:timers/promises';

/** Only ends what hangs, on a machine however slow: no figure is about it. */
export const HANGS_AFTER_MS = 1_500_000;
const LOOK_EVERY_MS = 200;

/** Waits until nothing is missing any more, and throws what is missing where that takes too long. */
export async function until(
  findMissing: () => Promise<string | null>,
  hangsAfterMs: number = HANGS_AFTER_MS,
): Promise<void> {
  const endsAt = Date.now() + hangsAfterMs;
  for (;;) {
    const missing = await findMissing();
    if (missing === null) return;
    if (Date.now() >= endsAt) throw new Error(missing);
    await wait(LOOK_EVERY_MS);
  }
}

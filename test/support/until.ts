import { vi } from 'vitest';

/** Only a bound for what hangs: no test is about it, and a machine with much else to do must not reach it. */
const HANG_MS = 100_000;
/** Asked five times as often, the tests of the whole app take a fifth more of the processor. */
const INTERVAL_MS = 50;

/** Resolves with the answer of `check` as soon as it does not throw. */
export async function until<Output>(check: () => Promise<Output> | Output): Promise<Output> {
  return await vi.waitFor(check, { timeout: HANG_MS, interval: INTERVAL_MS });
}

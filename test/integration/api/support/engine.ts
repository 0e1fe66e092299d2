import { onTestFinished } from 'vitest';
import type { TestContext } from 'vitest';
import { createEngine } from './create-engine.ts';
import type { EngineOptions } from './create-engine.ts';

/**
 * Starts a client for this test; it ends with the test. A test that runs beside others hands over its context, which
 * the runner cannot find by itself then.
 */
export function startEngine(options: EngineOptions, context: Pick<TestContext, 'onTestFinished'> = { onTestFinished }) {
  const { dispose, ...engine } = createEngine(options);
  context.onTestFinished(dispose);
  return engine;
}

import { isAppError } from '#shared/domain/app-error.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import type { Alarm } from './alarm.ts';
import type { SyncContext } from './context.ts';

/**
 * Does one step after the other until sync ends, each when the one before said that it is due, and none while the link is
 * down (SYNC-6). A step that fails is done again after a while; only bugs and a failing disk are told.
 * `step` is told whether the clock was set back since it planned, so that nothing planned by the old one is waited for.
 */
export async function runLoop(
  context: SyncContext,
  alarm: Alarm,
  step: (isSetBack: boolean) => Promise<number>,
): Promise<void> {
  const { signal, link, sink, clock } = context;
  const isOver = (): boolean => signal.aborted;
  let failures = 0;
  let isSetBack = false;
  while (!isOver()) {
    await link.whenOnline();
    if (isOver()) return;
    let nextAt = 0;
    try {
      nextAt = await step(isSetBack);
      failures = 0;
    } catch (error) {
      if (isOver()) return;
      if (!isAppError(error) || error.code === 'disk') sink.broken(error);
      const isLink = isAppError(error) && link.note(error);
      failures = isLink ? failures : failures + 1;
      if (!isLink) nextAt = clock.now() + planBackoffMs({ failures, random: clock.random(), retryAfterMs: null });
    }
    isSetBack = await alarm.sleepUntil(nextAt, signal);
  }
}

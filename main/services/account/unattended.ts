import type { Clock } from '#main/platform/clock.ts';
import type { Log } from '#main/platform/log.ts';
import { isAppError, type AppErrorCode } from '#shared/domain/app-error.ts';
import type { Credentials } from './ports.ts';
import type { Session } from './session.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** Failures that may be over in a while without anybody doing anything. */
const PASSING: readonly AppErrorCode[] = ['offline', 'timeout', 'maintenance', 'rate-limited', 'server'];

/**
 * Signs in without a person and, while the service cannot be reached, again after growing waits. Ends when it worked,
 * when an account was opened since it began, when the service says no, or with the signal. Never rejects.
 */
export async function signInUnattended(
  needs: { readonly session: Session; readonly clock: Clock; readonly log: Log },
  credentials: Credentials,
  signal: AbortSignal,
): Promise<void> {
  const { session, clock, log } = needs;
  // Whoever was here last is open already, with or without their key.
  const openBefore = session.findAccount();
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      await session.signInUnattended(credentials);
      return;
    } catch (error) {
      log.error('session.unattendedFailed', error);
      if (!isAppError(error) || !PASSING.includes(error.code)) return;
    }
    await clock.wait(waitMs, signal);
    if (session.findAccount() !== openBefore) return;
  }
}

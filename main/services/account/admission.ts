import type { ProbeResult } from '#main/api/probe.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AccountClient } from './ports.ts';

/** So long somebody waits before the sign-in screen for a service that does not answer. */
const PROBE_WITHIN_MS = 20_000;

/**
 * Asks the service whether it takes the key. Throws what keeps us out; a service that is too slow is a `timeout`, and
 * only who ends the app is told `cancelled`.
 */
export async function askForAdmission(
  client: Pick<AccountClient, 'probe'>,
  ending: AbortSignal,
  withinMs: number = PROBE_WITHIN_MS,
): Promise<ProbeResult> {
  const late = AbortSignal.timeout(withinMs);
  try {
    return await client.probe({ priority: 'user', signal: AbortSignal.any([ending, late]) });
  } catch (error) {
    if (!isAppError(error, 'cancelled') || ending.aborted || !late.aborted) throw error;
    const message = 'the service did not answer in time';
    throw new AppError({ code: 'timeout', message, retryable: true, outcome: 'not-accepted', cause: error });
  }
}

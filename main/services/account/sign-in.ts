/** What a sign-in needs: tidy addresses, the service's word on the credentials and, without a user, patience. */
import type { ProbeResult } from '#main/api/probe.ts';
import type { Clock } from '#main/platform/clock.ts';
import type { Log } from '#main/platform/log.ts';
import { AppError, isAppError, type AppErrorCode } from '#shared/domain/app-error.ts';
import { checkServiceAddress, guessWebUrl, type AddressFault } from '#shared/domain/service-address.ts';
import type { AccountClient, Credentials } from './ports.ts';

export interface ServiceAddresses {
  /** Origin and path prefix without a slash at the end; `/api/v2` is part of each call. */
  readonly baseUrl: string;
  readonly webUrl: string;
}

/**
 * Checks and tidies both addresses as the sign-in screen does, so that one account has one address and one folder. An
 * empty web address becomes the guess. Throws `validation` whose fields are `baseUrl` and `webUrl` and whose words are
 * `not-an-address` and `https-required` (for the window's catalogue).
 */
export function parseServiceAddresses(typed: ServiceAddresses): ServiceAddresses {
  const base = checkAddress(typed.baseUrl);
  const web = checkAddress(typed.webUrl.trim() === '' ? guessWebUrl(typed.baseUrl) : typed.webUrl);
  const fields = {
    ...('fault' in base ? { baseUrl: [base.fault] } : {}),
    // A guess from an invalid address has no fault of its own.
    ...('fault' in web && typed.webUrl.trim() !== '' ? { webUrl: [web.fault] } : {}),
  };
  if ('fault' in base || 'fault' in web) {
    throw new AppError({ code: 'validation', message: 'an address does not fit', fields, outcome: 'refused' });
  }
  return { baseUrl: base.url, webUrl: web.url };
}

/** The address as URLs are compared: a name in another script has one spelling, an address of numbers one form. */
function checkAddress(typed: string): { readonly url: string } | { readonly fault: AddressFault } {
  const checked = checkServiceAddress(typed);
  if (!checked.ok) return { fault: checked.fault };
  const url = URL.parse(checked.url);
  return url === null ? { fault: 'not-an-address' } : { url: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

/** The sign-in screen waits this long for a service that does not answer. */
const CHECK_WITHIN_MS = 20_000;

/**
 * Asks the service whether it accepts the credentials. Throws why it does not; a service that is too slow is a `timeout`,
 * and only the end of the app is `cancelled`.
 */
export async function checkCredentials(
  client: Pick<AccountClient, 'probe'>,
  ending: AbortSignal,
  withinMs: number = CHECK_WITHIN_MS,
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

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** Failures that may be over in a while without anybody doing anything. */
const PASSING: readonly AppErrorCode[] = ['offline', 'timeout', 'maintenance', 'rate-limited', 'server'];

/** What of the session the sign-in without a user needs. */
interface UnattendedSession {
  signInUnattended(credentials: Credentials): Promise<unknown>;
  /** The open account; undefined: none. */
  findAccount(): unknown;
}

/**
 * Signs in without a user and, while the service cannot be reached, again after growing waits. Ends when it worked,
 * when an account was opened since it began, when the service refuses, or with the signal. Never rejects.
 */
export async function signInUnattended(
  needs: { readonly session: UnattendedSession; readonly clock: Clock; readonly log: Log },
  credentials: Credentials,
  signal: AbortSignal,
): Promise<void> {
  const { session, clock, log } = needs;
  // The last account may be open already, with or without its key.
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

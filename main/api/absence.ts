/**
 * What a refusal says about a feature: that this service has none of it, or only that a thing is missing. A feature that
 * is believed missing is hidden for a day, so wherever the two cannot be told apart, it counts as there.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { CallOptions, CallRequest, Caller } from './call.ts';
import { isAnsweredByService } from './errors.ts';

/** What to ask where a 404 alone does not tell. */
export interface AbsenceQuestion {
  /** Changes nothing, and is refused by a service that has the operation. */
  readonly ask: CallRequest;
  /**
   * Whether a 404 to that can mean nothing else; asked where a service that has the operation may say 404 to it as well.
   * A failure counts as no. A 405 needs no such proof: the place is there, and takes no such request.
   */
  readonly isProven?: (options: CallOptions) => Promise<boolean>;
}

/**
 * How a 404 tells a missing operation from a missing thing. `never`: it does not. `always`: the row is a collection and
 * names no thing, so that its first page can only be missing with it. Or what is to be asked.
 */
export type Absence = 'never' | 'always' | AbsenceQuestion;

/** Pinning one or many: asked for at one place, since no ids could be read as all at the others. */
export const PINNING = {
  feature: 'pinning',
  absence: { ask: { row: 'POST /chats/pin', method: 'POST', path: '/chats/pin', body: {} } },
} as const;

/** Whether a refusal says, in the service's own words or without any, that something is missing. */
export function isMissing(error: unknown): error is AppError {
  return isAppError(error, 'not-found') && isAnsweredByService(error);
}

/** Whether the feature of a call is missing that was refused as missing. Makes calls that change nothing. */
export async function isFeatureAbsent(
  caller: Pick<Caller, 'call'>,
  absence: Exclude<Absence, 'never'>,
  options: CallOptions,
): Promise<boolean> {
  const once = { ...options, repeats: false };
  const find = (request: CallRequest) => findFailure(caller.call(request, once));
  // Whoever says 404 in front of a service that is away says nothing about it.
  if ((await find({ row: 'GET /ping', method: 'GET', path: '/ping' })) !== null) return false;
  if (absence === 'always') return true;
  const failure = await find(absence.ask);
  if (!isMissing(failure)) return false;
  if (failure.status === 405 || absence.isProven === undefined) return true;
  try {
    return await absence.isProven(once);
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/** How a call fails; null where it does not. */
async function findFailure(call: Promise<unknown>): Promise<AppError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';

/** Bugs, a failing disk and the end of sync: nothing that the service said, and nothing to go on after. */
export function isFatal(error: unknown): boolean {
  return !isAppError(error) || error.code === 'cancelled' || error.code === 'disk';
}

/** Whether the service has no such thing, or does not let this account see it: both stay so for long. */
export function isRefusal(error: AppError): error is AppError & { readonly code: 'not-found' | 'forbidden' } {
  return error.code === 'not-found' || error.code === 'forbidden';
}

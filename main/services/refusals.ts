import { AppError } from '#shared/domain/app-error.ts';

/** What the user typed or chose is not accepted: one word or sentence for the field. */
export function toRefusal(field: string, why: string): AppError {
  return new AppError({
    code: 'validation',
    message: `${field}: ${why}`,
    fields: { [field]: [why] },
    outcome: 'refused',
  });
}

/** The request id was used for something else. */
export function toUsedIdRefusal(): AppError {
  return toRefusal('requestId', 'used');
}

/** The account may not do that. */
export function toForbidden(what: string): AppError {
  return new AppError({ code: 'forbidden', message: `${what} cannot be changed by this account`, outcome: 'refused' });
}

/** The answer was lost: what was asked may have been done. The page is told so by `unknown` in the field `outcome`. */
export function toUnknownOutcome(error: AppError): AppError {
  const { code, message, retryable, status, common, retryAfterMs } = error;
  const fields = { ...error.fields, outcome: ['unknown'] };
  return new AppError({
    ...{ code, message, retryable, status, common, retryAfterMs, fields },
    ...{ outcome: 'unknown', cause: error },
  });
}

/** What is asked for is not here, or no longer. */
export function toNotFound(what: string): AppError {
  return new AppError({ code: 'not-found', message: `no such ${what}`, outcome: 'refused' });
}

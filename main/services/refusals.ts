import { AppError } from '#shared/domain/app-error.ts';

/** What a person typed or chose does not do: one word or sentence for the field. */
export function toRefusal(field: string, why: string): AppError {
  return new AppError({
    code: 'validation',
    message: `${field}: ${why}`,
    fields: { [field]: [why] },
    outcome: 'refused',
  });
}

/** This id stands for something else already: what is asked for now would be taken for that. */
export function toUsedIdRefusal(): AppError {
  return toRefusal('requestId', 'used');
}

/** What is asked for is not here, or not any more. */
export function toNotFound(what: string): AppError {
  return new AppError({ code: 'not-found', message: `no such ${what}`, outcome: 'refused' });
}

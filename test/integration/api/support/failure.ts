import { AppError } from '#shared/domain/app-error.ts';

/** The failure of the closed family that a call ends with; anything else, success too, fails the test. */
export async function findFailure(promise: Promise<unknown>): Promise<AppError> {
  const error: unknown = await promise.then(
    () => new Error('It did not fail'),
    (failure: unknown) => failure,
  );
  if (error instanceof AppError) return error;
  throw error;
}

import { isAppError } from '#shared/domain/app-error.ts';
import { isLinkFailure } from '../core/status.ts';

/**
 * Waits for all of them, also when some fail, so that nothing runs on unwatched. Then throws the failure that weighs
 * most: a bug before the link, the link before the rest.
 */
export async function together<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(works);
  const failures: unknown[] = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (failures.length > 0) throw pickHeaviest(failures);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Does the work on every item, at most `width` at once; goes on with the others when one fails, then throws. */
export async function forEachOf<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const failures: unknown[] = [];
  const takeTurns = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
        // What ends the link or is a bug would only meet the others too.
        if (!isAppError(error) || isLinkFailure(error)) queue.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, takeTurns));
  if (failures.length > 0) throw pickHeaviest(failures);
}

function pickHeaviest(failures: readonly unknown[]): unknown {
  const bug = failures.find((error) => !isAppError(error));
  if (bug !== undefined) return bug;
  return failures.find((error) => isAppError(error) && isLinkFailure(error)) ?? failures[0];
}

import { hasCode } from '#main/platform/files.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';

/** A failure of the disk at the start, in words for whoever started the app; everything else as it is. */
export function toStartFailure(error: unknown, dataFolder: string): unknown {
  if (!isAppError(error, 'disk')) return error;
  const isFull = hasCode(error.cause, 'ENOSPC', 'EDQUOT');
  const message = isFull
    ? `There is no room on the disk with ${dataFolder}. Nothing was lost. Free some space and start Switchboard again.`
    : `The folder ${dataFolder} can’t be used (${error.message}). Nothing was lost. See who may write there, and start Switchboard again.`;
  return new AppError({ code: 'disk', message, cause: error });
}

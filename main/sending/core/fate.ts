import type { AppError } from '#shared/domain/app-error.ts';

/**
 * What a failed send call means (architecture §8). `again`: surely not accepted. `refused`: a person must change
 * something. `key`: the key itself was refused, nothing can leave. `checking`: it may have been accepted.
 */
export type Fate = 'again' | 'refused' | 'key' | 'checking';

/** Sorts a failure. Where in doubt it is `checking`: a message too few can be sent by hand, one too many not taken back. */
export function classifySendFailure(error: AppError): Fate {
  switch (error.code) {
    case 'unauthorized':
      return 'key';
    case 'validation':
    case 'forbidden':
    case 'not-found':
      return 'refused';
    case 'rate-limited':
      return 'again';
    case 'offline':
    case 'timeout':
    case 'maintenance':
    case 'server':
    case 'bad-response':
    case 'not-this-service':
    case 'disk':
    case 'cancelled':
    case 'disconnected':
      return toFate(error.outcome);
  }
}

function toFate(outcome: AppError['outcome']): Fate {
  if (outcome === 'not-accepted') return 'again';
  return outcome === 'refused' ? 'refused' : 'checking';
}

/**
 * What a failed upload means. `again` where in doubt: a file that the service has twice is charged to nobody, and only
 * the link that stands in the text counts.
 */
export function classifyUploadFailure({ code }: AppError): Exclude<Fate, 'checking'> {
  if (code === 'unauthorized') return 'key';
  return code === 'validation' || code === 'forbidden' || code === 'not-found' ? 'refused' : 'again';
}

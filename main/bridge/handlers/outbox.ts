import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createOutboxHandlers(services: Services): HandlersOf<'outbox'> {
  return {
    'outbox.get': () => services.outbox.get(),
    'outbox.cancel': ({ waitingId }) => services.outbox.cancel(waitingId),
  };
}

import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createSyncHandlers(services: Services): HandlersOf<'sync'> {
  return {
    'sync.getStatus': () => services.link.getStatus(),
    'sync.tryNow': () => {
      services.link.tryNow();
      return {};
    },
    'sync.checkEverything': async () => {
      await services.link.checkEverything();
      return {};
    },
  };
}

import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createHostHandlers(services: Services): HandlersOf<'host'> {
  return {
    'host.getPresence': () => ({ isAway: services.presence.isAway }),
    'host.getInfo': () => services.hostAccess.getInfo(),
    'host.openLink': async (input) => {
      await services.hostAccess.openLink(input.url);
      return {};
    },
    'host.setActivity': (input) => {
      services.link.setActivity(input);
      return {};
    },
  };
}

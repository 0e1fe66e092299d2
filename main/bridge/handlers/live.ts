import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createLiveHandlers({ live }: Services): HandlersOf<'live'> {
  return {
    'live.get': () => live.getView(),
    'live.turnOn': ({ choice, takeOver }) => live.turnOn({ choice, takeOver }),
    'live.turnOff': ({ emptiesRefused }) => live.turnOff({ emptiesRefused: emptiesRefused === true }),
    'live.refresh': () => live.refresh(),
    'live.test': () => live.test(),
    'live.listPrograms': () => live.listPrograms(),
    'live.trustHost': ({ fingerprint }) => live.trustHost(fingerprint),
    'live.listEvents': () => live.listEvents(),
  };
}

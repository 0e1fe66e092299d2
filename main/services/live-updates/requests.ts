import type { HandlersOf } from '#main/services/handler-types.ts';

/** How news gets to this computer: the callbacks of the open account. */
export const liveUpdateHandlers: HandlersOf<'live'> = {
  'live.get': ({ live }) => live.getView(),
  'live.turnOn': ({ live }, { choice, takeOver }) => live.turnOn({ choice, takeOver }),
  'live.turnOff': ({ live }, { emptiesRefused }) => live.turnOff({ emptiesRefused: emptiesRefused === true }),
  'live.refresh': ({ live }) => live.refresh(),
  'live.test': ({ live }) => live.test(),
  'live.listPrograms': ({ live }) => live.listPrograms(),
  'live.trustHost': ({ live }, { fingerprint }) => live.trustHost(fingerprint),
  'live.listEvents': ({ live }) => live.listEvents(),
};

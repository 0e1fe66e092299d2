import type { HandlersOf } from '#main/services/handler-types.ts';
import type { Services } from '#main/services/services.ts';
import { LIVE_OFF } from './live-updates-state.ts';
import type { LiveUpdates } from './live-updates.ts';

/** Callbacks and tunnels of the open account. */
export const liveUpdateHandlers: HandlersOf<'live'> = {
  'live.get': ({ session }) => session.findAccount()?.liveUpdates.view ?? LIVE_OFF,
  'live.turnOn': (services, { choice, takeOver }) => getLive(services).turnOn({ choice, takeOver }),
  'live.turnOff': (services, { emptiesRefused }) =>
    getLive(services).turnOff({ emptiesRefused: emptiesRefused === true }),
  'live.refresh': (services) => getLive(services).refresh(),
  'live.test': (services) => getLive(services).test(),
  'live.listPrograms': ({ tunnels }) => tunnels.listPrograms(),
  'live.trustHost': (services, { fingerprint }) => getLive(services).trustHost(fingerprint),
  'live.listEvents': (services) => getLive(services).listEvents(),
};

/** Throws `unauthorized` while no account is open. */
function getLive({ session }: Services): LiveUpdates {
  return session.getAccount().liveUpdates;
}

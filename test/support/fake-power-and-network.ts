import type { Host } from '#main/hosts/host.ts';

type PowerListener = Parameters<Host['watchPower']>[0];
type NetworkListener = Parameters<Host['watchNetwork']>[0];

/** Power and network events of a host, emitted by the test; the listeners can be counted. */
export function createFakePowerAndNetwork() {
  const power = new Set<PowerListener>();
  const network = new Set<NetworkListener>();
  const host: Pick<Host, 'watchPower' | 'watchNetwork'> = {
    watchPower: (listener) => {
      power.add(listener);
      return () => power.delete(listener);
    },
    watchNetwork: (listener) => {
      network.add(listener);
      return () => network.delete(listener);
    },
  };
  return { host, power, network };
}

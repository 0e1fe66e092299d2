import type { TunnelView } from '#shared/contract/index.ts';
import type { Tunnel } from './ports.ts';

/** Nothing runs and nothing is to be run. */
export const NO_TUNNEL: TunnelView = { state: 'off', since: 0, nextAttemptAt: null, fault: null };

/** No way from outside. */
export function createNone(): Tunnel {
  return toStill(null);
}

/** A tunnel with which nothing has to be done. */
export function toStill(publicUrl: string | null): Tunnel {
  return {
    status: { view: NO_TUNNEL, publicUrl },
    lookNow: () => undefined,
    restart: () => undefined,
    dispose: () => Promise.resolve(),
  };
}

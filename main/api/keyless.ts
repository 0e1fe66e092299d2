import type { Transport } from './transport.ts';

/**
 * For an account whose key is not at hand: answers every call as the service answers a wrong key, and lets none leave
 * this computer. What waits for a key stays waiting; it is refused for that reason alone.
 */
export function refuseEverything(): Transport {
  return {
    send: () => Promise.resolve({ status: 401, headers: {}, bytes: new Uint8Array() }),
    dispose: () => Promise.resolve(),
  };
}

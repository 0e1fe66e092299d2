import type { ElectronParts } from './parts.ts';

/** Electron's main process is told of no change, it can only look; a look costs nothing and asks nobody. */
const LOOK_EVERY_MS = 15_000;

/** Tells when the computer gets a network or loses the last one. Returns its own undo. */
export function watchNetwork(net: ElectronParts['net'], listener: (isOnline: boolean) => void): () => void {
  let was = net.isOnline();
  const timer = setInterval(() => {
    const is = net.isOnline();
    if (is === was) return;
    was = is;
    listener(is);
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

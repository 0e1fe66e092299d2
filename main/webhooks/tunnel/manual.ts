import { toStill } from './none.ts';
import type { Tunnel } from './ports.ts';

/** A tunnel of the person's own: whether it stands, only a test through it tells. */
export function createManual(publicUrl: string): Tunnel {
  return toStill(publicUrl);
}

import type { PhoneKey } from './ids.ts';

/** A number that gets no more texts: its owner wrote STOP, or the account took it out. */
export interface Unsubscriber {
  readonly id: number;
  readonly phone: PhoneKey;
  readonly firstName: string;
  readonly lastName: string;
  /** Epoch ms; null where the service did not say. */
  readonly unsubscribedAt: number | null;
}

/** What the receiver of callbacks asks of its world, and what it offers. */
import type { CallbackDirection, CallbackEvent } from '#shared/domain/callbacks.ts';

/**
 * An event of our own: a POST of JSON with this one field, whose value is the nonce. It is answered with 200 and goes to
 * `onTest` instead of the inbox.
 */
export const TEST_FIELD = 'switchboardTest';

export interface ReceiverOptions {
  /** On 127.0.0.1; 0: any that is free. */
  readonly port: number;
  /** Last part of each path: whoever does not know it is answered 404. */
  readonly secrets: { readonly [Direction in CallbackDirection]: string };
  /**
   * Puts events on the disk. Only once it has resolved are they answered with 200; where it rejects, with 503, so that the
   * service knows that they were not taken.
   */
  readonly keep: (events: readonly CallbackEvent[]) => Promise<void>;
  /** An event of our own came back through the public address. */
  readonly onTest: (direction: CallbackDirection, nonce: string) => void;
  /** What was refused, for the log: never a body, never a secret. At most one line a minute for each reason. */
  readonly onRefused: (reason: string, count: number) => void;
  readonly now: () => number;
}

/** Listens from the moment it is created. */
export interface Receiver {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly localUrl: string;
  dispose(): Promise<void>;
}

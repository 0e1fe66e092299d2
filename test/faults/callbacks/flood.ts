/** Sends invalid requests to the receiver of a running app, with a callback after every fifty of them. */
import type { DisposeStack } from '#shared/lib/disposable.ts';
import type { Random } from '#test/support/random.ts';
import type { LiveApp } from './live-app.ts';
import { buildCallback, CallbackSender, toKey } from './callback-sender.ts';
import { sendWithoutEnd, sendInvalidRequest } from './invalid-requests.ts';

const AT_ONCE = 32;
/** Invalid requests per callback. */
export const INVALID_PER_CALLBACK = 50;

export interface FloodSize {
  readonly requests: number;
  /** Concurrent senders that begin a request and never end it. */
  readonly unending: number;
  /** Whether to wait until the receiver closed all of these connections, which takes ten or twenty seconds. */
  readonly waitsForUnending: boolean;
}

export interface Flood {
  /** Kinds of invalid requests that were neither answered nor closed. */
  readonly ignored: readonly string[];
  /** Keys of the accepted callbacks. */
  readonly taken: readonly string[];
  /** Statuses of callbacks that were answered with anything but 200. */
  readonly refused: readonly (number | null)[];
}

/** What is opened ends with `stack`. */
export async function flood(
  app: LiveApp,
  { random, size, stack }: { readonly random: Random; readonly size: FloodSize; readonly stack: DisposeStack },
): Promise<Flood> {
  const sender = new CallbackSender(app.addresses);
  stack.add(() => sender.dispose());
  const ignored: string[] = [];
  const taken: string[] = [];
  const refused: (number | null)[] = [];
  const postBetween = async (id: number): Promise<void> => {
    const callback = buildCallback({ direction: 'out', id, letter: 'd' }, random);
    const status = await sender.postUntilTaken(callback);
    if (status === 200) taken.push(toKey(callback.subject));
    else refused.push(status);
  };
  let sent = 0;
  const sendOn = async (): Promise<void> => {
    while (sent < size.requests) {
      sent += 1;
      if (sent % INVALID_PER_CALLBACK === 0) await postBetween(500_000_000 + sent);
      const { kind, isIgnored } = await sendInvalidRequest(app.addresses.out, random);
      if (isIgnored) ignored.push(kind);
    }
  };
  const unending = Array.from({ length: size.unending }, () => sendWithoutEnd(app.addresses.out, random));
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  if (size.waitsForUnending) await Promise.all(unending.map(({ ended }) => ended));
  return { ignored, taken, refused };
}

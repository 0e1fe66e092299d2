/** Rubbish thrown at the receiver of a running app, with a true callback to each fifty pieces of it. */
import type { DisposeStack } from '#shared/lib/disposable.ts';
import type { Random } from '#test/support/random.ts';
import type { LiveApp } from './live-app.ts';
import { buildCallback, CallbackSender, toKey } from './callback-sender.ts';
import { sendWithoutEnd, sendInvalidRequest } from './invalid-requests.ts';

const AT_ONCE = 32;
/** One callback to so many pieces. */
export const INVALID_PER_CALLBACK = 50;

export interface FloodSize {
  readonly requests: number;
  /** Callers who begin a request and never end it, all at a time. */
  readonly unending: number;
  /** Whether the flood lasts until the receiver has hung up on all of them: after ten seconds, or twenty. */
  readonly waitsForUnending: boolean;
}

export interface Flood {
  /** Kinds of rubbish that were neither answered nor hung up on. */
  readonly ignored: readonly string[];
  /** Keys of the callbacks in between. */
  readonly taken: readonly string[];
  /** What was answered to callbacks with anything but 200. */
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
  let thrown = 0;
  const throwOn = async (): Promise<void> => {
    while (thrown < size.requests) {
      thrown += 1;
      if (thrown % INVALID_PER_CALLBACK === 0) await postBetween(500_000_000 + thrown);
      const { kind, isIgnored } = await sendInvalidRequest(app.addresses.out, random);
      if (isIgnored) ignored.push(kind);
    }
  };
  const unending = Array.from({ length: size.unending }, () => sendWithoutEnd(app.addresses.out, random));
  await Promise.all(Array.from({ length: AT_ONCE }, throwOn));
  if (size.waitsForUnending) await Promise.all(unending.map(({ ended }) => ended));
  return { ignored, taken, refused };
}

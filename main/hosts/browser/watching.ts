import * as v from 'valibot';
import { requests, type RequestInput } from '#shared/contract/index.ts';

type Activity = RequestInput<'host.setActivity'>;

const NOBODY: Activity = { isVisible: false, isFocused: false };

/** Several pages may be open: the app is looked at as long as one of them is. */
export class Watching<Peer> {
  readonly #activities = new Map<Peer, Activity>();

  /** What all pages together come to, now that this one says `input`; undefined when that is no activity. */
  note(peer: Peer, input: unknown): Activity | undefined {
    const said = v.safeParse(requests['host.setActivity'].input, input);
    if (!said.success) return undefined;
    this.#activities.set(peer, said.output);
    return this.#sum();
  }

  /** The same, now that this page is gone. */
  forget(peer: Peer): Activity {
    this.#activities.delete(peer);
    return this.#sum();
  }

  #sum(): Activity {
    return [...this.#activities.values()].reduce(
      (sum, one) => ({
        isVisible: sum.isVisible || one.isVisible,
        isFocused: sum.isFocused || one.isFocused,
      }),
      NOBODY,
    );
  }
}

import type { SendState } from '#shared/domain/sends.ts';
import { decideStep } from '../core/send-machine.ts';
import type { SendingClock, SendingStore } from '../ports.ts';

/** Tells all sends in a state of the same happening, and writes down what it makes of each. The caller has the turn. */
export async function sweep(
  { store, clock }: { readonly store: SendingStore; readonly clock: SendingClock },
  state: SendState,
  kind: 'found' | 'woken',
): Promise<void> {
  for (const send of await store.listSends({ states: [state] })) {
    const step = decideStep(send, { kind, now: clock.now() });
    if (step !== null) await store.updateSend({ sendId: send.id, patch: step.patch });
  }
}

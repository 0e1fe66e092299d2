import type { Outbound, Session } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { View } from '../wire/view.ts';
import type { Callbacks } from './callbacks.ts';
import type { Timers } from './clock.ts';
import type { Delivery } from './delivery.ts';
import { accept } from './outgoing.ts';
import type { AcceptedSend } from './outgoing.ts';

export interface DispatchParts {
  readonly world: World;
  readonly clock: Timers;
  readonly delivery: Delivery;
  readonly callbacks: Callbacks;
  /** Told of every message that was accepted, for the people who answer. */
  readonly onAccepted: (message: Outbound) => void;
  readonly toView: () => View;
}

/** Sends what was accepted, whoever asked for it: a request, a schedule, a portion of a bulk. */
export class Dispatch {
  readonly #parts: DispatchParts;

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  /** Makes the session and its messages, charges them, and sets them on their way. */
  send(send: AcceptedSend): { session: Session; messages: readonly Outbound[] } {
    const { world, clock } = this.#parts;
    const accepted = accept(world, send, clock.nowAt());
    this.follow(accepted.messages);
    return accepted;
  }

  /** Sets messages on their way that exist already. */
  follow(messages: readonly Outbound[]): void {
    const { delivery, callbacks, onAccepted, toView } = this.#parts;
    for (const message of messages) {
      delivery.follow(message);
      if (message.status === 'g') callbacks.tellDelivery(message, toView());
      onAccepted(message);
    }
  }
}

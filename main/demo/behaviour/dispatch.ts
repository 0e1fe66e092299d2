import { toMoney } from '../rules/prices.ts';
import type { Outbound, Session } from '../state/model.ts';
import type { SendOrder } from '../state/sending-model.ts';
import type { World } from '../state/world.ts';
import type { View } from '../wire/view.ts';
import type { Callbacks } from './callbacks.ts';
import type { Timers } from './clock.ts';
import type { Delivery } from './delivery.ts';
import { openSession, planMessages, postMessages, toTotal } from './outgoing.ts';

export interface DispatchParts {
  readonly world: World;
  readonly clock: Timers;
  readonly delivery: Delivery;
  readonly callbacks: Callbacks;
  /** Told of every message that was accepted, for the people who answer. */
  readonly onAccepted: (message: Outbound) => void;
  readonly toView: () => View;
}

/** What was settled before the messages leave. */
export interface SendTerms {
  /** The session exists already. */
  readonly sessionId?: number | undefined;
}

/** Sends what was accepted, whoever asked for it: a request, a schedule, a portion of a bulk. */
export class Dispatch {
  readonly #parts: DispatchParts;

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  /** Makes the session and its messages, charges them, and sets them on their way. */
  send(
    order: SendOrder,
    phones: readonly string[],
    terms: SendTerms = {},
  ): { session: Session; messages: readonly Outbound[] } {
    const { world, clock } = this.#parts;
    const planned = planMessages(world, order, phones);
    const price = toTotal(planned);
    world.data.balance = toMoney(world.data.balance - price);
    const known = terms.sessionId === undefined ? undefined : world.sessions.find(terms.sessionId);
    const facts = { startAt: clock.nowAt(), price, numbersCount: phones.length };
    const session = known ?? openSession(world, order, facts);
    const messages = postMessages(world, planned, { order, sessionId: session.id, nowAt: clock.nowAt() });
    this.follow(messages);
    return { session, messages };
  }

  /** Makes messages of a bulk, whose price is settled and whose session comes at its end. They do not leave yet. */
  post(order: SendOrder, phones: readonly string[]): readonly Outbound[] {
    const { world, clock } = this.#parts;
    return postMessages(world, planMessages(world, order, phones), { order, sessionId: 0, nowAt: clock.nowAt() });
  }

  /** Sets messages on their way that exist already. */
  follow(messages: readonly Outbound[]): void {
    const { delivery, callbacks, onAccepted, toView } = this.#parts;
    for (const message of messages) {
      delivery.follow(message);
      if (message.status !== 'q') callbacks.tellDelivery(message, toView());
      onAccepted(message);
    }
  }
}

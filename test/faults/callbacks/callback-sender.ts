/** Callbacks as they are posted to the addresses of the app, true ones and such as somebody made up who knows them. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { toCallbackBody } from '#main/demo/behaviour/callbacks.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import type { Random } from '#test/support/random.ts';
import type { Addresses } from './live-app.ts';

/** In every text, and the number, of what nobody wrote: neither may ever be on its way to a window. */
export const INVENTED = 'Invented';
export const UNKNOWN_PHONE = '447911999777';

/** What a callback is about. */
export interface CallbackSubject {
  readonly direction: CallbackDirection;
  readonly id: number;
  /** '' for a text that came in. */
  readonly letter: string;
}

/** The key under which it must be found in the inbox: `out:7:d`. */
export const toKey = ({ direction, id, letter }: CallbackSubject): string => `${direction}:${String(id)}:${letter}`;

/** So much later it comes again. */
const LATER_MS = 100;

interface Posted {
  readonly subject: CallbackSubject;
  readonly type: string;
  readonly body: string;
}

/** In one of the formats of the service. Whatever it says of text and number, it says so of nobody. */
export function buildCallback(subject: CallbackSubject, random: Random): Posted {
  const { id, letter } = subject;
  const fields = {
    ...{ id, sender: UNKNOWN_PHONE, receiver: UNKNOWN_PHONE, text: `${INVENTED}: Grüße aus dem Sturm 🐶`.repeat(3) },
    ...{ messageTime: '2025-11-03T11:59:58+0000', ...(letter === '' ? {} : { status: letter, price: 0.04 }) },
  };
  return { subject, ...toCallbackBody(fields, random.pick(['j', 'u', 'm'])) };
}

/** Ids of messages that the service never had, above all of its own and below. */
const ABOVE = [500_000_000, 600_000_000] as const;
const BELOW = [1, 900_000] as const;

/** A callback about a message that there is not. */
export function inventMessage(random: Random): CallbackSubject {
  const [least, most] = random.happens(3) ? BELOW : ABOVE;
  const id = random.between(least, most);
  return random.happens(50)
    ? { direction: 'in', id, letter: '' }
    : { direction: 'out', id, letter: random.pick(['q', 'r', 'd', 'f']) };
}

/** Whether that key is of a message that there is not. */
export function isInvented(key: string): boolean {
  const id = Number(key.split(':')[1]);
  return id >= ABOVE[0] || id <= BELOW[1];
}

/** Posts over connections that stay open, as the service does. */
export class CallbackSender {
  readonly #addresses: Addresses;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  /** The status of the answer; null where there was none. */
  post({ subject, type, body }: Posted): Promise<number | null> {
    return new Promise((resolve) => {
      const headers = { 'content-type': type };
      const options = { method: 'POST', agent: this.#agent, headers };
      const call = request(this.#addresses[subject.direction], options, (response) => {
        response.on('error', () => resolve(null)).resume();
        resolve(response.statusCode ?? null);
      });
      call.on('error', () => resolve(null));
      call.end(body);
    });
  }

  /** The status of the answer, asked again where the receiver says that it is too much at once, as a service does. */
  async postUntilTaken(posted: Posted): Promise<number | null> {
    for (;;) {
      const status = await this.post(posted);
      if (status !== 429) return status;
      await wait(LATER_MS);
    }
  }

  dispose(): void {
    this.#agent.destroy();
  }
}

/** Posts callbacks to the addresses of the app: true ones, and forged ones of a sender who knows the addresses. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { toCallbackBody } from '#main/demo/behaviour/callbacks.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import type { Random } from '#test/support/random.ts';
import type { Addresses } from './live-app.ts';

/** Text and number of every forged callback: the app must never send them to a window. */
export const INVENTED = 'Invented';
export const UNKNOWN_PHONE = '447911999777';

/** What a callback is about. */
export interface CallbackSubject {
  readonly direction: CallbackDirection;
  readonly id: number;
  /** '' for a text that came in. */
  readonly letter: string;
}

/** Its key in the callback log: `out:7:d`. */
export const toKey = ({ direction, id, letter }: CallbackSubject): string => `${direction}:${String(id)}:${letter}`;

/** Delay before it is posted again. */
const LATER_MS = 100;

interface Posted {
  readonly subject: CallbackSubject;
  readonly type: string;
  readonly body: string;
}

/** In a random format of the service. Its text and number are always forged. */
export function buildCallback(subject: CallbackSubject, random: Random): Posted {
  const { id, letter } = subject;
  const fields = {
    ...{ id, sender: UNKNOWN_PHONE, receiver: UNKNOWN_PHONE, text: `${INVENTED}: Grüße aus dem Sturm 🐶`.repeat(3) },
    ...{ messageTime: '2025-11-03T11:59:58+0000', ...(letter === '' ? {} : { status: letter, price: 0.04 }) },
  };
  return { subject, ...toCallbackBody(fields, random.pick(['j', 'u', 'm'])) };
}

/** Ranges of ids that the service never uses, above and below its own. */
const ABOVE = [500_000_000, 600_000_000] as const;
const BELOW = [1, 900_000] as const;

/** A callback about a message that does not exist. */
export function inventMessage(random: Random): CallbackSubject {
  const [least, most] = random.happens(3) ? BELOW : ABOVE;
  const id = random.between(least, most);
  return random.happens(50)
    ? { direction: 'in', id, letter: '' }
    : { direction: 'out', id, letter: random.pick(['q', 'r', 'd', 'f']) };
}

/** Whether the message of that key does not exist. */
export function isInvented(key: string): boolean {
  const id = Number(key.split(':')[1]);
  return id >= ABOVE[0] || id <= BELOW[1];
}

/** Posts over keep-alive connections, as the service does. */
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

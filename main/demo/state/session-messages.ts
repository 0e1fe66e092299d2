import type { Outbound } from './model.ts';
import type { Table } from './table.ts';

const NOTHING: readonly Outbound[] = [];

/** Of a message whose session is made later, when all recipients of a bulk are processed. */
const NO_SESSION = 0;

/** Outbound messages by their session, oldest first, deleted ones included. Made when somebody asks for the first time. */
export class SessionMessages {
  readonly #outbound: Table<Outbound>;
  #bySession: Map<number, Outbound[]> | undefined;
  #waiting: Outbound[] = [];

  constructor(outbound: Table<Outbound>) {
    this.#outbound = outbound;
  }

  list(sessionId: number): readonly Outbound[] {
    if (this.#bySession === undefined) {
      this.#bySession = new Map();
      for (const message of this.#outbound.rows) this.add(message);
    }
    this.#settle();
    return this.#bySession.get(sessionId) ?? NOTHING;
  }

  /** Takes note of a new message. */
  add(message: Outbound): void {
    const bySession = this.#bySession;
    if (bySession === undefined) return;
    if (message.sessionId === NO_SESSION) {
      this.#waiting.push(message);
      return;
    }
    const found = bySession.get(message.sessionId);
    if (found === undefined) bySession.set(message.sessionId, [message]);
    else found.push(message);
  }

  /** Puts messages where they belong whose session has been made since. */
  #settle(): void {
    if (this.#waiting.every(({ sessionId }) => sessionId === NO_SESSION)) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.add(message);
  }
}

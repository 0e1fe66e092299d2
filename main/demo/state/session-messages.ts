import type { Outbound } from './model.ts';
import type { Table } from './table.ts';

const NOTHING: readonly Outbound[] = [];

/** Outbound messages by their session, oldest first, deleted ones included. Made when somebody asks for the first time. */
export class SessionMessages {
  readonly #outbound: Table<Outbound>;
  #bySession: Map<number, Outbound[]> | undefined;

  constructor(outbound: Table<Outbound>) {
    this.#outbound = outbound;
  }

  list(sessionId: number): readonly Outbound[] {
    if (this.#bySession === undefined) {
      this.#bySession = new Map();
      for (const message of this.#outbound.rows) this.add(message);
    }
    return this.#bySession.get(sessionId) ?? NOTHING;
  }

  /** Takes note of a new message. */
  add(message: Outbound): void {
    const bySession = this.#bySession;
    if (bySession === undefined) return;
    const found = bySession.get(message.sessionId);
    if (found === undefined) bySession.set(message.sessionId, [message]);
    else found.push(message);
  }
}

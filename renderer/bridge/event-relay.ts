import * as v from 'valibot';
import { events, type EventName, type EventPayload, type MainFrame } from '#shared/contract/index.ts';

type EventFrame = Extract<MainFrame, { type: 'event' }>;
type Listener = (payload: never) => void;

/**
 * Hands events to those who listen, and knows when something was missed.
 *
 * BRIDGE-1 after a gap in the numbers, and after an event that is not understood, everything is asked again.
 * BRIDGE-2 an event with a number that was already heard is not heard twice.
 */
export class EventRelay {
  readonly #listeners = new Map<EventName, Set<Listener>>();
  readonly #resyncListeners = new Set<() => void>();
  #last: number | null = null;

  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  onResync(listener: () => void): () => void {
    this.#resyncListeners.add(listener);
    return () => this.#resyncListeners.delete(listener);
  }

  /** A connection opened; its events are numbered on from here. */
  start(sequence: number): void {
    this.#last = sequence;
  }

  receive(frame: EventFrame): void {
    if (this.#last !== null && frame.sequence <= this.#last) return;
    const isNext = this.#last !== null && frame.sequence === this.#last + 1;
    this.#last = frame.sequence;
    const isUnderstood = this.#deliver(frame);
    if (!isNext || !isUnderstood) this.resync();
  }

  /** Tells everybody to ask again. */
  resync(): void {
    for (const listener of this.#resyncListeners) listener();
  }

  #deliver(frame: EventFrame): boolean {
    const name = frame.name as EventName;
    if (!Object.hasOwn(events, name)) return false;
    const payload = v.safeParse(events[name], frame.payload);
    if (!payload.success) return false;
    for (const listener of this.#listeners.get(name) ?? []) listener(payload.output as never);
    return true;
  }
}

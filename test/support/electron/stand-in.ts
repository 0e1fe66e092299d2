/** What all doubles of Electron are made of: typed by Electron's own declarations, and telling in order what was called. */
import { EventEmitter } from 'node:events';
import type { Event } from 'electron';

export type Call = readonly [name: string, ...values: unknown[]];

/**
 * Stands for an object of Electron with the members that it is given. A member of another signature does not compile;
 * one that nobody gave throws when it is used.
 */
export function standIn<Real extends object>(members: Partial<Real>): Real {
  return new Proxy(members, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name) as unknown;
      throw new Error(`The double has no "${name}"`);
    },
  }) as Real;
}

/** What was called on all doubles together, and whether Electron is ready, which decides what may be called. */
export class CallRecorder {
  readonly calls: Call[] = [];
  isReady = false;

  note(name: string, ...values: unknown[]): void {
    this.calls.push([name, ...values]);
  }

  /** As Electron does where it can, and where it silently ignores a call this is stricter. */
  early(name: string, ...values: unknown[]): void {
    if (this.isReady) throw new Error(`${name} must be called before Electron is ready`);
    this.note(name, ...values);
  }

  late(name: string, ...values: unknown[]): void {
    if (!this.isReady) throw new Error(`${name} must not be called before Electron is ready`);
    this.note(name, ...values);
  }

  /** Calls whose name begins so. */
  callsOf(prefix: string): Call[] {
    return this.calls.filter(([name]) => name.startsWith(prefix));
  }

  /** Where a call stands among all; throws when it was never made. */
  placeOf(name: string, value?: unknown): number {
    const place = this.calls.findIndex((call) => call[0] === name && (value === undefined || call[1] === value));
    if (place === -1) throw new Error(`Nobody called ${name}`);
    return place;
  }
}

/** Whether a listener called `preventDefault`. */
export class EventDouble implements Event {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

export type EventTable = Record<string, readonly unknown[]>;

/** The events of one double; `Table` says what each carries (checked against Electron's in `event-tables.ts`). */
export class EventsDouble<Table extends EventTable> {
  readonly #emitter = new EventEmitter();
  readonly #recorder: CallRecorder;
  readonly #owner: string;

  constructor(recorder: CallRecorder, owner: string) {
    this.#recorder = recorder;
    this.#owner = owner;
  }

  /** The three methods by which one listens, as Electron types them. */
  methods<Real extends { on: unknown; once: unknown; off: unknown }>(): Pick<Real, 'on' | 'once' | 'off'> {
    const add = (how: 'on' | 'once') => (name: string, listener: () => void) => {
      this.#recorder.note(`${this.#owner}.${how}`, name);
      this.#emitter[how](name, listener);
    };
    const off = (name: string, listener: () => void): void => void this.#emitter.off(name, listener);
    return { on: add('on'), once: add('once'), off };
  }

  emit<Name extends keyof Table & string>(name: Name, ...values: Table[Name]): void {
    this.#emitter.emit(name, ...values);
  }

  /** How many listen, to anything. */
  get listenerCount(): number {
    return this.#emitter.eventNames().reduce((sum, name) => sum + this.#emitter.listenerCount(name), 0);
  }
}

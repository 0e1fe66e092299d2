import type { DemoRequest } from './http.ts';

/**
 * What goes wrong. `reset-before` breaks the connection before anything is done. What ends in `-after` does the work and
 * then loses the answer: `reset-after` breaks the connection, `cut-after` breaks it in the middle of the body,
 * `status-after` answers with the page of a gateway, `delay-after` answers late.
 */
export type FaultKind =
  | 'delay'
  | 'status'
  | 'maintenance'
  | 'maintenance-page'
  | 'reset-before'
  | 'reset-after'
  | 'cut-after'
  | 'status-after'
  | 'delay-after';

export const FAULT_KINDS: readonly FaultKind[] = [
  'delay',
  'status',
  'maintenance',
  'maintenance-page',
  'reset-before',
  'reset-after',
  'cut-after',
  'status-after',
  'delay-after',
];

/** One trouble. Unless told otherwise it meets every request below /api, for as long as it stays set. */
export interface Fault {
  readonly kind: FaultKind;
  /** GET, POST, … */
  readonly method?: string;
  /** Characters in the body, as they are sent. */
  readonly containing?: string;
  /** Beginning of the path below /api/v2, for instance `/chats`. */
  readonly path?: string;
  /** For `delay` and `delay-after`. */
  readonly delayMs?: number;
  /** For `status`: 429, 500, 502, … with the service's JSON error body; for `status-after` without it. */
  readonly status?: number;
  /** Seconds in a Retry-After header, for `status` and both kinds of maintenance. */
  readonly retryAfterSeconds?: number;
  /** How many requests it meets before it is over. */
  readonly times?: number;
}

interface ActiveFault {
  readonly fault: Fault;
  left: number;
}

const BASE = '/api/v2';

/** The troubles that are switched on now. */
export class Faults {
  #active: ActiveFault[] = [];

  /** Replaces all troubles; an empty list ends them. */
  set(faults: readonly Fault[]): void {
    this.#active = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }));
  }

  list(): readonly Fault[] {
    return this.#active.filter(({ left }) => left > 0).map(({ fault }) => fault);
  }

  /** The troubles that this request meets, each counted as met. */
  meet({ method, path, body }: Pick<DemoRequest, 'method' | 'path' | 'body'>): Fault[] {
    const below = path.startsWith(BASE) ? path.slice(BASE.length) : path;
    const met = this.#active.filter(
      ({ fault, left }) =>
        left > 0 &&
        (fault.method === undefined || fault.method.toUpperCase() === method) &&
        (fault.path === undefined || below.startsWith(fault.path)) &&
        (fault.containing === undefined || Buffer.from(body).includes(fault.containing)),
    );
    for (const one of met) one.left -= 1;
    return met.map(({ fault }) => fault);
  }
}

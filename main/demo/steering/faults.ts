import type { DemoRequest } from '../http.ts';

/**
 * What goes wrong. Nothing is done by `status` and `maintenance` (the service's JSON error body), by `status-page` and
 * `maintenance-page` (a web page instead), by `redirect` (a 302 that leads elsewhere), and by `reset-before` (the
 * connection breaks). The work is done, late, by
 * `delay`. It is done by all others, and then: `reset-after` breaks the connection, `cut-after` breaks it in the middle
 * of the body, `status-after` answers with the page of a gateway, `delay-after` answers late, `truncated` answers with
 * half of the body as if it were whole, `slow-body` lets the body dribble, `skew` shows other times.
 */
export const FAULT_KINDS = [
  'delay',
  'status',
  'status-page',
  'maintenance',
  'maintenance-page',
  'redirect',
  'reset-before',
  'reset-after',
  'cut-after',
  'status-after',
  'delay-after',
  'truncated',
  'slow-body',
  'skew',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** One fault. Unless told otherwise it meets every request below /api, for as long as it stays set. */
export interface Fault {
  readonly kind: FaultKind;
  /** GET, POST, … */
  readonly method?: string;
  /** Characters in the body, as they are sent. */
  readonly containing?: string;
  /** Beginning of the path below /api/v2, for instance `/chats`. */
  readonly path?: string;
  /** For `delay`, `delay-after` and `slow-body` (from the first byte to the last). Real time, whatever the clock's rate. */
  readonly delayMs?: number;
  /** With it each delay is somewhere from `delayMs` to this. */
  readonly toDelayMs?: number;
  /** For `skew`: by how much the service's clock is ahead, behind when below zero. */
  readonly skewMs?: number;
  /** For `status`, `status-page` and `status-after`, from 400 to 599. */
  readonly status?: number;
  /** Where a `redirect` leads: an address, or a path that begins with /api/v2. */
  readonly location?: string;
  /** Seconds in a Retry-After header, for all kinds of status and of maintenance. */
  readonly retryAfterSeconds?: number;
  /** How many requests it meets before it is over, from 1 on. */
  readonly times?: number;
}

interface ActiveFault {
  readonly fault: Fault;
  left: number;
}

const BASE = '/api/v2';

/** The faults that are switched on now. */
export class Faults {
  #active: ActiveFault[] = [];

  /** Replaces all faults; an empty list ends them. */
  set(faults: readonly Fault[]): void {
    this.#active = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }));
  }

  list(): readonly Fault[] {
    return this.#active.filter(({ left }) => left > 0).map(({ fault }) => fault);
  }

  /** The faults that this request meets, each counted as met. */
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

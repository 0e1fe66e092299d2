import type { Message } from './entities.ts';

/** One stretch of the history of outbound messages: a collection without pages, walked by a cursor. */
export interface MessageHistory {
  /** The limit that the service used, not the one asked for. */
  readonly limit: number;
  /** Where the next stretch begins; null: this was the last one. */
  readonly nextLastId: number | null;
  readonly items: readonly Message[];
  /** How many rows of it could not be read and are not among the items; absent: none. */
  readonly leftOut?: number;
}

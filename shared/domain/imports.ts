/** An import of contacts, as far as the service tells. */

/** What becomes of a column: a field of contacts, or a custom one by its id. */
export type ImportField = 'phone' | 'firstName' | 'lastName' | 'email' | number;

/**
 * Where an import stands. `waiting`: taken in, not begun. `working`: contacts are being made. `with-errors`: over, and not
 * everything could be taken. `completed`: over. `unknown`: the service says something that nobody has explained; it may
 * still go on.
 */
export type ImportState = 'waiting' | 'working' | 'with-errors' | 'completed' | 'unknown';

export interface ImportProgress {
  readonly state: ImportState;
  /** Contacts imported so far. Services do not say of how many. */
  readonly importedCount: number;
}

import type { ServiceSend } from './entities.ts';

export type BulkStatus = 'created' | 'working' | 'failed' | 'completed' | 'suspended' | 'unknown';

/** A send to more than 1,000 people, which the service works off by itself. */
export interface Bulk {
  readonly id: number;
  readonly status: BulkStatus;
  /** How many of all have been processed; null where the service did not say. */
  readonly processedCount: number | null;
  readonly totalCount: number | null;
  readonly createdAt: number | null;
  /** May hold merge fields that were not filled in. */
  readonly text: string;
  /** Null until everybody has been processed. */
  readonly send: ServiceSend | null;
}

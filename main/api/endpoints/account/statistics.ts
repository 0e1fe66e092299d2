import type { MessagingStatistics, MessagingTotals } from '#shared/domain/account.ts';
import type { CallOptions } from '../../call.ts';
import type { FeatureRequest, Service } from '../../service.ts';
import { decodeStatistics, decodeTotals } from '../../wire/account/statistics.ts';

export interface StatisticsQuery {
  /** One row for each of these in the account's time zone, or `off` for one row over all. */
  readonly by: 'off' | 'day' | 'month' | 'year';
  /** Epoch ms, taken to the second; a week before the end unless told. */
  readonly startAt?: number;
  /** Epoch ms, taken to the second; now unless told. */
  readonly endAt?: number;
}

/**
 * `GET /stats/messaging` (supplement 1.12).
 * @throws AppError `validation` where the span ends before it begins; `not-found` where the service has no statistics
 * (then remembered)
 */
export function listMessagingStatistics(
  service: Service,
  query: StatisticsQuery,
  options: CallOptions,
): Promise<readonly MessagingStatistics[]> {
  const { by, startAt, endAt } = query;
  const span = { start: toSeconds(startAt), end: toSeconds(endAt) };
  const request = { ...toGet('/stats/messaging'), absence: 'always', query: { by, ...span } } as const;
  return service.getRow(request, decodeStatistics, options);
}

/** `GET /stats/messaging/data` (supplement 1.12): contacts and messages in all. @throws AppError */
export function getMessagingTotals(service: Service, options: CallOptions): Promise<MessagingTotals> {
  return service.getRow(toGet('/stats/messaging/data'), decodeTotals, options);
}

function toGet(path: string): FeatureRequest {
  return { row: `GET ${path}`, method: 'GET', path, feature: 'statistics' };
}

function toSeconds(at: number | undefined): number | undefined {
  return at === undefined ? undefined : Math.floor(at / 1_000);
}

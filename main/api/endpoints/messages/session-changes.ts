/** Deleting sends (supplement 1.6): all their messages go with them, and nothing is paid back. */
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';

const FEATURE = { feature: 'sends' } as const;

/** `DELETE /sessions/{id}`. @throws AppError `not-found` */
export async function deleteSend(
  service: Service,
  query: { readonly sessionId: number },
  options: CallOptions,
): Promise<void> {
  const path = `/sessions/${toSegment(query.sessionId)}`;
  await service.write({ ...FEATURE, row: 'DELETE /sessions/{id}', method: 'DELETE', path }, options);
}

/**
 * `POST /sessions/delete`, for any number of sends, 500 to a request, or all that there ever were. Ids that the service
 * does not know change nothing.
 * @throws AppError; `PartlyDoneError` where some were deleted
 */
export function deleteSends(service: Service, query: Chosen<'sessionIds'>, options: CallOptions): Promise<void> {
  const chosen = query.all === true ? 'all' : query.sessionIds;
  return writeBulk(service, { ...FEATURE, path: '/sessions/delete', chosen, allAs: 'digit' }, options);
}

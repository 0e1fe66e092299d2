/** Deleting outbound messages (specification, "Messages"): they leave every list but those that ask for deleted ones. */
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';

/** `DELETE /messages/{id}`. @throws AppError `not-found` */
export async function deleteOutboundMessage(
  service: Service,
  query: { readonly messageId: number },
  options: CallOptions,
): Promise<void> {
  const path = `/messages/${toSegment(query.messageId)}`;
  await service.write({ row: 'DELETE /messages/{id}', method: 'DELETE', path }, options);
}

/**
 * `POST /messages/delete`, for any number of messages, 500 to a request, or all that the account ever sent. Ids that the
 * service does not know change nothing.
 * @throws AppError; `PartlyDoneError` where some were deleted
 */
export function deleteOutboundMessages(
  service: Service,
  query: Chosen<'messageIds'>,
  options: CallOptions,
): Promise<void> {
  const chosen = query.all === true ? 'all' : query.messageIds;
  return writeBulk(service, { path: '/messages/delete', chosen, allAs: 'digit' }, options);
}

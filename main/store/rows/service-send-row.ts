/** Sends and bulks of the service as rows. */
import type { Bulk } from '#shared/domain/bulks.ts';
import type { ServiceSend } from '#shared/domain/entities.ts';

export type ServiceSendColumns = {
  readonly id: number;
  readonly at: number | null;
  readonly text: string;
  readonly source: string | null;
  readonly reference_id: string | null;
  readonly price: number | null;
  readonly recipients_count: number | null;
  readonly destination: string | null;
  readonly initiator_id: number | null;
  readonly title: string | null;
};

/** What the service did not say is null here. */
export function toServiceSendColumns(send: ServiceSend): ServiceSendColumns {
  const { id, at, text, source, referenceId } = send;
  return {
    ...{ id, at, text, source },
    reference_id: referenceId,
    price: send.price ?? null,
    recipients_count: send.recipientsCount ?? null,
    destination: send.destination ?? null,
    initiator_id: send.initiatorId ?? null,
    title: send.title ?? null,
  };
}

export type BulkColumns = {
  readonly id: number;
  readonly status: Bulk['status'];
  readonly processed_count: number | null;
  readonly total_count: number | null;
  readonly created_at: number | null;
  readonly text: string;
  readonly send: string | null;
};

export function toBulkColumns(bulk: Bulk): BulkColumns {
  return {
    id: bulk.id,
    status: bulk.status,
    processed_count: bulk.processedCount,
    total_count: bulk.totalCount,
    created_at: bulk.createdAt,
    text: bulk.text,
    send: bulk.send === null ? null : JSON.stringify(bulk.send),
  };
}

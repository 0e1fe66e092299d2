import type { Json } from '../http.ts';
import type { Bulk } from '../state/sending-model.ts';
import { toSession } from './message.ts';
import { toDateTime } from './view.ts';
import type { View } from './view.ts';

/** A bulk with its progress; its session is null until everybody has been processed. */
export function toBulk(bulk: Bulk, view: View): Json {
  const session = bulk.sessionId === null ? undefined : view.world.sessions.find(bulk.sessionId);
  return {
    id: bulk.id,
    status: bulk.status,
    itemsProcessed: bulk.processed,
    itemsTotal: bulk.recipients.length,
    createdAt: toDateTime(bulk.createdAt),
    text: bulk.order.text,
    session: session === undefined ? null : toSession(session, view),
  };
}

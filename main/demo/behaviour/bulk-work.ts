import { toMoney } from '../rules/prices.ts';
import type { RuntimeSettings } from '../settings.ts';
import type { Job } from '../state/model.ts';
import type { Bulk, SendOrder } from '../state/sending-model.ts';
import type { World } from '../state/world.ts';
import type { Dispatch } from './dispatch.ts';
import { openSession } from './outgoing.ts';

const FIRST_PORTION_MS = 500;
const PORTION_MS = 500;
const SMALLEST_PORTION = 250;
/** Larger bulks go in larger portions, but not so large that other requests would have to wait for them. */
const LARGEST_PORTION = 1_000;
const USUAL_PORTIONS = 40;

export interface BulkParts {
  readonly world: World;
  readonly settings: RuntimeSettings;
  readonly dispatch: Dispatch;
  readonly schedule: (job: Job) => void;
  readonly nowAt: number;
}

interface Opening {
  readonly phones: readonly string[];
  readonly paid: number;
  /** The session that exists already, null: none. */
  readonly sessionId: number | null;
}

function plan({ settings, schedule, nowAt }: BulkParts, bulkId: number, afterMs: number): void {
  schedule({ kind: 'bulk', bulkId, dueAt: nowAt + afterMs / settings.speed });
}

/** Takes an order in as a bulk: created now, worked off in portions from soon on. */
export function openBulk(parts: BulkParts, order: SendOrder, { phones, paid, sessionId }: Opening): Bulk {
  const { world, nowAt } = parts;
  const bulk = world.bulks.append({
    ...{ id: world.bulks.nextId(), status: 'n', order, recipients: phones, processed: 0, createdAt: nowAt },
    ...{ messageIds: [], sessionId: null, reservedSessionId: sessionId, paid, userId: world.account.id },
  });
  plan(parts, bulk.id, FIRST_PORTION_MS);
  world.changed();
  return bulk;
}

/** Ends a bulk: its messages get their session, and what was charged ahead is settled with what they cost. */
function finish({ world }: BulkParts, bulk: Bulk): void {
  const messages = bulk.messageIds.flatMap((id) => world.outbound.find(id) ?? []);
  const price = toMoney(messages.reduce((sum, message) => sum + message.price, 0));
  const reserved = bulk.reservedSessionId === null ? undefined : world.sessions.find(bulk.reservedSessionId);
  const facts = { startAt: bulk.createdAt, price, numbersCount: bulk.recipients.length };
  const session = reserved ?? openSession(world, bulk.order, facts);
  for (const message of messages) message.sessionId = session.id;
  world.outbound.touch();
  world.data.balance = toMoney(world.data.balance + bulk.paid - price);
  bulk.sessionId = session.id;
  bulk.status = 'c';
}

/** Works off the next portion of a bulk; the last one makes its session. */
export function workBulk(parts: BulkParts, bulkId: number): void {
  const { world, dispatch } = parts;
  const bulk = world.bulks.find(bulkId);
  if (bulk === undefined || bulk.sessionId !== null) return;
  const total = bulk.recipients.length;
  const size = Math.min(Math.max(SMALLEST_PORTION, Math.ceil(total / USUAL_PORTIONS)), LARGEST_PORTION);
  const portion = bulk.recipients.slice(bulk.processed, bulk.processed + size);
  bulk.status = 'w';
  const messages = dispatch.post(bulk.order, portion);
  bulk.messageIds.push(...messages.map(({ id }) => id));
  bulk.processed += portion.length;
  dispatch.follow(messages);
  if (bulk.processed < total) plan(parts, bulkId, PORTION_MS);
  else finish(parts, bulk);
  world.bulks.touch();
}

import { sendOrder } from '../../behaviour/orders.ts';
import type { SentOrder } from '../../behaviour/orders.ts';
import { toTotal } from '../../behaviour/outgoing.ts';
import type { Json, Reply } from '../../http.ts';
import { refuseWhole } from '../../refusal.ts';
import type { Call, Row } from '../call.ts';
import { createSchedule, parseWhen } from './schedule-times.ts';
import { parseOrder } from './send-order.ts';

const NO_IDS = { sessionId: null, bulkId: null, messageId: null, scheduleId: null };

/** One recipient is a message, up to 1,000 are a session, more a bulk: `id` is the id of what `type` names. */
function toLinks(sent: SentOrder): { status: number; body: Record<string, Json> } {
  if (sent.kind === 'bulk') {
    const { id } = sent.bulk;
    return { status: 202, body: { id, href: `/api/v2/bulks/${id}`, type: 'bulk', ...NO_IDS, bulkId: id } };
  }
  const sessionId = sent.session.id;
  const [only, ...others] = sent.messages;
  if (only === undefined || others.length > 0) {
    const href = `/api/v2/sessions/${sessionId}`;
    return { status: 201, body: { id: sessionId, href, type: 'session', ...NO_IDS, sessionId } };
  }
  const { id } = only;
  const href = `/api/v2/messages/${id}`;
  return { status: 201, body: { id, href, type: 'message', ...NO_IDS, sessionId, messageId: id } };
}

function toSendReply({ shape, world }: Call, sent: SentOrder): Reply {
  const { status, body } = toLinks(sent);
  if (shape === 'spec') return { status, body };
  const only = sent.kind === 'session' && sent.messages.length === 1 ? sent.messages[0] : undefined;
  const chat = only === undefined ? undefined : world.findChatByPhone(only.receiver);
  return { status, body: { ...body, chatId: chat?.id ?? null } };
}

function sendMessages(call: Call): Reply {
  const { service, world, body, nowAt } = call;
  // Before the order, whose check names the problems of both.
  const when = parseWhen(call);
  const parsed = parseOrder(call, body);
  if (when !== null) return createSchedule(call, parsed.order, when);
  if (toTotal(parsed.planned) > world.data.balance) {
    throw refuseWhole('Your balance is too low to send this message.');
  }
  const sent = sendOrder({ ...service, nowAt }, parsed.order);
  if (sent === null) throw new Error('An order that was checked reaches nobody');
  return toSendReply(call, sent);
}

export const sendingRows: readonly Row[] = [
  { method: 'POST', path: '/messages', group: 'messages', handle: sendMessages },
];

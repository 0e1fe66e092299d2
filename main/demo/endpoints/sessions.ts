import { parsePaging, sliceFromEnd, toListReply } from '../paging.ts';
import { toOutbound, toSession } from '../wire/message.ts';
import { ok } from './call.ts';
import type { Call, Row } from './call.ts';
import { getRow } from './find.ts';

function listSessions({ world, query, shape, view }: Call) {
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = sliceFromEnd(world.sessions.rows, paging);
  return toListReply(shape, { paging, total, resources: rows.map((session) => toSession(session, view)) });
}

function listMessagesOfSession(call: Call) {
  const { world, query, shape, view } = call;
  const session = getRow(world.sessions, call);
  const paging = parsePaging(query);
  const statuses = new Set(query.list('statuses'));
  query.flag('includeDeleted', false);
  query.check();
  const isWanted = statuses.size === 0 ? () => true : ({ status }: { status: string }) => statuses.has(status);
  const messages = world.outbound.rows.filter((message) => message.sessionId === session.id && isWanted(message));
  const { rows, total } = sliceFromEnd(messages, paging);
  return toListReply(shape, { paging, total, resources: rows.map((message) => toOutbound(message, view)) });
}

export const sessionRows: readonly Row[] = [
  { method: 'GET', path: '/sessions', group: 'sessions', handle: listSessions },
  {
    method: 'GET',
    path: '/sessions/{id}',
    group: 'sessions',
    handle: (call) => ok(toSession(getRow(call.world.sessions, call), call.view)),
  },
  { method: 'GET', path: '/sessions/{id}/messages', group: 'sessions', handle: listMessagesOfSession },
];

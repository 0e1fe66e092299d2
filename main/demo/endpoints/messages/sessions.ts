import { parsePaging, sliceFromEnd, toPageReply } from '../../paging.ts';
import type { Reply } from '../../http.ts';
import type { Letter, Outbound, Session } from '../../state/model.ts';
import { removeMessages } from '../../state/removal.ts';
import type { World } from '../../state/world.ts';
import { toOutbound, toSession } from '../../wire/message.ts';
import { listChosen } from '../bulk.ts';
import { done, ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';
import { parseLetters } from './messages.ts';

function listSessions({ world, query, view }: Call) {
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = sliceFromEnd(world.sessions.rows, paging);
  return toPageReply({ paging, total, resources: rows.map((session) => toSession(session, view)) });
}

/** The messages of the session that the path names, oldest first; deleted ones only when asked. */
function listOwn(call: Call): readonly Outbound[] {
  const session = getRow(call.world.sessions, call);
  const withDeleted = call.query.flag('includeDeleted', false);
  return call.world.sessionMessages.list(session.id).filter(({ deleted }) => withDeleted || deleted !== true);
}

function listMessagesOfSession(call: Call): Reply {
  const { query, view } = call;
  const own = listOwn(call);
  const paging = parsePaging(query);
  const letters = parseLetters(call);
  query.check();
  const wanted = letters.size === 0 ? own : own.filter(({ status }) => letters.has(status));
  const { rows, total } = sliceFromEnd(wanted, paging);
  return toPageReply({ paging, total, resources: rows.map((message) => toOutbound(message, view)) });
}

type Count = 'failed' | 'delivered' | 'accepted' | 'rejected' | 'scheduled' | 'sent';

/** Where each letter is counted; whatever is on its way, or has got lost on it, is sent. */
const COUNTS: Record<Letter, Count> = {
  ...{ q: 'sent', r: 'sent', u: 'sent', a: 'accepted', b: 'accepted' },
  ...{ d: 'delivered', e: 'failed', f: 'failed', j: 'rejected', g: 'rejected', s: 'scheduled' },
};

function countLetters(call: Call): Reply {
  const own = listOwn(call);
  call.query.check();
  const counts: Record<Count, number> = { failed: 0, delivered: 0, accepted: 0, rejected: 0, scheduled: 0, sent: 0 };
  for (const { status } of own) counts[COUNTS[status]] += 1;
  return ok({ ...counts, all: own.length });
}

/** Takes sessions and all their messages out. What they cost stays paid. */
function removeSessions(world: World, sessions: readonly Session[]): void {
  const messages = sessions.flatMap(({ id }) => world.sessionMessages.list(id));
  removeMessages(
    world,
    messages.filter(({ deleted }) => deleted !== true),
  );
  world.sessions.removeAll(new Set(sessions.map(({ id }) => id)));
  world.changed();
}

function deleteSession(call: Call): Reply {
  removeSessions(call.world, [getRow(call.world.sessions, call)]);
  return done();
}

function deleteSessions(call: Call): Reply {
  const { world } = call;
  removeSessions(
    world,
    listChosen(call, world.sessions, () => [...world.sessions.rows]),
  );
  return done();
}

const SESSIONS = { group: 'sessions' } as const;

export const sessionRows: readonly Row[] = [
  { ...SESSIONS, method: 'GET', path: '/sessions', handle: listSessions },
  { ...SESSIONS, method: 'POST', path: '/sessions/delete', handle: deleteSessions },
  {
    ...SESSIONS,
    method: 'GET',
    path: '/sessions/{id}',
    handle: (call) => ok(toSession(getRow(call.world.sessions, call), call.view)),
  },
  { ...SESSIONS, method: 'DELETE', path: '/sessions/{id}', handle: deleteSession },
  { ...SESSIONS, method: 'GET', path: '/sessions/{id}/messages', handle: listMessagesOfSession },
  { ...SESSIONS, method: 'GET', path: '/sessions/{id}/stat', handle: countLetters },
];

import { block, unsubscribe } from '../../behaviour/subscriptions.ts';
import type { Json, Reply } from '../../http.ts';
import { parsePaging, sliceFromEnd, toPageReply } from '../../paging.ts';
import { Refusal, refuseMissing } from '../../refusal.ts';
import type { Unsubscribed } from '../../state/model.ts';
import { toDateTime, toNullable } from '../../wire/view.ts';
import type { View } from '../../wire/view.ts';
import { parsePhone } from './blocking.ts';
import { done, ok, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

const OWN_WISH = 'This contact unsubscribed by texting STOP. Only they can resubscribe.';

function toUnsubscriber({ id, firstName, lastName, phone, at }: Unsubscribed, view: View): Json {
  return {
    id,
    firstName: toNullable(firstName, view),
    lastName: toNullable(lastName, view),
    phone,
    unsubscribeTime: toDateTime(at),
  };
}

function listUnsubscribers({ world, query, view }: Call): Reply {
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = sliceFromEnd(world.unsubscribed.rows, paging);
  return toPageReply({ paging, total, resources: rows.map((row) => toUnsubscriber(row, view)) });
}

function getUnsubscriber(call: Call): Reply {
  return ok(toUnsubscriber(getRow(call.world.unsubscribed, call), call.view));
}

/** Again for the same number it is the same unsubscriber. */
function unsubscribePhone({ world, body, nowAt }: Call): Reply {
  const alsoBlocks = body.flag('blockIncoming', false);
  const phone = parsePhone(body);
  const { id } = unsubscribe(world, phone, { nowAt, byAccount: true });
  if (alsoBlocks) block(world, phone);
  return toLink(id, 'unsubscribers');
}

/** What the account did it may take back; whoever wrote STOP has to come back by themselves. */
function resubscribe({ world, body }: Call): Reply {
  const row = world.findUnsubscribed(parsePhone(body));
  if (row === undefined) throw refuseMissing();
  if (row.byAccount !== true) throw new Refusal(403, OWN_WISH);
  world.removeUnsubscribed(row);
  world.changed();
  return done();
}

export const unsubscriberRows: readonly Row[] = [
  { method: 'GET', path: '/unsubscribers', group: 'unsubscribers', handle: listUnsubscribers },
  { method: 'GET', path: '/unsubscribers/{id}', group: 'unsubscriber-plural', handle: getUnsubscriber },
  { method: 'GET', path: '/unsubscriber/{id}', group: 'unsubscriber-singular', handle: getUnsubscriber },
  { method: 'POST', path: '/unsubscribers', group: 'unsubscribers', handle: unsubscribePhone },
  { method: 'POST', path: '/contacts/resubscribe', group: 'resubscribe', handle: resubscribe },
];

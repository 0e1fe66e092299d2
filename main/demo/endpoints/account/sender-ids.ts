import type { Json, Reply } from '../../http.ts';
import { parsePaging, sliceFromEnd, toPageReply } from '../../paging.ts';
import type { SenderId } from '../../state/account-model.ts';
import { toUser } from '../../wire/account.ts';
import type { View } from '../../wire/view.ts';
import { done, ok, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

const MOST_LETTERS = 11;

function toSenderId({ id, senderId, status, userId }: SenderId, view: View): Json {
  const { world } = view;
  const user = toUser(world.findUser(userId) ?? world.account, view);
  return { id, displayTimeFormat: '24h', senderId, user, status };
}

function listSenderIds({ world, query, view }: Call): Reply {
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = sliceFromEnd(world.senderIds.rows, paging);
  return toPageReply({ paging, total, resources: rows.map((one) => toSenderId(one, view)) });
}

/** A name to send by waits for approval: nothing can be sent by it until then. */
function postSenderId({ world, body }: Call): Reply {
  const senderId = body.required('senderId').trim();
  const explanation = body.required('explanation').trim();
  if (senderId.length > MOST_LETTERS) {
    body.reject('senderId', `This value is too long. It should have ${MOST_LETTERS} characters or less.`);
  } else if (senderId !== '' && !/^[a-z0-9]*[a-z][a-z0-9]*$/i.test(senderId)) {
    body.reject('senderId', 'This value should have Latin letters and digits only, and at least one letter.');
  }
  const isTaken = world.senderIds.rows.some((one) => one.senderId.toLowerCase() === senderId.toLowerCase());
  if (isTaken) body.reject('senderId', 'This sender ID is already used.');
  body.check();
  const id = world.senderIds.nextId();
  world.senderIds.append({ id, senderId, explanation, status: 'P', userId: world.account.id });
  world.changed();
  return toLink(id, 'senderids');
}

/** Takes a name away; countries that used it go back to their default. */
function deleteSenderId(call: Call): Reply {
  const { world } = call;
  const { id, senderId } = getRow(world.senderIds, call);
  const { settings } = world.data;
  world.senderIds.remove(id);
  settings.senders = Object.fromEntries(Object.entries(settings.senders).filter(([, sender]) => sender !== senderId));
  world.changed();
  return done();
}

const group = 'sender-ids';

export const senderIdRows: readonly Row[] = [
  { method: 'GET', path: '/senderids', group, handle: listSenderIds },
  {
    ...{ method: 'GET', path: '/senderids/{id}', group },
    handle: (call) => ok(toSenderId(getRow(call.world.senderIds, call), call.view)),
  },
  { method: 'POST', path: '/senderids', group, handle: postSenderId },
  { method: 'DELETE', path: '/senderids/{id}', group, handle: deleteSenderId },
];

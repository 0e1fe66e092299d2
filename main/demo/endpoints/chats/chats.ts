import { parsePaging, slicePage, toListReply } from '../../paging.ts';
import { refuseMissing } from '../../refusal.ts';
import { isPossible, toDigits } from '../../rules/phones.ts';
import { createChat } from '../../state/chats.ts';
import { toChat } from '../../wire/chat.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

export const CHAT_ORDERS = ['id', 'unread', 'messageTime'] as const;

function listChats({ service, query, shape, view }: Call) {
  const paging = parsePaging(query);
  const ordering = {
    status: query.choice('status', ['a', 'c', 'd'], 'a'),
    order: query.choice('orderBy', CHAT_ORDERS, 'id'),
    unreadOnly: query.flag('unread', false),
    pinnedFirst: query.flag('pinned', false),
    withCalls: query.flag('voice', false),
  };
  // Contacts always come whole: read, and changes nothing.
  query.flag('flat', false);
  query.check();
  const { rows, total } = slicePage(service.orderings.list(ordering), paging);
  return toListReply(shape, { paging, total, resources: rows.map((chat) => toChat(chat, view, ordering)) });
}

function getChatByPhone({ world, query, shape, params, view, nowAt }: Call) {
  const upsert = query.flag('upsert', false);
  // The two documents disagree: the specification reopens unless told not to, the client libraries only when told.
  const reopen = query.flag('reopen', shape === 'spec');
  query.check();
  const phone = toDigits(params['phone'] ?? '');
  const found = world.findChatByPhone(phone);
  if (found === undefined) {
    // Senders of letters have chats of their own making: nobody can write to one first.
    if (!upsert || !isPossible(phone)) throw refuseMissing();
    const created = createChat(world, phone, nowAt);
    world.changed();
    return ok(toChat(created, view));
  }
  if (reopen && found.status !== 'a') {
    found.status = 'a';
    world.chats.touch();
    world.changed();
  }
  return ok(toChat(found, view));
}

function countUnread({ world }: Call) {
  const open = world.chats.rows.filter((chat) => chat.status === 'a');
  return ok({ total: open.reduce((sum, chat) => sum + chat.unread, 0) });
}

export const chatRows: readonly Row[] = [
  { method: 'GET', path: '/chats', group: 'chats', handle: listChats },
  { method: 'GET', path: '/chats/unread/count', group: 'chats', handle: countUnread },
  {
    method: 'GET',
    path: '/chats/{id}',
    group: 'chats',
    handle: (call) => ok(toChat(getRow(call.world.chats, call), call.view)),
  },
  { method: 'GET', path: '/chats/{phone}/by/phone', group: 'chats', handle: getChatByPhone },
];

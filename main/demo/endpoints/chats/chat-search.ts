import { parsePaging, slicePage, toListReply } from '../../paging.ts';
import type { Reply } from '../../http.ts';
import { toDigits } from '../../rules/phones.ts';
import { sortChats } from '../../state/chats.ts';
import type { Chat } from '../../state/model.ts';
import type { World } from '../../state/world.ts';
import { toChat } from '../../wire/chat.ts';
import type { Call, Row } from '../call.ts';
import { CHAT_ORDERS } from './chats.ts';

function toReply(call: Call, chats: readonly Chat[]): Reply {
  const paging = parsePaging(call.query);
  call.query.check();
  const { rows, total } = slicePage(chats, paging);
  return toListReply(call.shape, { paging, total, resources: rows.map((chat) => toChat(chat, call.view)) });
}

/** Chats in which somebody said it, deleted ones left out, the newest chat first. */
function searchTexts(call: Call): Reply {
  const { world, query } = call;
  const wanted = query.text('query').trim().toLowerCase();
  query.check();
  const isSaid = ({ phone }: Chat): boolean =>
    world.threads
      .list(phone)
      .some((item) => (item.kind === 'in' || item.kind === 'out') && item.text.toLowerCase().includes(wanted));
  const { chats, inbound, outbound, found } = world;
  const version = chats.version + inbound.version + outbound.version;
  const search = () => chats.rows.filter((chat) => chat.status !== 'd' && (wanted === '' || isSaid(chat))).reverse();
  return toReply(call, found.chats.recall(`text ${wanted}`, version, search));
}

/** The chats that are named, whatever their status; unknown ids are left out. */
function searchIds(call: Call): Reply {
  const { world, query } = call;
  const ids = [...new Set(query.ids('ids'))];
  query.check();
  const chats = query.has('ids') ? ids.flatMap((id) => world.chats.find(id) ?? []) : [...world.chats.rows];
  return toReply(call, sortChats(world, chats, { order: 'id' }));
}

/** Digits of a query that looks like a part of a number. */
function toDigitsOf(query: string): string {
  return /^[+\d\s().-]+$/.test(query) ? toDigits(query) : '';
}

/** Whether a chat is with such a person: by name, company, number, or a list that the person is on. */
function createMatcher(world: World, wanted: string): (chat: Chat) => boolean {
  const digits = toDigitsOf(wanted);
  const lists = new Set(world.lists.rows.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id));
  return ({ phone }) => {
    if (phone.toLowerCase().includes(digits === '' ? wanted : digits)) return true;
    const contact = world.findContactByPhone(phone);
    if (contact === undefined) return false;
    const names = [`${contact.firstName} ${contact.lastName}`, contact.company];
    return names.some((name) => name.toLowerCase().includes(wanted)) || contact.listIds.some((id) => lists.has(id));
  };
}

function searchRecipients(call: Call): Reply {
  const { world, query } = call;
  const wanted = query.text('query').trim().toLowerCase();
  const order = query.choice('orderBy', CHAT_ORDERS, 'id');
  query.check();
  const { chats, contacts, lists, found } = world;
  const search = () => {
    const isMeant = createMatcher(world, wanted);
    const met = chats.rows.filter((chat) => chat.status !== 'd' && (wanted === '' || isMeant(chat)));
    return sortChats(world, met, { order });
  };
  const version = chats.version + contacts.version + lists.version;
  return toReply(call, found.chats.recall(`recipients ${order} ${wanted}`, version, search));
}

export const chatSearchRows: readonly Row[] = [
  { method: 'GET', path: '/chats/search', group: 'chats', handle: searchTexts },
  { method: 'GET', path: '/chats/search/ids', group: 'chats', handle: searchIds },
  { method: 'GET', path: '/chats/search/recipients', group: 'chats', handle: searchRecipients },
];

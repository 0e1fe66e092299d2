import type { Reply } from '../http.ts';
import { Refusal, refuseFields } from '../refusal.ts';
import { mute, unmute } from '../state/chats.ts';
import type { Chat } from '../state/model.ts';
import type { Call, Row } from './call.ts';

const NOT_FOUND = 'Chat not found.';
const LONGEST_MUTE_HOURS = 24 * 365;

/** The chats of a bulk action: those in `ids` that exist, or all of them. Neither given is a 400. */
function listBulkChats({ world, body }: Call): Chat[] {
  const all = body.flag('all', false);
  const ids = body.ids('ids');
  if (!all && !body.has('ids')) body.reject('ids', 'This value should not be blank.');
  body.check();
  if (all) return [...world.chats.rows];
  return [...new Set(ids)].flatMap((id) => world.chats.find(id) ?? []);
}

function keep({ world }: Call): void {
  world.chats.touch();
  world.changed();
}

/** Handler of a bulk action that does the same to each chat. */
function onEach(change: (chat: Chat) => void) {
  return (call: Call): Reply => {
    listBulkChats(call).forEach(change);
    keep(call);
    return { status: 204 };
  };
}

/** Hours of a mute, null when it has no end. */
function parseHours({ body }: Call): number | null {
  const hours = body.int('for', 0);
  if (hours < 0 || hours > LONGEST_MUTE_HOURS) body.reject('for', 'This value is not valid.');
  return hours === 0 ? null : hours;
}

function muteEach(call: Call): Reply {
  const hours = parseHours(call);
  for (const chat of listBulkChats(call)) mute(chat, call.nowAt, hours);
  keep(call);
  return { status: 204 };
}

/** The chat that the body's `id` names. An unknown one is a 404 to the client libraries, a 400 by the specification. */
function getBodyChat({ world, body, shape }: Call): Chat {
  body.required('id');
  const id = body.int('id', 0);
  body.check();
  const chat = world.chats.find(id);
  if (chat !== undefined) return chat;
  throw shape === 'sdk' ? new Refusal(404, NOT_FOUND) : refuseFields({ id: [NOT_FOUND] });
}

function toCreated(chat: Chat, { shape }: Call): Reply {
  return shape === 'spec' ? { status: 201 } : { status: 201, body: { id: chat.id, href: `/api/v2/chats/${chat.id}` } };
}

function setStatus(call: Call): Reply {
  const { body } = call;
  const choices = call.shape === 'spec' ? (['c', 'a'] as const) : (['a', 'c', 'd'] as const);
  body.required('status');
  const status = body.choice('status', choices, 'a');
  const chat = getBodyChat(call);
  chat.status = status;
  keep(call);
  return toCreated(chat, call);
}

function setMute(call: Call): Reply {
  call.body.required('mute');
  const isMuted = call.body.flag('mute', true);
  const hours = parseHours(call);
  const chat = getBodyChat(call);
  if (isMuted) mute(chat, call.nowAt, hours);
  else unmute(chat);
  keep(call);
  return toCreated(chat, call);
}

function setPinned(call: Call): Reply {
  call.body.required('pinned');
  const isPinned = call.body.flag('pinned', true);
  getBodyChat(call).pinned = isPinned;
  keep(call);
  return { status: 201 };
}

function markRead(chat: Chat): void {
  chat.unread = 0;
}

function markUnread(chat: Chat): void {
  chat.unread = Math.max(1, chat.unread);
}

function closeChat(chat: Chat): void {
  chat.status = 'c';
}

function reopenChat(chat: Chat): void {
  chat.status = 'a';
}

function setPin(isPinned: boolean): (chat: Chat) => void {
  return (chat) => {
    chat.pinned = isPinned;
  };
}

const POST = { method: 'POST', group: 'chats' } as const;

export const chatActionRows: readonly Row[] = [
  { ...POST, path: '/chats/status', handle: setStatus },
  { ...POST, path: '/chats/mute', handle: setMute },
  { ...POST, path: '/chats/mute/bulk', handle: muteEach },
  { ...POST, path: '/chats/unmute/bulk', handle: onEach(unmute) },
  { ...POST, path: '/chats/pin', group: 'pin', handle: setPinned },
  { ...POST, path: '/chats/pin/bulk', group: 'pin', handle: onEach(setPin(true)) },
  { ...POST, path: '/chats/unpin/bulk', group: 'pin', handle: onEach(setPin(false)) },
  { ...POST, path: '/chats/read/bulk', handle: onEach(markRead) },
  { ...POST, path: '/chats/unread/bulk', handle: onEach(markUnread) },
  { ...POST, path: '/chats/close/bulk', handle: onEach(closeChat) },
  { ...POST, path: '/chats/reopen/bulk', handle: onEach(reopenChat) },
];

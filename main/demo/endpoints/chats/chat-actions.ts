import type { Reply } from '../../http.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import { mute, unmute } from '../../state/chats.ts';
import type { Chat, ChatStatus } from '../../state/model.ts';
import { listChosen } from '../bulk.ts';
import { done } from '../call.ts';
import type { Call, Row } from '../call.ts';

const NOT_FOUND = 'Chat not found.';
const LONGEST_MUTE_HOURS = 24 * 365;

function keep({ world }: Call): void {
  world.chats.touch();
  world.changed();
}

/** The chats of a bulk action: those that are named, or all, of that status where one is given. */
function listChats(call: Call, status?: ChatStatus): readonly Chat[] {
  const { chats } = call.world;
  return listChosen(call, chats, () => chats.rows.filter((chat) => status === undefined || chat.status === status));
}

/** Handler of a bulk action that does the same to each chat. */
function onEach(change: (chat: Chat) => void) {
  return (call: Call): Reply => {
    listChats(call).forEach(change);
    keep(call);
    return done();
  };
}

/** Handler of one that moves chats to a status: those that are named, or all that have the status `from`. */
function onMove(from: ChatStatus, to: ChatStatus) {
  return (call: Call): Reply => {
    for (const chat of listChats(call, from)) chat.status = to;
    keep(call);
    return done();
  };
}

function closeRead(call: Call): Reply {
  for (const chat of call.world.chats.rows) if (chat.status === 'a' && chat.unread === 0) chat.status = 'c';
  keep(call);
  return done();
}

/** Deleted chats keep their messages: whoever writes again is where they were. */
function deleteChats(call: Call): Reply {
  const { world, body } = call;
  const status = body.choice('status', ['a', 'c', 'd'], 'a');
  const hasStatus = body.has('status');
  if (hasStatus) body.check();
  const chats = hasStatus ? world.chats.rows.filter((chat) => chat.status === status) : listChats(call);
  for (const chat of chats) chat.status = 'd';
  keep(call);
  return done();
}

/** Hours of a mute, null when it has no end. */
function parseHours({ body }: Call): number | null {
  const hours = body.int('for', 0);
  if (hours < 0 || hours > LONGEST_MUTE_HOURS) body.reject('for', 'This value is not valid.');
  return hours === 0 ? null : hours;
}

function muteEach(call: Call): Reply {
  const hours = parseHours(call);
  for (const chat of listChats(call)) mute(chat, call.nowAt, hours);
  keep(call);
  return done();
}

function findBodyChat({ world, body }: Call): Chat | undefined {
  body.required('id');
  const id = body.int('id', 0);
  body.check();
  return world.chats.find(id);
}

/** The chat that the body's `id` names. An unknown one is a 404 to the client libraries, a 400 by the specification. */
function getBodyChat(call: Call): Chat {
  const chat = findBodyChat(call);
  if (chat !== undefined) return chat;
  throw call.shape === 'sdk' ? new Refusal(404, NOT_FOUND) : refuseFields({ id: [NOT_FOUND] });
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
  const chat = findBodyChat(call);
  // A 404 would say that there are no pins at all (supplement 3.2).
  if (chat === undefined) throw refuseFields({ id: [NOT_FOUND] });
  chat.pinned = isPinned;
  keep(call);
  return { status: 201 };
}

function markRead(chat: Chat): void {
  chat.unread = 0;
}

function markUnread(chat: Chat): void {
  chat.unread = Math.max(1, chat.unread);
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
  { ...POST, path: '/chats/close/bulk', handle: onMove('a', 'c') },
  { ...POST, path: '/chats/reopen/bulk', handle: onMove('c', 'a') },
  { ...POST, path: '/chats/close/read', handle: closeRead },
  { ...POST, path: '/chats/delete', handle: deleteChats },
];

import type { Json } from '../http.ts';
import type { Contact, Inbound, MessageFile, Outbound, Session, TeamNote, ThreadItem } from '../state/model.ts';
import { toPhone } from '../state/threads.ts';
import { toDateTime, toNullable } from './view.ts';
import type { View } from './view.ts';

function toFile(file: MessageFile, at: number, view: View): Json {
  return {
    id: file.id,
    name: file.name,
    originalName: file.originalName,
    mimeType: 'image/png',
    size: file.size,
    type: 'chat-attachment',
    createdAt: toDateTime(at),
    previewUrl: `${view.webUrl}/files/preview-${file.name}`,
    url: `${view.webUrl}/files/${file.name}`,
    metadata: {
      type: 'image',
      height: file.height,
      width: file.width,
      preview: { height: Math.round(file.height / 4), width: Math.round(file.width / 4) },
    },
  };
}

function toNames(contact: Contact | undefined): Record<string, string | null> {
  return { firstName: contact?.firstName ?? null, lastName: contact?.lastName ?? null };
}

function toAvatar(contact: Contact | undefined): string | null {
  return contact === undefined || contact.avatar === null ? null : `avatars/${contact.avatar}`;
}

function toDirection(item: ThreadItem, view: View): string {
  if (view.shape === 'spec') return item.kind === 'in' ? 'i' : 'o';
  return item.kind === 'in' ? 'in' : 'out';
}

/** The letter of an outbound message; inbound ones have none that means anything, and the two shapes differ in it. */
function toStatus(item: ThreadItem, view: View): string | null {
  if (item.kind === 'out') return item.status;
  return view.shape === 'spec' ? 'd' : null;
}

function toEnds(item: ThreadItem): Record<string, string | null> {
  return item.kind === 'note' ? { sender: null, receiver: null } : { sender: item.sender, receiver: item.receiver };
}

/** One entry of a chat. */
export function toChatMessage(item: ThreadItem, chatId: number, view: View): Json {
  const contact = view.world.findContactByPhone(toPhone(item));
  const base = {
    id: item.id,
    direction: toDirection(item, view),
    ...toEnds(item),
    messageTime: toDateTime(item.at),
    text: item.text,
    status: toStatus(item, view),
    ...toNames(contact),
    sessionId: item.kind === 'out' ? item.sessionId : null,
  };
  if (view.shape === 'spec') return base;
  const files = item.kind === 'note' ? [] : (item.files ?? []);
  return {
    ...base,
    type: item.kind === 'note' ? 'note' : files.length > 0 ? 'image' : 'text',
    chatType: 'sms',
    chatId,
    messageFileId: files[0]?.id ?? null,
    isEdited: false,
    errorCode: item.kind === 'out' ? item.rejectReason : null,
    avatar: toAvatar(contact),
    initiatorId: item.kind === 'in' ? null : item.userId,
    files: files.map((file) => toFile(file, item.at, view)),
  };
}

export function toSession(session: Session, view: View): Json {
  const base = {
    id: session.id,
    startTime: toDateTime(session.startAt),
    text: session.text,
    source: session.source,
    referenceId: toNullable(session.referenceId ?? '', view),
    price: session.price,
    numbersCount: session.numbersCount,
    destination: 't',
  };
  if (view.shape === 'spec') return base;
  return { ...base, initiatorId: session.userId, title: session.title };
}

/** The specification's fifteen fields, which callbacks carry too. */
export function toOutboundCore(message: Outbound, view: View): Record<string, Json> {
  return {
    contactId: message.contactId,
    sessionId: message.sessionId,
    id: message.id,
    receiver: message.receiver,
    messageTime: toDateTime(message.at),
    status: message.status,
    text: message.text,
    deleted: false,
    charset: message.charset,
    ...toNames(view.world.findContactByPhone(message.receiver)),
    country: message.country,
    sender: message.sender,
    price: message.price,
    partsCount: message.parts,
  };
}

function toSenderSource(message: Outbound): Json {
  const isNumber = /^\d+$/.test(message.sender);
  return {
    id: isNumber ? 17 : 18,
    phone: message.sender,
    type: isNumber ? 'dedicated' : 'senderId',
    countryId: isNumber ? 'GB' : null,
    label: null,
    status: 'A',
    carrierStatus: null,
  };
}

export function toOutbound(message: Outbound, view: View): Json {
  const core = toOutboundCore(message, view);
  if (view.shape === 'spec') return core;
  const session = view.world.sessions.find(message.sessionId);
  return {
    ...core,
    avatar: toAvatar(view.world.findContactByPhone(message.receiver)),
    charsetLabel: message.charset,
    phone: message.receiver,
    fromEmail: null,
    fromNumber: message.sender,
    rejectReason: message.rejectReason,
    senderSource: toSenderSource(message),
    session: session === undefined ? null : toSession(session, view),
  };
}

/** The specification's five fields, which callbacks carry too. */
export function toReplyCore(message: Inbound): Record<string, Json> {
  return {
    id: message.id,
    sender: message.sender,
    receiver: message.receiver,
    messageTime: toDateTime(message.at),
    text: message.text,
  };
}

export function toReply(message: Inbound, view: View): Json {
  const core = toReplyCore(message);
  if (view.shape === 'spec') return core;
  const contact = view.world.findContactByPhone(message.sender);
  const userId = view.world.account.id;
  return {
    ...core,
    avatar: toAvatar(contact),
    contactId: contact?.id ?? null,
    ...toNames(contact),
    email: toNullable(contact?.email ?? '', view),
    contactUserId: contact === undefined ? null : userId,
    userId,
  };
}

export function isTeamNote(item: ThreadItem): item is TeamNote {
  return item.kind === 'note';
}

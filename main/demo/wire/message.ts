import type { Json } from '../http.ts';
import type { Contact, Inbound, MessageFile, Outbound, Session, ThreadItem } from '../state/model.ts';
import { toPhone } from '../state/threads.ts';
import { toDateTime, toNullable } from './view.ts';
import type { View } from './view.ts';

function toFile(file: MessageFile, at: number, view: View): Json {
  const { mimeType = 'image/png' } = file;
  const url = `${view.webUrl}/files/${file.name}`;
  const isDrawn = file.mimeType === undefined;
  const base = {
    ...{ id: file.id, name: file.name, originalName: file.originalName, mimeType, size: file.size },
    ...{ type: 'chat-attachment', createdAt: toDateTime(at) },
  };
  if (!isDrawn) return { ...base, previewUrl: mimeType.startsWith('image/') ? url : null, url, metadata: null };
  return {
    ...base,
    previewUrl: `${view.webUrl}/files/preview-${file.name}`,
    url,
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
  if (item.kind === 'call') return item.direction === 'in' ? 'ci' : 'co';
  if (view.shape === 'spec') return item.kind === 'in' ? 'i' : 'o';
  return item.kind === 'in' ? 'in' : 'out';
}

/** The letter of an outbound message; inbound ones have none that means anything, and the two shapes differ in it. */
function toStatus(item: ThreadItem, view: View): string | null {
  if (item.kind === 'out') return item.status;
  return view.shape === 'spec' ? 'd' : null;
}

function toEnds(item: ThreadItem, view: View): Record<string, string | null> {
  if (item.kind === 'note') return { sender: null, receiver: null };
  if (item.kind !== 'call') return { sender: item.sender, receiver: item.receiver };
  const ours = view.world.account.phone;
  return item.direction === 'in' ? { sender: item.phone, receiver: ours } : { sender: ours, receiver: item.phone };
}

/** What a message with files counts as: the kind of its first one. */
function findFileType([first]: readonly MessageFile[]): string | undefined {
  if (first === undefined) return undefined;
  const kind = (first.mimeType ?? 'image/png').split('/')[0] ?? '';
  return ['image', 'audio', 'video'].includes(kind) ? kind : 'document';
}

function toType(item: ThreadItem, files: readonly MessageFile[]): string {
  if (item.kind === 'note') return 'note';
  if (item.kind === 'call') return 'voice';
  return findFileType(files) ?? 'text';
}

/** A message of a bulk has no session before the bulk is done. */
function toSessionId({ sessionId }: Outbound): number | null {
  return sessionId === 0 ? null : sessionId;
}

/** One entry of a chat. */
export function toChatMessage(item: ThreadItem, chatId: number, view: View): Json {
  const contact = view.world.findContactByPhone(toPhone(item));
  const base = {
    id: item.id,
    direction: toDirection(item, view),
    ...toEnds(item, view),
    messageTime: toDateTime(item.at),
    text: item.kind === 'call' ? '' : item.text,
    status: toStatus(item, view),
    ...toNames(contact),
    sessionId: item.kind === 'out' ? toSessionId(item) : null,
  };
  if (view.shape === 'spec') return base;
  const files = item.kind === 'in' || item.kind === 'out' ? (item.files ?? []) : [];
  return {
    ...base,
    type: toType(item, files),
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
    destination: session.destination ?? 't',
  };
  if (view.shape === 'spec') return base;
  return { ...base, initiatorId: session.userId, title: session.title };
}

/** The specification's fifteen fields, which callbacks carry too. */
export function toOutboundCore(message: Outbound, view: View): Record<string, Json> {
  return {
    contactId: message.contactId,
    sessionId: toSessionId(message),
    id: message.id,
    receiver: message.receiver,
    messageTime: toDateTime(message.at),
    status: message.status,
    text: message.text,
    deleted: message.deleted === true,
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

/** A reply on its own or in the list of all. */
export function toReply(message: Inbound, view: View): Json {
  return toFoundReply(message, view, view.shape === 'sdk');
}

/** A reply that a search found: who it is from is said only to those who ask for it, in either shape. */
export function toFoundReply(message: Inbound, view: View, isExpanded: boolean): Json {
  const contact = view.world.findContactByPhone(message.sender);
  const who = isExpanded ? { contactId: contact?.id ?? null, ...toNames(contact) } : {};
  if (view.shape === 'spec') return { ...toReplyCore(message), ...who };
  const userId = view.world.account.id;
  return {
    ...toReplyCore(message),
    ...who,
    avatar: toAvatar(contact),
    email: toNullable(contact?.email ?? '', view),
    contactUserId: contact === undefined ? null : userId,
    userId,
  };
}

import type { Json } from '../http.ts';
import { findCountryOf } from '../rules/countries.ts';
import { settleMute } from '../state/chats.ts';
import type { Chat } from '../state/model.ts';
import { toCountry } from './account.ts';
import { toContact, toTags } from './contact.ts';
import { toDateTime, toNullableDateTime } from './view.ts';
import type { View } from './view.ts';

const MMS_PRICE = 0.12;
const UNKNOWN_PRICE = 0.09;

function toTimeLeft(chat: Chat, nowAt: number): number {
  return chat.mutedUntil === null ? 0 : Math.max(0, Math.ceil((chat.mutedUntil - nowAt) / 1_000));
}

/** A chat as it is now: a mute whose time is over is not shown any more. */
export function toChat(chat: Chat, view: View): Json {
  settleMute(chat, view.nowAt);
  const { world } = view;
  const contact = world.findContactByPhone(chat.phone);
  const country = findCountryOf(chat.phone);
  const base = {
    id: chat.id,
    originalId: chat.id,
    phone: chat.phone,
    contact: contact === undefined ? null : toContact(contact, view),
    unsubscribedContactId: world.findUnsubscribed(chat.phone)?.id ?? null,
    unread: chat.unread,
    updatedAt: toDateTime(chat.updatedAt),
    status: chat.status,
    mute: chat.muted ? 1 : 0,
    lastMessage: chat.lastText,
    direction: chat.lastDirection,
    from: chat.from,
    mutedUntil: toNullableDateTime(chat.mutedUntil),
    timeLeftMute: toTimeLeft(chat, view.nowAt),
    pinned: chat.pinned,
    country: toCountry(country?.id ?? ''),
  };
  if (view.shape === 'spec') return base;
  return {
    ...base,
    type: 'sms',
    smsPrice: country?.price ?? UNKNOWN_PRICE,
    mmsPrice: MMS_PRICE,
    replyOptionsType: null,
    tags: toTags(contact?.tagIds ?? [], view),
  };
}

import type { Json } from '../http.ts';
import { findCountryOf } from '../rules/countries.ts';
import { MMS_PRICE, toPartPrice } from '../rules/prices.ts';
import { findLastCall, settleMute } from '../state/chats.ts';
import type { Chat } from '../state/model.ts';
import { toCountry } from './account.ts';
import { toContact, toTags } from './contact.ts';
import { toDateTime, toNullableDateTime } from './view.ts';
import type { View } from './view.ts';

function toTimeLeft(chat: Chat, nowAt: number): number {
  return chat.mutedUntil === null ? 0 : Math.max(0, Math.ceil((chat.mutedUntil - nowAt) / 1_000));
}

/** The last item of a chat; a call has no text. */
function toLast(chat: Chat, view: View, withCalls: boolean): Record<string, string | null> {
  const call = withCalls ? findLastCall(view.world, chat) : undefined;
  if (call === undefined) return { lastMessage: chat.lastText, direction: chat.lastDirection };
  return { lastMessage: '', direction: call.direction === 'in' ? 'ci' : 'co' };
}

/** A chat as it is now: a mute whose time is over is not shown any more. Calls are shown only to those who ask. */
export function toChat(chat: Chat, view: View, { withCalls = false }: { readonly withCalls?: boolean } = {}): Json {
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
    ...toLast(chat, view, withCalls),
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
    smsPrice: toPartPrice(chat.phone),
    mmsPrice: MMS_PRICE,
    replyOptionsType: null,
    tags: toTags(contact?.tagIds ?? [], view),
  };
}

import { findCountryOf } from '../rules/countries.ts';
import { mergeText } from '../rules/merge.ts';
import { measure } from '../rules/parts.ts';
import { createChat, showOutbound } from '../state/chats.ts';
import type { Outbound, Session } from '../state/model.ts';
import type { World } from '../state/world.ts';

const UNKNOWN_COUNTRY_PRICE = 0.09;

/** A send that passed every check. */
export interface AcceptedSend {
  /** With merge fields not filled in yet. */
  readonly text: string;
  readonly phones: readonly string[];
  readonly sender: string;
  readonly referenceId: string | null;
  readonly createChat: boolean;
}

export interface PlannedMessage {
  readonly phone: string;
  readonly text: string;
  readonly parts: number;
  readonly charset: Outbound['charset'];
  readonly price: number;
}

export function toMoney(amount: number): number {
  return Math.round(amount * 1_000) / 1_000;
}

/** What each person will get and what it costs: nothing is charged for people who have unsubscribed. */
export function planMessages(world: World, text: string, phones: readonly string[]): PlannedMessage[] {
  return phones.map((phone) => {
    const merged = mergeText(text, world.findContactByPhone(phone), world.data.fields);
    const { charset, parts } = measure(merged);
    const unit = findCountryOf(phone)?.price ?? UNKNOWN_COUNTRY_PRICE;
    const price = world.findUnsubscribed(phone) === undefined ? toMoney(unit * parts) : 0;
    return { phone, text: merged, parts, charset, price };
  });
}

function openSession(world: World, send: AcceptedSend, { price, nowAt }: { price: number; nowAt: number }): Session {
  return world.sessions.append({
    id: world.sessions.nextId(),
    startAt: nowAt,
    text: send.text,
    source: 'A',
    referenceId: send.referenceId,
    price: toMoney(price),
    numbersCount: send.phones.length,
    userId: world.account.id,
    title: null,
  });
}

/** Accepts a send: one session, one message per person, the balance charged, the chats showing it. */
export function accept(world: World, send: AcceptedSend, nowAt: number): { session: Session; messages: Outbound[] } {
  const planned = planMessages(world, send.text, send.phones);
  const price = planned.reduce((sum, one) => sum + one.price, 0);
  const session = openSession(world, send, { price, nowAt });
  world.data.balance = toMoney(world.data.balance - price);
  const messages = planned.map((one): Outbound => {
    const isUnsubscribed = world.findUnsubscribed(one.phone) !== undefined;
    const message: Outbound = {
      id: world.outbound.nextId(),
      kind: 'out',
      sessionId: session.id,
      receiver: one.phone,
      sender: send.sender,
      contactId: world.findContactByPhone(one.phone)?.id ?? null,
      at: nowAt,
      text: one.text,
      charset: one.charset,
      parts: one.parts,
      price: one.price,
      country: findCountryOf(one.phone)?.id ?? '',
      userId: world.account.id,
      status: isUnsubscribed ? 'g' : 'q',
      rejectReason: null,
    };
    world.addOutbound(message);
    const chat =
      world.findChatByPhone(one.phone) ?? (send.createChat ? createChat(world, one.phone, nowAt) : undefined);
    if (chat !== undefined) showOutbound(world, chat, message);
    return message;
  });
  world.changed();
  return { session, messages };
}

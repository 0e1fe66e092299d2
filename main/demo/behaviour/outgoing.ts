import { findCountryOf } from '../rules/countries.ts';
import { createMerge } from '../rules/merge.ts';
import { cutToParts, measure } from '../rules/parts.ts';
import type { Measure } from '../rules/parts.ts';
import { toMoney, toPrice } from '../rules/prices.ts';
import { toSender } from '../rules/senders.ts';
import { createChat, showOutbound } from '../state/chats.ts';
import type { MessageFile, Outbound, Session } from '../state/model.ts';
import type { SendOrder } from '../state/sending-model.ts';
import type { World } from '../state/world.ts';

/** What of an order decides how each message reads and what it costs. */
export type MessageTerms = Pick<SendOrder, 'text' | 'mostParts' | 'cutsExtra' | 'destination'>;

export interface PlannedMessage {
  readonly phone: string;
  readonly text: string;
  readonly parts: number;
  readonly charset: Outbound['charset'];
  /** Nothing for people who have unsubscribed, and for a text that is too long to leave. */
  readonly price: number;
  /** Whether it keeps to the most parts that the order allows. */
  readonly fits: boolean;
}

/** Measures each text once: most texts of a send are the same. */
function createMeasure(): (text: string) => Measure {
  let last: { text: string; measure: Measure } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, measure: measure(text) };
    return last.measure;
  };
}

/** What each person will get, with their data merged in, and what it costs. */
export function planMessages(world: World, terms: MessageTerms, phones: readonly string[]): PlannedMessage[] {
  const { text, mostParts, cutsExtra, destination } = terms;
  const merge = createMerge(text, world.data.fields);
  const measureOnce = createMeasure();
  return phones.map((phone) => {
    const merged = merge(phone, world.findContactByPhone(phone));
    const isLong = measureOnce(merged).parts > mostParts;
    const kept = isLong && cutsExtra ? cutToParts(merged, mostParts) : merged;
    const { charset, parts } = measureOnce(kept);
    const fits = parts <= mostParts;
    const isFree = !fits || world.findUnsubscribed(phone) !== undefined;
    return { phone, text: kept, parts, charset, fits, price: isFree ? 0 : toPrice(phone, parts, destination) };
  });
}

export function toTotal(planned: readonly PlannedMessage[]): number {
  return toMoney(planned.reduce((sum, { price }) => sum + price, 0));
}

/** What a new session is about. */
export interface SessionFacts {
  readonly startAt: number;
  readonly price: number;
  readonly numbersCount: number;
}

/** Makes the session under which an order is listed. */
export function openSession(world: World, order: SendOrder, facts: SessionFacts): Session {
  return world.sessions.append({
    ...{ id: world.sessions.nextId(), text: order.text, source: 'A', title: null },
    ...{ referenceId: order.referenceId, userId: world.account.id },
    ...facts,
    ...(order.destination === 't' ? {} : { destination: order.destination }),
  });
}

/** The files of an MMS as its chat shows them; names of files that are gone are left out. */
function listFiles(world: World, resources: readonly string[]): MessageFile[] {
  return resources.flatMap((resource) => {
    const upload = world.uploads.rows.findLast((one) => one.resource === resource);
    if (upload === undefined) return [];
    const { id, name, size, mimeType } = upload;
    return [{ id, name: resource, originalName: name, size, mimeType, width: 0, height: 0 }];
  });
}

/** What the messages of one posting have in common. */
export interface Posting {
  readonly order: SendOrder;
  /** 0: it comes later. */
  readonly sessionId: number;
  readonly nowAt: number;
}

/** A message as it will stand in the lists, with the id 0 of one that is in none. */
export function toDraft(world: World, planned: PlannedMessage, { order, sessionId, nowAt }: Posting): Outbound {
  const { phone, text, charset, parts, price, fits } = planned;
  const isUnsubscribed = world.findUnsubscribed(phone) !== undefined;
  const files = order.destination === 'm' ? listFiles(world, order.resources) : [];
  return {
    ...{ id: 0, kind: 'out', sessionId, receiver: phone, sender: toSender(world, phone, order.sender) },
    ...{ text, charset, parts, price, at: nowAt, userId: world.account.id },
    contactId: world.findContactByPhone(phone)?.id ?? null,
    country: findCountryOf(phone)?.id ?? '',
    status: isUnsubscribed ? 'g' : fits ? 'q' : 'e',
    rejectReason: isUnsubscribed || fits ? null : 'e',
    ...(files.length === 0 ? {} : { files }),
  };
}

/** Puts messages into the lists and shows them on their chats. */
export function postMessages(world: World, planned: readonly PlannedMessage[], posting: Posting): Outbound[] {
  const { order, nowAt } = posting;
  const messages = planned.map((one): Outbound => {
    const message = { ...toDraft(world, one, posting), id: world.outbound.nextId() };
    world.addOutbound(message);
    const { receiver } = message;
    const chat = world.findChatByPhone(receiver) ?? (order.createChat ? createChat(world, receiver, nowAt) : undefined);
    if (chat !== undefined) showOutbound(world, chat, message);
    return message;
  });
  world.changed();
  return messages;
}

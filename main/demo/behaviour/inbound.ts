import { toDigits } from '../rules/phones.ts';
import { createChat, showInbound } from '../state/chats.ts';
import type { Inbound, MessageFile } from '../state/model.ts';
import type { World } from '../state/world.ts';

const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT']);

/** A message on its way in. */
export interface Incoming {
  readonly sender: string;
  readonly text: string;
  /** The account's number unless told. */
  readonly receiver?: string;
  readonly files?: readonly MessageFile[];
}

/** Unsubscribes a number, once. */
export function unsubscribe(world: World, phone: string, nowAt: number): void {
  if (world.findUnsubscribed(phone) !== undefined) return;
  const contact = world.findContactByPhone(phone);
  world.addUnsubscribed({
    id: world.unsubscribed.nextId(),
    phone,
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    at: nowAt,
  });
}

/**
 * Takes a message in: kept under the next inbound id, shown on its chat (made if there is none), a STOP word
 * unsubscribes. Nothing comes in from a blocked number, or from the account itself: null then.
 */
export function receive(world: World, incoming: Incoming, nowAt: number): Inbound | null {
  const sender = toDigits(incoming.sender);
  const receiver = toDigits(incoming.receiver ?? world.account.phone);
  if (world.findContactByPhone(sender)?.blocked === true || sender === world.account.phone) return null;
  const message: Inbound = {
    id: world.inbound.nextId(),
    kind: 'in',
    sender,
    receiver,
    at: nowAt,
    text: incoming.text,
    ...(incoming.files === undefined ? {} : { files: incoming.files }),
  };
  world.addInbound(message);
  showInbound(world, world.findChatByPhone(sender) ?? createChat(world, sender, nowAt), message);
  if (STOP_WORDS.has(incoming.text.trim().toUpperCase())) unsubscribe(world, sender, nowAt);
  world.changed();
  return message;
}

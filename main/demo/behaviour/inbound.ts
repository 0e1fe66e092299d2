import { toDigits } from '../rules/phones.ts';
import { getOwnNumber } from '../rules/senders.ts';
import { isStopWord } from '../rules/stop-words.ts';
import { createChat, showInbound } from '../state/chats.ts';
import type { Inbound, MessageFile } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { unsubscribe } from './subscriptions.ts';

/** A message on its way in. */
export interface Incoming {
  readonly sender: string;
  readonly text: string;
  /** The account's number unless told. */
  readonly receiver?: string;
  readonly files?: readonly MessageFile[];
}

/**
 * Takes a message in: kept under the next inbound id, shown on its chat (made if there is none), a STOP word
 * unsubscribes. Nothing comes in from a blocked number, or from the account itself: null then.
 */
export function receive(world: World, incoming: Incoming, nowAt: number): Inbound | null {
  const sender = toDigits(incoming.sender);
  const receiver = toDigits(incoming.receiver ?? getOwnNumber(world));
  if (world.findContactByPhone(sender)?.blocked === true || sender === getOwnNumber(world)) return null;
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
  if (isStopWord(incoming.text)) unsubscribe(world, sender, { nowAt, byAccount: false });
  world.changed();
  return message;
}

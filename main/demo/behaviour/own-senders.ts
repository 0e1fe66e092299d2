import { findCountryOf } from '../rules/countries.ts';
import { toDigits } from '../rules/phones.ts';
import type { World } from '../state/world.ts';

/** Where operators replace or refuse names: only numbers get through. */
const ONLY_NUMBERS: ReadonlySet<string> = new Set(['US', 'CA', 'CN', 'IN']);

function isNumber(sender: string): boolean {
  return /^\d+$/.test(sender);
}

/** The account's own sender as it is written, undefined when it has no such number or approved name. */
function findOwn(world: World, asked: string): string | undefined {
  const sender = toDigits(asked);
  if (sender === world.account.phone) return sender;
  const name = sender.toUpperCase();
  const found = world.senderIds.rows.find(({ status, senderId }) => status === 'A' && senderId.toUpperCase() === name);
  return found?.senderId;
}

/** What is used where nothing was asked for, or where it may not be used: the chat's, the country's, the account's. */
function findDefault(world: World, phone: string, country: string): string {
  const set = [world.findChatByPhone(phone)?.from ?? '', world.data.settings.senders[country] ?? ''];
  const usable = set.map((sender) => findOwn(world, sender)).find((sender) => sender !== undefined);
  return usable ?? world.account.phone;
}

/**
 * Who a message to that number comes from. An unknown sender, one that was not approved, and a name where names are not
 * delivered give way to the default one without a word.
 */
export function pickSender(world: World, asked: string, phone: string): string {
  const country = findCountryOf(phone)?.id ?? '';
  const mayName = !ONLY_NUMBERS.has(country);
  const own = findOwn(world, asked);
  if (own !== undefined && (mayName || isNumber(own))) return own;
  const standard = findDefault(world, phone, country);
  return mayName || isNumber(standard) ? standard : world.account.phone;
}

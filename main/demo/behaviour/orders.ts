import { toMoney } from '../rules/prices.ts';
import type { RuntimeSettings } from '../settings.ts';
import type { Job, Outbound, Session } from '../state/model.ts';
import type { Bulk, SendOrder } from '../state/sending-model.ts';
import type { World } from '../state/world.ts';
import { openBulk } from './bulk-work.ts';
import type { Dispatch, SendTerms } from './dispatch.ts';
import { planMessages, toTotal } from './outgoing.ts';

/** More recipients than these are worked off as a bulk. */
const MOST_AT_ONCE = 1_000;

export interface OrderParts {
  readonly world: World;
  readonly settings: RuntimeSettings;
  readonly dispatch: Dispatch;
  readonly schedule: (job: Job) => void;
  readonly nowAt: number;
}

/** What became of an order: messages of a session, or a bulk that will make them. */
export type SentOrder =
  | { readonly kind: 'session'; readonly session: Session; readonly messages: readonly Outbound[] }
  | { readonly kind: 'bulk'; readonly bulk: Bulk };

export interface RecipientOptions {
  /** Blocked people too: for what it would cost. */
  readonly withBlocked?: boolean;
}

type Recipients = Pick<SendOrder, 'phones' | 'contactIds' | 'listIds'>;

/**
 * Everyone whom an order reaches as things are now, each number once: its phones, its contacts, then the members of its
 * lists. People whom the account has blocked are left out, and so are contacts and lists that are gone.
 */
export function resolveRecipients(world: World, order: Recipients, options: RecipientOptions = {}): string[] {
  const lists = new Set(order.listIds);
  const contacts = order.contactIds.flatMap((id) => world.contacts.find(id)?.phone ?? []);
  const members =
    lists.size === 0 ? [] : world.contacts.rows.filter(({ listIds }) => listIds.some((id) => lists.has(id)));
  const phones = [...new Set([...order.phones, ...contacts, ...members.map(({ phone }) => phone)])];
  if (options.withBlocked === true) return phones;
  return phones.filter((phone) => world.findContactByPhone(phone)?.blocked !== true);
}

/** What an order costs as things are now, in account money. */
export function toOrderPrice(world: World, order: SendOrder): number {
  return toTotal(planMessages(world, order, resolveRecipients(world, order)));
}

/** Sends an order that passed every check to everyone whom it reaches now, and charges it. Null where that is nobody. */
export function sendOrder(parts: OrderParts, order: SendOrder, terms: SendTerms = {}): SentOrder | null {
  const { world, dispatch } = parts;
  const phones = resolveRecipients(world, order);
  if (phones.length === 0) return null;
  if (phones.length <= MOST_AT_ONCE) return { kind: 'session', ...dispatch.send(order, phones, terms) };
  const paid = toTotal(planMessages(world, order, phones));
  world.data.balance = toMoney(world.data.balance - paid);
  return { kind: 'bulk', bulk: openBulk(parts, order, { phones, paid, sessionId: terms.sessionId ?? null }) };
}

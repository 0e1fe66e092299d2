import type { Service } from '../endpoints/call.ts';
import type { When } from '../endpoints/schedule-times.ts';
import { refuseWhole } from '../refusal.ts';
import { findCountryOf } from '../rules/countries.ts';
import { toMoney } from '../rules/prices.ts';
import type { Schedule, ScheduleFacts, SendOrder } from '../state/sending-model.ts';
import type { World } from '../state/world.ts';
import { planMessages } from './outgoing.ts';

/** Everyone whom an order reaches as things are now: once, and without those whom the account has blocked. */
function listPhones(world: World, { phones, contactIds, listIds }: SendOrder): string[] {
  const lists = new Set(listIds);
  const ofContacts = contactIds.flatMap((id) => world.contacts.find(id)?.phone ?? []);
  const members = lists.size === 0 ? [] : world.contacts.rows.filter((one) => one.listIds.some((id) => lists.has(id)));
  const all = new Set([...phones, ...ofContacts, ...members.map(({ phone }) => phone)]);
  return [...all].filter((phone) => world.findContactByPhone(phone)?.blocked !== true);
}

/** What one time of a schedule comes to, with the people and prices of this moment. */
export function planFacts(world: World, order: SendOrder): ScheduleFacts {
  const planned = planMessages(world, order, listPhones(world, order));
  const countries = new Set(planned.flatMap(({ phone }) => findCountryOf(phone)?.id ?? []));
  const longest = planned.reduce((most, { parts }) => Math.max(most, parts), 1);
  return {
    cost: toMoney(planned.reduce((sum, { price }) => sum + price, 0)),
    parts: longest,
    charset: planned.some(({ charset }) => charset === 'UTF-16BE') ? 'UTF-16BE' : 'ISO-8859-1',
    countries: [...countries],
    recipientsCount: planned.length,
  };
}

type Opening = When & { readonly nowAt: number };

/**
 * Keeps a send for its time: its session exists from now on, and its first time is paid for.
 * @throws Refusal when the balance is too low
 */
export function openSchedule(
  service: Pick<Service, 'world' | 'schedule'>,
  order: SendOrder,
  opening: Opening,
): Schedule {
  const { world } = service;
  const { nowAt, firstAt, endAt, rule, timeZone } = opening;
  const facts = planFacts(world, order);
  if (facts.cost > world.data.balance) throw refuseWhole('Your balance is too low to send this message.');
  world.data.balance = toMoney(world.data.balance - facts.cost);
  const session = world.sessions.append({
    ...{ id: world.sessions.nextId(), startAt: firstAt, text: order.text, source: 'A', title: null },
    ...{ referenceId: order.referenceId, price: facts.cost, numbersCount: facts.recipientsCount },
    userId: world.account.id,
    ...(order.destination === 't' ? {} : { destination: order.destination }),
  });
  const schedule = world.schedules.append({
    ...{ id: world.schedules.nextId(), sessionId: session.id, order, rule, timeZone, firstAt },
    ...{ nextAt: firstAt, endAt, lastSentAt: null, fired: 0, paid: facts.cost, facts },
    ...{ createdAt: nowAt, userId: world.account.id },
  });
  service.schedule({ kind: 'schedule', dueAt: firstAt, scheduleId: schedule.id });
  world.changed();
  return schedule;
}

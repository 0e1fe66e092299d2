import { refuseWhole } from '../refusal.ts';
import { findCountryOf } from '../rules/countries.ts';
import { toMoney } from '../rules/prices.ts';
import { findNextTime } from '../rules/recurrence.ts';
import { parseRule } from '../rules/recurrence-rule.ts';
import { Zone } from '../rules/zones.ts';
import type { Schedule, ScheduleFacts, SendOrder, When } from '../state/sending-model.ts';
import type { World } from '../state/world.ts';
import { resolveRecipients, sendOrder, toOrderPrice } from './orders.ts';
import type { OrderParts } from './orders.ts';
import { openSession, planMessages, toTotal } from './outgoing.ts';
import { dropJobs } from './scheduler.ts';

/** What one time of a schedule comes to, with the people and prices of this moment. */
function planFacts(world: World, order: SendOrder): ScheduleFacts {
  const planned = planMessages(world, order, resolveRecipients(world, order));
  const countries = new Set(planned.flatMap(({ phone }) => findCountryOf(phone)?.id ?? []));
  return {
    cost: toTotal(planned),
    parts: planned.reduce((most, { parts }) => Math.max(most, parts), 1),
    charset: planned.some(({ charset }) => charset === 'UTF-16BE') ? 'UTF-16BE' : 'ISO-8859-1',
    countries: [...countries],
    recipientsCount: planned.length,
    only: planned.length === 1 ? (planned[0]?.phone ?? null) : null,
  };
}

/** Charges the next time ahead. Too little money is no reason to forget it: there may be more when its turn comes. */
function payAhead(world: World, schedule: Schedule): void {
  const { balance } = world.data;
  schedule.paid = schedule.facts.cost <= balance ? schedule.facts.cost : 0;
  world.data.balance = toMoney(balance - schedule.paid);
}

function giveBack(world: World, schedule: Schedule): void {
  world.data.balance = toMoney(world.data.balance + schedule.paid);
  schedule.paid = 0;
}

/**
 * Keeps a send for its time: its session exists from now on, and its first time is paid for.
 * @throws Refusal when the balance is too low
 */
export function openSchedule(parts: OrderParts, order: SendOrder, when: When): Schedule {
  const { world, nowAt, schedule: plan } = parts;
  const facts = planFacts(world, order);
  if (facts.cost > world.data.balance) throw refuseWhole('Your balance is too low to send this message.');
  const { cost: price, recipientsCount: numbersCount } = facts;
  const session = openSession(world, order, { startAt: when.firstAt, price, numbersCount });
  const schedule = world.schedules.append({
    ...{ id: world.schedules.nextId(), sessionId: session.id, order, ...when, nextAt: when.firstAt },
    ...{ lastSentAt: null, fired: 0, paid: 0, facts, createdAt: nowAt, userId: world.account.id },
  });
  payAhead(world, schedule);
  plan({ kind: 'schedule', dueAt: when.firstAt, scheduleId: schedule.id });
  world.changed();
  return schedule;
}

function findNext({ rule, startAt, timeZone }: Schedule, afterAt: number): number | null {
  if (rule === null) return null;
  return findNextTime({ rule: parseRule(rule), startAt, zone: new Zone(timeZone) }, afterAt);
}

/** Sends to everyone whom it reaches now, at the prices of now; without the money for it, this time is left out. */
function fire(parts: OrderParts, schedule: Schedule): void {
  const { world, nowAt } = parts;
  giveBack(world, schedule);
  schedule.fired += 1;
  if (toOrderPrice(world, schedule.order) > world.data.balance) return;
  const sent = sendOrder(parts, schedule.order, { sessionId: schedule.sessionId });
  // Somebody may have deleted the session meanwhile: then there is a new one.
  if (sent?.kind === 'session') schedule.sessionId = sent.session.id;
  if (sent !== null) schedule.lastSentAt = nowAt;
}

/**
 * Fires a schedule and plans its next time. All times share one session. What fell due before `missedUntilAt`, while the
 * service was not running or its clock jumped too far, fires once in all.
 */
export function runSchedule(parts: OrderParts & { readonly missedUntilAt: number }, scheduleId: number): void {
  const { world, schedule: plan, missedUntilAt } = parts;
  const schedule = world.schedules.find(scheduleId);
  if (schedule === undefined || schedule.nextAt === null) return;
  const dueAt = schedule.nextAt;
  fire(parts, schedule);
  schedule.nextAt = findNext(schedule, Math.max(dueAt, missedUntilAt));
  if (schedule.nextAt !== null) {
    schedule.facts = planFacts(world, schedule.order);
    payAhead(world, schedule);
    plan({ kind: 'schedule', dueAt: schedule.nextAt, scheduleId });
  }
  world.schedules.touch();
}

/**
 * Takes schedules out: they fire no more, and what was charged ahead is given back. What they sent stays; the session of
 * one that never sent anything goes with it.
 */
export function removeSchedules(world: World, schedules: readonly Schedule[]): void {
  const ids = new Set(schedules.map(({ id }) => id));
  dropJobs(world, (job) => job.kind === 'schedule' && ids.has(job.scheduleId));
  for (const schedule of schedules) {
    giveBack(world, schedule);
    if (schedule.fired === 0) world.sessions.remove(schedule.sessionId);
    world.schedules.remove(schedule.id);
  }
  world.changed();
}

import { findNextTime, findLastTime } from '../rules/recurrence.ts';
import { parseRule } from '../rules/recurrence-rule.ts';
import { Zone } from '../rules/zones.ts';
import type { SendOrder, When } from '../state/sending-model.ts';
import type { OrderParts } from './orders.ts';
import { openSchedule } from './schedule-runner.ts';

const DAY_MS = 86_400_000;

/** A text that the practice has scheduled when a demo begins. */
interface FirstSchedule {
  /** Last digits of a number, or the name of a list. */
  readonly to: { readonly phone: string } | { readonly list: string };
  readonly text: string;
  /** Days from today in the account's zone, and the time there: `[2, '09:00']`. */
  readonly when: readonly [days: number, time: string];
  readonly rule?: string;
}

const FIRST: readonly FirstSchedule[] = [
  {
    to: { phone: '447700900318' },
    text: 'Hi Deborah, how is Biscuit eating after his dental? Send us a photo if you can. Northgate Vets',
    when: [1, '09:30'],
  },
  {
    to: { phone: '447700900394' },
    text: 'Hi {First name}, time for the check-up we talked about ({Pet}). Reply BOOK and we will find you a time.',
    when: [3, '10:00'],
  },
  {
    to: { list: 'Friday theatre' },
    text: 'Hi {First name}, a reminder before the operation: no food after 22:00 the night before, water is fine. Northgate Vets',
    when: [4, '17:00'],
  },
  {
    to: { list: 'Puppy club' },
    text: 'Puppy club is on tonight at 19:00. Bring a blanket and a few small treats. Northgate Vets',
    when: [1, '12:00'],
    rule: 'FREQ=WEEKLY;BYDAY=TU',
  },
  {
    to: { phone: '447700900381' },
    text: 'Hi {First name}, worming is due today ({Pet}). Northgate Vets',
    when: [1, '08:30'],
    rule: 'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=10',
  },
  {
    to: { phone: '447700900275' },
    text: 'Hi {First name}, the next insulin check is this week ({Pet}). Northgate Vets',
    when: [5, '10:00'],
    rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=6',
  },
];

/** Opens them at a service that has just begun. Those to people or lists that it does not have are left out. */
export function openFirstSchedules(parts: OrderParts): void {
  const { world, nowAt } = parts;
  const zone = new Zone(world.data.settings.timeZone);
  const today = Math.floor(zone.toWall(nowAt) / DAY_MS) * DAY_MS;
  for (const first of FIRST) {
    const recipients = findRecipients(parts, first.to);
    const [days, time] = first.when;
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const startAt = zone.toInstant(today + days * DAY_MS + (hours * 60 + minutes) * 60_000);
    const when = toWhen(startAt, first.rule ?? null, zone);
    if (recipients !== null && when !== null) openSchedule(parts, toOrder(first.text, recipients), when);
  }
}

type Recipients = Pick<SendOrder, 'phones' | 'listIds'>;

function findRecipients({ world }: OrderParts, to: FirstSchedule['to']): Recipients | null {
  if ('phone' in to) {
    return world.findContactByPhone(to.phone) === undefined ? null : { phones: [to.phone], listIds: [] };
  }
  const list = world.lists.rows.find(({ name }) => name === to.list);
  return list === undefined ? null : { phones: [], listIds: [list.id] };
}

function toWhen(startAt: number, rule: string | null, zone: Zone): When | null {
  const timeZone = zone.name;
  if (rule === null) return { startAt, firstAt: startAt, endAt: startAt, rule, timeZone };
  const recurrence = { rule: parseRule(rule), startAt, zone };
  const firstAt = findNextTime(recurrence);
  return firstAt === null ? null : { startAt, firstAt, endAt: findLastTime(recurrence), rule, timeZone };
}

function toOrder(text: string, recipients: Recipients): SendOrder {
  return {
    ...{ text, templateId: null, contactIds: [], sender: '', referenceId: null, createChat: true },
    ...{ destination: 't', resources: [], mostParts: 6, cutsExtra: false },
    ...recipients,
  };
}

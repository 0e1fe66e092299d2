import type { Json } from '../http.ts';
import type { Frequency, Rule } from '../rules/recurrence-rule.ts';
import { parseRule } from '../rules/recurrence-rule.ts';
import { toRuleWords } from '../rules/recurrence-text.ts';
import { Zone } from '../rules/zones.ts';
import type { Schedule } from '../state/sending-model.ts';
import type { World } from '../state/world.ts';
import { toSession } from './message.ts';
import { toDateTime, toNullableDateTime } from './view.ts';
import type { View } from './view.ts';

const TYPES: Readonly<Record<Frequency, string>> = {
  HOURLY: 'Hourly',
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  YEARLY: 'Yearly',
};

/** The full name of the one recipient (the number of a stranger), otherwise how many there are. */
export function toRecipientWords({ facts }: Schedule, world: World): string {
  if (facts.only === null) return `${facts.recipientsCount} recipients`;
  const contact = world.findContactByPhone(facts.only);
  const name = `${contact?.firstName ?? ''} ${contact?.lastName ?? ''}`.trim();
  return name === '' ? facts.only : name;
}

function toAvatar({ facts }: Schedule, world: World): string | null {
  const avatar = facts.only === null ? null : (world.findContactByPhone(facts.only)?.avatar ?? null);
  return avatar === null ? null : `avatars/${avatar}`;
}

function toTextParameters({ facts, order }: Schedule): Json {
  const label = order.destination === 's' ? 'Voice' : facts.charset;
  const { cost, parts, countries } = facts;
  return { cost, parts, chars: [...order.text].length, encoding: facts.charset, countries, charsetLabel: label };
}

function toParameters({ order }: Schedule): Json {
  const { text, contactIds: contacts, listIds: groups, phones: numbers } = order;
  return { text, recipients: { contacts, groups, numbers, filteredViews: [] } };
}

export function toSchedule(schedule: Schedule, view: View): Json {
  const { world } = view;
  const rule: Rule | null = schedule.rule === null ? null : parseRule(schedule.rule);
  const session = world.sessions.find(schedule.sessionId);
  return {
    id: schedule.id,
    nextSend: toNullableDateTime(schedule.nextAt),
    rrule: schedule.rule,
    session: session === undefined ? null : toSession(session, view),
    lastSent: toNullableDateTime(schedule.lastSentAt),
    contactName: toRecipientWords(schedule, world),
    parameters: toParameters(schedule),
    type: rule === null ? 'Once' : TYPES[rule.frequency],
    summary: toRuleWords(rule, schedule.firstAt, new Zone(schedule.timeZone)),
    textParameters: toTextParameters(schedule),
    firstOccurrence: toDateTime(schedule.firstAt),
    lastOccurrence: toNullableDateTime(schedule.endAt),
    recipientsCount: schedule.facts.recipientsCount,
    timezone: schedule.timeZone,
    completed: schedule.nextAt === null,
    avatar: toAvatar(schedule, world),
    createdAt: toDateTime(schedule.createdAt),
  };
}

import { openSchedule } from '../../behaviour/schedule-runner.ts';
import type { Form } from '../../form.ts';
import type { Reply } from '../../http.ts';
import { findLastTime, findNextTime } from '../../rules/recurrence.ts';
import { BadRule, parseRule } from '../../rules/recurrence-rule.ts';
import { findZoneName, Zone } from '../../rules/zones.ts';
import type { SendOrder, When } from '../../state/sending-model.ts';
import type { Call } from '../call.ts';

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
const FEWEST_SECONDS = 10;
/** A caller's "now" arrives a little later: a start that recently ago is meant as now. */
const LEEWAY_MS = 60_000;
const LATEST_AT = Date.UTC(2200, 0, 1);
const NEEDS_START = 'This value is required when rrule is set.';
const PAST = 'This value should be in the future.';

interface Start {
  readonly startAt: number | null;
  readonly timeZone: string;
}

function parseZone({ world }: Call, form: Form): string {
  const account = world.data.settings.timeZone;
  if (!form.has('sendingTimezone')) return account;
  const name = findZoneName(form.text('sendingTimezone'));
  if (name === undefined) form.reject('sendingTimezone', 'This value is not a valid timezone.');
  return name ?? account;
}

function isInCalendar(text: string, wall: number): boolean {
  return Number.isFinite(wall) && new Date(wall).toISOString().slice(0, 19) === text.replace(' ', 'T');
}

/** `Y-m-d H:i:s` on the clock of a zone. */
function parseDateTime(form: Form, timeZone: string): number | null {
  const text = form.text('sendingDateTime').trim();
  const wall = DATE_TIME.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN;
  if (!isInCalendar(text, wall)) {
    form.reject('sendingDateTime', 'This value is not a valid datetime, use the format Y-m-d H:i:s.');
    return null;
  }
  if (new Date(wall).getUTCSeconds() < FEWEST_SECONDS) {
    form.reject('sendingDateTime', `The seconds should not be below ${FEWEST_SECONDS}.`);
    return null;
  }
  return new Zone(timeZone).toInstant(wall);
}

function parseUnixTime(form: Form): number | null {
  const text = form.text('sendingTime').trim();
  const at = Number(text) * 1_000;
  if (/^\d{1,11}$/.test(text) && at < LATEST_AT) return at;
  form.reject('sendingTime', 'This value is not a valid Unix timestamp.');
  return null;
}

function parseStart(call: Call, form: Form, timeZone: string): number | null {
  const field = form.has('sendingDateTime') ? 'sendingDateTime' : 'sendingTime';
  if (!form.has(field)) return null;
  const shown = field === 'sendingDateTime' ? parseDateTime(form, timeZone) : parseUnixTime(form);
  // A service whose clock is ahead comes to a time that much earlier.
  const at = shown === null ? null : shown - call.service.settings.skewMs;
  const leeway = field === 'sendingTime' ? LEEWAY_MS : 0;
  if (at !== null && at <= call.nowAt - leeway) form.reject(field, PAST);
  return at;
}

/**
 * When a send is to leave, from `sendingDateTime` (which wins) on the clock of `sendingTimezone` (a number or a name; the
 * account's own unless given), or from the deprecated `sendingTime` (Unix seconds); with `rrule` (or `rule`, as the client
 * libraries call it in a query) again and again from there. Null: now. Problems are collected on the form, by field.
 */
export function parseWhen(call: Call, form: Form = call.body): When | null {
  const timeZone = parseZone(call, form);
  const startAt = parseStart(call, form, timeZone);
  const ruleField = form.has('rrule') ? 'rrule' : 'rule';
  if (form.has(ruleField)) return parseRepeated(form, ruleField, { startAt, timeZone });
  if (startAt === null || startAt <= call.nowAt) return null;
  return { startAt, firstAt: startAt, endAt: startAt, rule: null, timeZone };
}

/** A rule from its start: without one, or without a single time, it is refused. */
function parseRepeated(form: Form, field: string, { startAt, timeZone }: Start): When | null {
  const text = form.text(field).trim();
  try {
    const rule = parseRule(text);
    if (!form.has('sendingTime') && !form.has('sendingDateTime')) form.reject('sendingTime', NEEDS_START);
    if (startAt === null) return null;
    const recurrence = { rule, startAt, zone: new Zone(timeZone) };
    const firstAt = findNextTime(recurrence);
    if (firstAt === null) form.reject(field, 'This rule never occurs.');
    if (firstAt === null) return null;
    return { startAt, firstAt, endAt: findLastTime(recurrence), rule: text.replace(/^RRULE:/i, ''), timeZone };
  } catch (error) {
    if (!(error instanceof BadRule)) throw error;
    form.reject(field, error.message);
    return null;
  }
}

/**
 * Keeps a send for later and charges its first time: 201 with the schedule. The order has passed every check but the
 * balance: too little is a 400.
 */
export function createSchedule(call: Call, order: SendOrder, when: When): Reply {
  const { id } = openSchedule({ ...call.service, nowAt: call.nowAt }, order, when);
  const href = `/api/v2/schedules/${id}`;
  const others = { sessionId: null, bulkId: null, messageId: null, scheduleId: id };
  const link = { id, href, type: 'schedule', ...others };
  return { status: 201, body: call.shape === 'spec' ? link : { ...link, chatId: null } };
}

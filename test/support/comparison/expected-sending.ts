/** Templates, schedules, sends and bulks that a cache has to hold. */
import { parseRule } from '#main/demo/rules/recurrence-rule.ts';
import type { Session } from '#main/demo/state/model.ts';
import type { Schedule } from '#main/demo/state/sending-model.ts';
import { toRows, type Reader, type Row, type Rows } from './service-reader.ts';

const BULK_STATUSES = { n: 'created', w: 'working', f: 'failed', c: 'completed', s: 'suspended' } as const;

export function expectTemplates(reader: Reader): Rows {
  const rows = reader.service.state.templates.map(({ id, name, content, lastModified }) => ({
    ...{ id, name, content },
    modified_at: reader.instant(lastModified),
  }));
  return toRows(rows, (row) => row, ['id']);
}

export function expectSends(reader: Reader): Rows {
  return toRows(reader.service.state.sessions, (session) => toSendRow(reader, session), ['id']);
}

function toSendRow(reader: Reader, session: Session): Row {
  return {
    id: session.id,
    at: reader.instant(session.startAt),
    text: session.text,
    source: session.source,
    reference_id: session.referenceId === '' ? null : session.referenceId,
    price: session.price,
    recipients_count: session.numbersCount,
    destination: session.destination ?? 't',
    initiator_id: reader.isSdk ? session.userId : null,
    title: reader.isSdk ? session.title : null,
  };
}

export function expectSchedules(reader: Reader): Rows {
  return toRows(reader.service.state.schedules, (schedule) => toScheduleRow(reader, schedule), ['id']);
}

function toScheduleRow(reader: Reader, schedule: Schedule): Row {
  const { id, rule, order, facts } = schedule;
  return {
    ...{ id, rule, text: order.text, send_id: schedule.sessionId, next_at: reader.instantOrNull(schedule.nextAt) },
    last_at: reader.instantOrNull(schedule.lastSentAt),
    contact_ids: JSON.stringify(order.contactIds),
    list_ids: JSON.stringify(order.listIds),
    phones: JSON.stringify(order.phones),
    kind: rule === null ? 'once' : parseRule(rule).frequency.toLowerCase(),
    ...{ cost: facts.cost, parts: facts.parts, encoding: facts.charset, chars: [...order.text].length },
    countries: JSON.stringify(facts.countries),
    first_at: reader.instant(schedule.firstAt),
    end_at: reader.instantOrNull(schedule.endAt),
    recipients_count: facts.recipientsCount,
    time_zone: schedule.timeZone,
    is_completed: Number(schedule.nextAt === null),
    created_at: reader.instant(schedule.createdAt),
  };
}

export function expectBulks(reader: Reader): Rows {
  const rows = reader.service.state.bulks.map((bulk) => ({
    id: bulk.id,
    status: BULK_STATUSES[bulk.status],
    processed_count: bulk.processed,
    total_count: bulk.recipients.length,
    created_at: reader.instant(bulk.createdAt),
    text: bulk.order.text,
    send: bulk.sessionId,
  }));
  return toRows(rows, (row) => row, ['id']);
}

import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { toOwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';

/** 20 November 2026, 09:45 UTC. */
export const NOW = Date.UTC(2026, 10, 20, 9, 45);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const PHONE = toPhoneKey('447700900318');

const ID = 'a'.repeat(20);

/** Kept by this computer, for 10:00 UTC of the same day. */
export function buildOwnSchedule(said: Partial<OwnSchedule> = {}): OwnSchedule {
  return {
    ...{ id: toOwnScheduleId(ID), keeper: 'computer', text: 'See you at ten', from: null },
    recipients: { phones: [PHONE], contactIds: [], listIds: [] },
    time: { wall: '2026-11-20T10:00', timeZone: 'UTC', rule: null, overlap: 'first' },
    ...{ endsOnReply: false, quietReason: null, state: 'coming', question: null, step: null, goal: 'schedule' },
    ...{ work: 'create', serviceId: null, replacesId: null, replacesSendId: null, referenceId: null, attempts: 0 },
    ...{ dueAt: 0, problem: null, nextAt: NOW + 15 * MINUTE_MS, missedAt: null, lastAt: null, firedCount: 0 },
    ...{ lastSendId: null, createdAt: NOW - DAY_MS, changedAt: NOW - DAY_MS, parts: 1, price: 0.04 },
    ...said,
  };
}

/** To Deborah Ramos, who has a chat. */
export function buildRecord(said: Partial<ScheduleRecord> = {}): ScheduleRecord {
  const person = { phone: PHONE, name: 'Deborah Ramos', chatId: null, contactId: 7 };
  const filledText = said.own?.text ?? said.service?.text ?? '';
  return { own: null, service: null, isPaused: false, overAt: null, person, listNames: [], filledText, ...said };
}

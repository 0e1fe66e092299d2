import * as v from 'valibot';
import type { HandlersOf } from '#main/services/handler-types.ts';
import { findPartPrice } from '#main/services/sending/prices.ts';
import type { Services } from '#main/services/services.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { findPhoneCountry } from '#shared/domain/phone-country.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { scheduleTimeSchema, type RequestInput, type RequestOutput } from '#shared/contract/index.ts';
import { listCountryTimeZones } from '#shared/domain/scheduling/zoned-time.ts';
import { cancelSchedules, undoSchedules } from './cancel-schedules.ts';
import { changeSchedule } from './change-schedule.ts';
import { hasServiceSchedules } from './check-choices.ts';
import { createSchedule } from './create-schedule.ts';
import { decideSchedule, sendScheduleNow } from './decide-schedule.ts';
import { getRecord } from './own-schedules.ts';
import { toScheduleView } from './schedule-view.ts';

/** Texts that go out at a time to come. */
export const scheduleHandlers: HandlersOf<'schedules'> = {
  'schedules.options': findOptions,
  'schedules.create': createSchedule,
  'schedules.change': changeSchedule,
  'schedules.cancel': cancelSchedules,
  'schedules.undo': undoSchedules,
  'schedules.sendNow': sendScheduleNow,
  'schedules.decide': decideSchedule,

  'schedules.list': listSchedules,
  'schedules.counts': countSchedules,
  'schedules.calendar': ({ session }, period) => session.getAccount().schedules.calendar.list(period),
  'schedules.get': getSchedule,
  'schedules.ofChat': async ({ session }, { phone }) => {
    const { store } = session.getAccount();
    const currency = await findCurrency(store);
    const records = await store.listSchedulesOfPhone({ phone: toPhoneKey(phone) });
    return { items: records.map((record) => toScheduleView(record, currency)) };
  },
  'schedules.refresh': async ({ session }) => {
    const { sync, schedules } = session.getAccount();
    try {
      await sync.readSchedules();
    } catch (error) {
      // It has none: there is nothing to read.
      if (!isAppError(error, 'not-found')) throw error;
    }
    schedules.look();
    return {};
  },
};

type Store = ReturnType<Services['session']['getAccount']>['store'];

/** Throws `unauthorized` and `disk`. */
async function findOptions(
  { session }: Services,
  { phone }: RequestInput<'schedules.options'>,
): Promise<RequestOutput<'schedules.options'>> {
  const opened = session.getAccount();
  const { store, schedules } = opened;
  const account = await store.getAccount({});
  const lastTime = v.safeParse(scheduleTimeSchema, await schedules.findLastTime());
  return {
    accountTimeZone: account?.timeZone ?? null,
    serviceTimeZones: (await schedules.listServiceTimeZones())?.slice() ?? null,
    hasServiceSchedules: hasServiceSchedules(opened),
    lastTime: lastTime.success ? lastTime.output : null,
    ...(phone === null ? { recipient: null, partPrice: null } : await findRecipient(store, toPhoneKey(phone))),
  };
}

async function findRecipient(store: Store, phone: PhoneKey) {
  const country = findPhoneCountry(phone);
  const timeZones = country === null ? [] : [...listCountryTimeZones(country)];
  const name = (await store.findChat({ chatId: null, phone }))?.name ?? '';
  const amount = await findPartPrice(store, phone);
  return {
    recipient: country === null || timeZones.length === 0 ? null : { country, timeZones, name },
    partPrice: amount === null ? null : { amount, currency: await findCurrency(store) },
  };
}

const CURSOR = /^(-?\d{1,16}) (\S+)$/;

/** Throws `unauthorized` and `disk`. */
async function listSchedules(
  { session }: Services,
  { scope, query, limit, cursor }: RequestInput<'schedules.list'>,
): Promise<RequestOutput<'schedules.list'>> {
  const { store } = session.getAccount();
  const [, at, key] = CURSOR.exec(cursor ?? '') ?? [];
  const after = at === undefined || key === undefined ? null : { at: Number(at), key };
  const page = await store.listScheduleRecords({ scope, query, limit, cursor: after });
  const currency = await findCurrency(store);
  return {
    items: page.items.map((record) => toScheduleView(record, currency)),
    cursor: page.cursor === null ? null : `${String(page.cursor.at)} ${page.cursor.key}`,
    total: page.total,
  };
}

/** Throws `unauthorized` and `disk`. */
async function countSchedules({ session }: Services): Promise<RequestOutput<'schedules.counts'>> {
  const { store, schedules } = session.getAccount();
  const { upcoming, recurring, attention, done } = await store.countScheduleRecords({});
  const { texts, charged } = await schedules.countWeek();
  const weekCharged = charged === null ? null : { amount: charged, currency: await findCurrency(store) };
  return { upcoming, recurring, attention, done, weekTexts: texts, weekCharged };
}

/** Throws `not-found`, `unauthorized` and `disk`. */
async function getSchedule(
  { session }: Services,
  { key }: RequestInput<'schedules.get'>,
): Promise<RequestOutput<'schedules.get'>> {
  const { store } = session.getAccount();
  const record = await getRecord(store, key);
  const { own, service } = record;
  const schedule = toScheduleView(record, await findCurrency(store));
  const events = own === null ? [] : await store.listOwnScheduleEvents({ id: own.id });
  const { lastAt } = schedule;
  const serviceSendId = own?.keeper === 'computer' ? null : (service?.sendId ?? null);
  const sendId = own?.keeper === 'computer' ? own.lastSendId : null;
  const letters = lastAt === null ? {} : await store.countLettersOfSend({ serviceSendId, sendId });
  return {
    schedule,
    events: events.map(({ at, kind, detail }) => ({ at, kind, detail })).reverse(),
    lastTime: lastAt === null ? null : { at: lastAt, letters: { ...letters } },
  };
}

async function findCurrency(store: Pick<Store, 'getAccount'>): Promise<string | null> {
  return (await store.getAccount({}))?.currency ?? null;
}

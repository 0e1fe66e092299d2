/** Changes of schedules that name a contact rather than a number, on a real store. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import { UndoMemory } from '#main/services/chats/undo-memory.ts';
import { scheduleHandlers } from '#main/services/schedules/requests.ts';
import type { Services } from '#main/services/services.ts';
import type { Settings } from '#main/services/settings/settings.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';
import { openStore } from '#test/support/sync/sync-on-fakes.ts';
import { buildContact, buildSchedule } from '../../store/builders.ts';
import { toServices } from '../fakes.ts';
import { buildOwnSchedule, DAY_MS, HOUR_MS, NOW, PHONE } from './build-own-schedule.ts';

const TIME = { wall: '2026-11-21T10:00', timeZone: 'UTC', rule: null, overlap: 'first' } as const;
const OF_CONTACT = { phones: [], contactIds: [toContactId(4)], listIds: [] };

describe('a schedule to one contact', () => {
  let store: Store;
  let services: Services;

  beforeEach(async () => {
    store = openStore(new FakeClock()) as unknown as Store;
    const account: Partial<OpenAccount> = {
      store,
      folder: 'account',
      credentials: { webUrl: 'https://service.example' } as OpenAccount['credentials'],
      listAbsentFeatures: () => [],
      outbox: { wake: () => undefined } as never,
      schedules: { look: () => undefined, keepLastTime: () => Promise.resolve() } as never,
    };
    const session = { getAccount: () => account } as Session;
    const settings = { get: () => Promise.resolve({ quietHours: null }) } as unknown as Settings;
    const undo = new UndoMemory({ createId: () => 'undo' });
    services = toServices({ session, settings, now: () => NOW, undo });
    await store.commitContacts({ contacts: [buildContact(4, { phone: PHONE })] });
  });

  const change = async (said: Partial<RequestInput<'schedules.change'>>) =>
    await scheduleHandlers['schedules.change'](services, {
      ...{ requestId: 'change', key: 'service:5', text: 'See you', from: null, keeper: 'service', time: TIME },
      ...{ endsOnReply: false, quietReason: null, ...said },
    });
  const findOnly = async () => (await store.listOwnSchedules({ states: ['leaving'] }))[0];

  it('goes to the number of that contact once this computer keeps it', async () => {
    await store.commitRows({
      name: 'schedules',
      rows: [buildSchedule(5, { ...OF_CONTACT, rule: null, isCompleted: false, nextAt: NOW + HOUR_MS })],
    });
    await change({});
    expect(await findOnly()).toMatchObject({ keeper: 'service', recipients: OF_CONTACT });
    await change({ keeper: 'computer' });
    expect(await findOnly()).toMatchObject({ keeper: 'computer', recipients: { phones: [PHONE], contactIds: [] } });
  });

  it('is sent late to the number of that contact', async () => {
    const own = buildOwnSchedule({
      ...{ keeper: 'service', recipients: OF_CONTACT, state: 'asking', question: 'passed', step: 'create' },
      ...{ missedAt: NOW - HOUR_MS, nextAt: null },
    });
    await store.createOwnSchedule({ schedule: own, event: { at: NOW - DAY_MS, kind: 'made', detail: '' } });
    const input = { requestId: 'late', key: `own:${own.id}`, decision: 'send' } as const;
    await scheduleHandlers['schedules.decide'](services, input);
    expect(await store.listSends({ states: ['queued'] })).toMatchObject([{ phone: PHONE, text: own.text }]);
    expect(await store.findOwnSchedule({ id: own.id })).toMatchObject({ state: 'done' });
  });
});

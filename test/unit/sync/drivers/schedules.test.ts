import { describe, expect, it } from 'vitest';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { makeChat, makeMessage } from '#test/support/sync/builders.ts';
import { createSyncOnFakes, openIdleSync } from '#test/support/sync/sync-on-fakes.ts';
import { buildSchedule } from '../../store/builders.ts';

const MINUTE_MS = 60_000;

describe('reading schedules out of their turn', () => {
  it('is done at once, and takes out what is gone', async () => {
    const { sync, service, store } = await openIdleSync(2 * MINUTE_MS);
    service.schedules = [buildSchedule(1), buildSchedule(2)];
    await sync.readSchedules();
    expect(await store.listRowIds({ name: 'schedules' })).toEqual([1, 2]);
    service.schedules = [buildSchedule(2)];
    await sync.readSchedules();
    expect(await store.listRowIds({ name: 'schedules' })).toEqual([2]);
    await sync.dispose();
  });

  it('is done soon where it is only wanted', async () => {
    const { sync, service, store, clock } = await openIdleSync(2 * MINUTE_MS);
    service.schedules = [buildSchedule(1)];
    sync.readSchedulesSoon();
    await clock.advance(1_000);
    expect(await store.listRowIds({ name: 'schedules' })).toEqual([1]);
    await sync.dispose();
  });

  it('tells why it could not be done', async () => {
    const { sync, service } = await openIdleSync(2 * MINUTE_MS);
    service.failNext('listSchedules', { code: 'not-found', outcome: 'refused' });
    await expect(sync.readSchedules()).rejects.toMatchObject({ code: 'not-found' });
    await sync.dispose();
  });
});

describe('reading what a number wrote', () => {
  it('brings its newest texts, and nothing where there is no chat', async () => {
    const { sync, service, store } = createSyncOnFakes();
    const chat = makeChat(1);
    service.chats = [chat];
    service.add(makeMessage('in', 5, { phone: chat.phone }));
    await sync.readReplies(chat.phone);
    expect(await store.countMessages({})).toBe(1);
    await sync.readReplies(toPhoneKey('447700900999'));
    expect(service.calls.filter(({ method }) => method === 'listChatMessages')).toHaveLength(1);
    await sync.dispose();
  });
});

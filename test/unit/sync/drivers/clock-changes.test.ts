import { afterEach, describe, expect, it } from 'vitest';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes, openIdleSync } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat } from '#test/support/sync/builders.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let fakes: SyncOnFakes;

/** A world whose first sync is over and whose rounds are quiet. */
async function openWorld(): Promise<SyncOnFakes> {
  fakes = await openIdleSync(180_000);
  return fakes;
}

afterEach(() => fakes.sync.dispose());

describe('a clock that is set back', () => {
  it('does not keep the rounds from coming (SYNC-11)', async () => {
    const { clock, service } = await openWorld();
    clock.jump(-DAY_MS);
    await clock.advance(20_000);
    expect(service.callsOf('listReplies').length).toBeGreaterThanOrEqual(1);
    await clock.advance(60_000);
    expect(service.callsOf('listReplies').length).toBeGreaterThanOrEqual(4);
  });

  it('does not keep a lost link from being tried (SYNC-11)', async () => {
    const { clock, service, sync } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    await clock.advance(300_000);
    clock.jump(-DAY_MS);
    service.heal();
    await clock.advance(60_000);
    expect(sync.getStatus()).toMatchObject({ link: 'online', nextAttemptAt: null });
  });

  it('leaves a refused key in peace', async () => {
    const { clock, service, sync } = await openWorld();
    service.failNext('any', { code: 'unauthorized', outcome: 'refused' }, { times: 10_000 });
    await clock.advance(60_000);
    expect(sync.getStatus().link).toBe('unauthorized');
    service.calls.length = 0;
    clock.jump(-DAY_MS);
    await clock.advance(2 * HOUR_MS);
    expect(service.calls).toEqual([]);
  });

  it('does not keep whole collections from being read again', async () => {
    const { clock, service } = await openWorld();
    clock.jump(-DAY_MS);
    service.changeChat(makeChat(5).id, { isPinned: true });
    await clock.advance(5 * 60_000);
    expect(fakes.store.chatOf(makeChat(5).id)?.isPinned).toBe(true);
    expect(service.callsOf('listContacts')).toHaveLength(1);
  });

  it('does not make a chat that is opened look as if it had just been read', async () => {
    const { clock, service, sync } = await openWorld();
    sync.openChat(makeChat(3).id);
    await clock.advance(0);
    service.calls.length = 0;
    clock.jump(-DAY_MS);
    sync.openChat(makeChat(3).id);
    await clock.advance(0);
    expect(service.callsOf('listChatMessages').length).toBeGreaterThanOrEqual(1);
  });

  it('does not let the account claim to be in step at an instant that is still to come', async () => {
    const { clock, sync } = await openWorld();
    clock.jump(-DAY_MS);
    await clock.advance(60_000);
    expect(sync.getStatus().lastSyncedAt).toBeLessThanOrEqual(clock.now());
  });

  it('is not believed about an earlier run either', async () => {
    const { clock, service, store, sync } = await openWorld();
    await sync.dispose();
    clock.jump(-DAY_MS);
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    fakes = createSyncOnFakes({ clock, service, store });
    fakes.sync.start();
    await clock.advance(1_000);
    expect(fakes.sync.getStatus().lastSyncedAt).toBeNull();
  });
});

describe('a computer that slept for hours', () => {
  it('asks once, soon after it woke, and goes on at its pace (SYNC-11)', async () => {
    const { clock, service } = await openWorld();
    clock.jump(8 * HOUR_MS);
    await clock.advance(15_000);
    expect(service.callsOf('listReplies')).toHaveLength(1);
    expect(service.callsOf('listContacts')).toHaveLength(1);
    expect(service.callsOf('listLists')).toHaveLength(1);
    expect(service.callsOf('getUser')).toHaveLength(1);
  });

  it('makes one round of all the extra rounds that a send had planned (SYNC-11)', async () => {
    const { clock, service, sync } = await openWorld();
    sync.messageSent(makeChat(1).phone);
    clock.jump(8 * HOUR_MS);
    await clock.advance(4_000);
    expect(service.callsOf('listOutboundMessages')).toHaveLength(1);
  });

  it('tries a lost link soon, however long the wait was that it slept through', async () => {
    const { clock, service, sync } = await openWorld();
    const details = { code: 'maintenance', retryAfterMs: 600_000 } as const;
    service.failNext('any', details, { times: 10_000 });
    await clock.advance(30_000);
    service.heal();
    clock.jump(8 * HOUR_MS);
    await clock.advance(15_000);
    expect(sync.getStatus().link).toBe('online');
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { isAppError } from '#shared/domain/app-error.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

let fakes: SyncOnFakes;

async function openWorld(count = 350): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  const { service, sync, clock } = fakes;
  service.chats = range(1, 8).map((id) => makeChat(id, { status: id > 6 ? 'closed' : 'active' }));
  service.add(...range(1, count).map((id) => makeMessage('in', id)));
  service.add(...range(1, count).map((id) => makeMessage('out', id)));
  sync.start();
  await clock.advance(150_000);
  service.calls.length = 0;
  return fakes;
}

/** Lets a check run to its end. */
async function finish(checks: readonly Promise<void>[]): Promise<void> {
  const all = Promise.all(checks);
  await fakes.clock.advance(30_000);
  await all;
}

afterEach(() => fakes.sync.dispose());

describe('checking everything', () => {
  it('ends with messages, letters and chats as the service has them, deletions included', async () => {
    const { service, store, sync } = await openWorld();
    service.inbound = service.inbound.filter(({ id }) => id % 50 !== 0);
    service.outbound = service.outbound
      .filter(({ id }) => id % 60 !== 0)
      .map((one) => (one.id === 3 ? { ...one, letter: 'f' } : one));
    service.changeChat(makeChat(7).id, { isMuted: true });
    await finish([sync.checkEverything()]);
    const there = [...service.inbound, ...service.outbound].map(({ key, letter }) => `${key} ${letter ?? '-'}`);
    const here = [...store.messages].map(({ key, letter }) => `${key} ${letter ?? '-'}`);
    expect(here.sort()).toEqual(there.sort());
    expect(store.chatOf(makeChat(7).id)?.isMuted).toBe(true);
    expect(service.forgotten).toBeGreaterThanOrEqual(1);
  });

  it('is shown while it runs, with how far it has come', async () => {
    const { sync, sink } = await openWorld();
    sink.statuses.length = 0;
    await finish([sync.checkEverything()]);
    const during = sink.statuses.filter(({ isChecking }) => isChecking);
    expect(during.some(({ phase, done, total }) => phase === 'check' && done > 0 && total === 700)).toBe(true);
    expect(during.filter(({ phase }) => phase !== 'check')).toEqual([]);
    expect(sync.getStatus()).toMatchObject({ isChecking: false, phase: 'idle' });
  });

  it('is one run for several who ask within a second', async () => {
    const { sync, service } = await openWorld();
    await finish([sync.checkEverything(), sync.checkEverything(), sync.checkEverything()]);
    const sweeps = service.callsOf('listOutboundMessages').filter(({ priority }) => priority === 'backfill');
    expect(sweeps.length).toBeLessThanOrEqual(5);
  });

  it('begins anew for who asks later, since it may have passed by what changed', async () => {
    const { sync, service, store, clock } = await openWorld();
    const gate = Promise.withResolvers<undefined>();
    service.beforeAnswer = ({ method, priority, query }) =>
      method === 'listOutboundMessages' && priority === 'backfill' && JSON.stringify(query).includes('"lastId":51')
        ? gate.promise
        : undefined;
    const first = sync.checkEverything();
    await clock.advance(2_000);
    service.outbound = service.outbound.filter(({ id }) => id !== 340);
    const second = sync.checkEverything();
    gate.resolve(undefined);
    await finish([first, second]);
    expect(store.hasMessage(makeMessage('out', 340).key)).toBe(false);
  });

  it('rejects at once where the service cannot be reached', async () => {
    const { sync, service, clock } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 1_000 });
    const refused = expect(sync.checkEverything()).rejects.toMatchObject({ code: 'offline' });
    await clock.advance(0);
    await refused;
    expect(sync.getStatus()).toMatchObject({ isChecking: false, link: 'offline' });
  });

  it('rejects where the link breaks in the middle, and what it had begun goes on later', async () => {
    const { sync, service, store, clock } = await openWorld();
    service.outbound = service.outbound.filter(({ id }) => id !== 20);
    let pages = 0;
    service.beforeAnswer = ({ priority, method }) => {
      if (priority !== 'backfill' || method !== 'listOutboundMessages') return;
      pages += 1;
      if (pages === 2) service.failNext('any', { code: 'timeout' }, { times: 3 });
    };
    const failure = sync.checkEverything().catch((error: unknown) => error);
    await clock.advance(5_000);
    expect(isAppError(await failure)).toBe(true);
    await clock.advance(120_000);
    expect(store.hasMessage(makeMessage('out', 20).key)).toBe(false);
    expect(sync.getStatus()).toMatchObject({ isChecking: false, link: 'online' });
  });

  it('asked before the first reading is over waits for that', async () => {
    fakes = createSyncOnFakes();
    const { service, sync, store } = fakes;
    service.add(...range(1, 250).map((id) => makeMessage('in', id)));
    sync.start();
    await finish([sync.checkEverything()]);
    expect(store.messagesCount).toBe(250);
  });

  it('is refused once sync has ended, and calls nothing (SYNC-9)', async () => {
    const { sync, service } = await openWorld();
    await sync.dispose();
    service.calls.length = 0;
    await expect(sync.checkEverything()).rejects.toMatchObject({ code: 'cancelled' });
    expect(service.calls).toEqual([]);
  });
});

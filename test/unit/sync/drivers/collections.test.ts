import { afterEach, describe, expect, it } from 'vitest';
import type { CollectionName } from '#shared/domain/collections.ts';
import type { ServiceSend } from '#shared/domain/entities.ts';
import type { Template } from '#shared/domain/templates.ts';
import { startBackground } from '#test/support/sync/background-on-fakes.ts';
import type { BackgroundOnFakes } from '#test/support/sync/background-on-fakes.ts';
import { makeChat, makeContact, makeList, range } from '#test/support/sync/builders.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const makeTemplate = (id: number, name = `Template ${String(id)}`): Template => ({
  ...{ id, name, content: 'Hello', modifiedAt: null },
});
const makeSend = (id: number, at: number | null = null): ServiceSend => ({
  ...{ id, at, text: 'Hi', source: null, referenceId: null },
});

const worlds: BackgroundOnFakes[] = [];
async function open(parts?: Parameters<typeof startBackground>[0]): Promise<BackgroundOnFakes> {
  const fakes = await startBackground(parts);
  worlds.push(fakes);
  return fakes;
}
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((fakes) => fakes.stop()));
});

const idsOf = (rows: Iterable<number>): number[] => [...rows].sort((a, b) => a - b);
const rowsOf = (fakes: BackgroundOnFakes, name: CollectionName): number[] => idsOf(fakes.store.idsOf(name));

describe('collections without a reading by id (SYNC-18)', () => {
  it('lose what a whole reading leaves out, and take what is new or changed', async () => {
    const fakes = await open();
    const { service, clock, store } = fakes;
    service.templates = range(1, 5).map((id) => makeTemplate(id));
    service.blocked = range(1, 3).map(makeContact);
    await clock.advance(HOUR_MS);
    service.templates = [makeTemplate(2, 'Changed'), makeTemplate(4), makeTemplate(9)];
    service.blocked = [makeContact(3), makeContact(4)];
    await clock.advance(HOUR_MS);
    expect(rowsOf(fakes, 'templates')).toEqual([2, 4, 9]);
    expect(store.templates.find(({ id }) => id === 2)).toMatchObject({ name: 'Changed' });
    expect(rowsOf(fakes, 'blocked')).toEqual([3, 4]);
  });

  it('keep all they have while a row of the answer cannot be read', async () => {
    const fakes = await open();
    fakes.service.templates = range(1, 5).map((id) => makeTemplate(id));
    await fakes.clock.advance(HOUR_MS);
    const odd = makeTemplate(5);
    fakes.service.templates = [makeTemplate(1), odd];
    fakes.service.unreadable.add(odd);
    await fakes.clock.advance(HOUR_MS);
    expect(rowsOf(fakes, 'templates')).toEqual([1, 2, 3, 4, 5]);
    fakes.service.unreadable.clear();
    await fakes.clock.advance(HOUR_MS);
    expect(rowsOf(fakes, 'templates')).toEqual([1, 5]);
  });

  it('keep what came in while they were read', async () => {
    const fakes = await open();
    fakes.service.templates = [makeTemplate(1)];
    await fakes.clock.advance(HOUR_MS);
    fakes.service.beforeAnswer = async ({ method }) => {
      if (method === 'listTemplates') await fakes.store.commitRows({ name: 'templates', rows: [makeTemplate(50)] });
    };
    await fakes.clock.advance(HOUR_MS);
    expect(rowsOf(fakes, 'templates')).toEqual([1, 50]);
  });

  it('lose more than half of many rows only when a second reading says the same', async () => {
    const fakes = await open();
    const all = range(1, 60).map((id) => makeTemplate(id));
    fakes.service.templates = all;
    await fakes.clock.advance(HOUR_MS);
    // For one answer the service is out of its mind.
    let answers = 0;
    fakes.service.beforeAnswer = ({ method }) => {
      if (method !== 'listTemplates') return;
      answers += 1;
      fakes.service.templates = answers === 1 ? all.slice(0, 2) : all;
    };
    await fakes.clock.advance(HOUR_MS);
    expect(rowsOf(fakes, 'templates')).toHaveLength(60);
    fakes.service.beforeAnswer = () => undefined;
    fakes.service.templates = all.slice(0, 2);
    await fakes.clock.advance(HOUR_MS);
    expect(rowsOf(fakes, 'templates')).toEqual([1, 2]);
  });

  it('are as they were when a reading breaks off in the middle, and are read anew', async () => {
    const fakes = await open();
    const all = range(1, 250).map((id) => makeTemplate(id));
    fakes.service.templates = all;
    await fakes.clock.advance(HOUR_MS);
    fakes.service.templates = all.slice(0, 240);
    fakes.service.beforeAnswer = ({ method, query }) => {
      if (method === 'listTemplates' && (query as { page: number }).page === 2) {
        fakes.service.failNext('listTemplates', { code: 'server' });
        fakes.service.beforeAnswer = () => undefined;
      }
    };
    await fakes.clock.advance(MINUTE_MS);
    expect(fakes.service.callsOf('listTemplates').length).toBeGreaterThan(3);
    expect(rowsOf(fakes, 'templates')).toHaveLength(250);
    await fakes.clock.advance(10 * MINUTE_MS);
    expect(rowsOf(fakes, 'templates')).toHaveLength(240);
  });
});

describe('contacts and lists', () => {
  it('are asked for alone before they go, and those that answer stay', async () => {
    const { service, store, clock } = await open();
    service.contacts = range(1, 9).map(makeContact);
    service.lists = range(1, 3).map(makeList);
    await clock.advance(HOUR_MS);
    service.contacts = service.contacts.filter(({ id }) => id !== 4);
    service.lists = service.lists.filter(({ id }) => id !== 2);
    service.hidden.add(5);
    await clock.advance(6 * HOUR_MS);
    expect(idsOf(store.idsOf('contacts'))).toEqual([1, 2, 3, 5, 6, 7, 8, 9]);
    expect(idsOf(store.idsOf('lists'))).toEqual([1, 3]);
    expect(service.callsOf('getContact').map(({ query }) => query)).toEqual([{ contactId: 4 }, { contactId: 5 }]);
    expect(new Set(service.callsOf('getContact').map(({ priority }) => priority))).toEqual(new Set(['backfill']));
  });

  it('go where the service does not show them to this account any more (403)', async () => {
    const { service, store, clock } = await open();
    service.contacts = range(1, 3).map(makeContact);
    await clock.advance(HOUR_MS);
    service.hidden.add(2);
    service.failNext('getContact', { code: 'forbidden', outcome: 'refused' });
    await clock.advance(6 * HOUR_MS);
    expect(idsOf(store.idsOf('contacts'))).toEqual([1, 3]);
  });

  it('stay where the service cannot tell now', async () => {
    const { service, store, clock } = await open();
    service.contacts = range(1, 3).map(makeContact);
    await clock.advance(HOUR_MS);
    service.contacts = service.contacts.slice(1);
    service.failNext('getContact', { code: 'server' });
    await clock.advance(6 * HOUR_MS);
    expect(idsOf(store.idsOf('contacts'))).toEqual([1, 2, 3]);
    await clock.advance(6 * HOUR_MS);
    expect(idsOf(store.idsOf('contacts'))).toEqual([2, 3]);
  });

  it('are asked for alone although the register of the blocked tells of them, which may be older', async () => {
    const { service, store, clock } = await open();
    service.contacts = range(1, 3).map(makeContact);
    await clock.advance(HOUR_MS);
    service.hidden.add(2);
    service.blocked = [makeContact(2)];
    await clock.advance(6 * HOUR_MS);
    expect(store.idsOf('contacts')).toContain(2);
    service.contacts = service.contacts.filter(({ id }) => id !== 2);
    await clock.advance(6 * HOUR_MS);
    expect(store.idsOf('contacts')).not.toContain(2);
  });

  it('are checked in portions that the end of the app does not begin anew', async () => {
    const first = await open();
    const { service, store, clock } = first;
    service.contacts = range(1, 100).map(makeContact);
    await clock.advance(HOUR_MS);
    for (const id of range(1, 90)) service.hidden.add(id);
    service.beforeAnswer = ({ method }) => {
      if (method === 'getContact' && service.callsOf('getContact').length === 45) void first.stop();
    };
    await clock.advance(6 * HOUR_MS);
    await first.stop();
    expect(store.markOf('contacts.checkedToId')).toBe(40);
    expect(store.markOf('contacts.doneAt')).toBeLessThan(clock.now() - 5 * HOUR_MS);
    service.beforeAnswer = () => undefined;
    service.calls.length = 0;
    await open({ clock, service, store });
    await clock.advance(MINUTE_MS);
    const asked = service.callsOf('getContact').map(({ query }) => (query as { contactId: number }).contactId);
    expect(asked).toEqual([...range(41, 90), ...range(1, 40)]);
    expect(store.markOf('contacts.checkedToId')).toBe(0);
    expect(store.idsOf('contacts').length).toBe(100);
  });
});

describe('chats', () => {
  it('that others close, reopen or delete are so within five minutes', async () => {
    const { service, store, clock } = await open();
    service.chats = range(1, 5).map((id) => makeChat(id));
    await clock.advance(MINUTE_MS);
    service.changeChat(makeChat(2).id, { status: 'closed' });
    service.chats = service.chats.filter(({ id }) => id !== 3);
    await clock.advance(5 * MINUTE_MS);
    expect(store.chatOf(makeChat(2).id)?.status).toBe('closed');
    expect(store.chats.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
    service.changeChat(makeChat(2).id, { status: 'active' });
    await clock.advance(5 * MINUTE_MS);
    expect(store.chatOf(makeChat(2).id)?.status).toBe('active');
  });

  it('are suspects only when the lists of no status show them, where they are many', async () => {
    const { service, store, clock } = await open();
    service.chats = range(1, 80).map((id) => makeChat(id));
    await clock.advance(MINUTE_MS);
    for (const id of range(1, 60)) service.changeChat(makeChat(id).id, { status: id % 2 === 0 ? 'closed' : 'deleted' });
    service.chats = service.chats.filter(({ id }) => id !== 61);
    service.calls.length = 0;
    await clock.advance(5 * MINUTE_MS);
    expect(service.callsOf('getChat').map(({ query }) => query)).toEqual([{ chatId: 61 }]);
    const closed = [...store.chats].filter(({ status }) => status === 'closed');
    expect([store.chats.length, closed.length]).toEqual([79, 30]);
  });

  it('that a list leaves out stay while the service has them', async () => {
    const { service, store, clock } = await open();
    service.chats = range(1, 5).map((id) => makeChat(id));
    await clock.advance(MINUTE_MS);
    service.hidden.add(4);
    await clock.advance(5 * MINUTE_MS);
    expect(store.chats.length).toBe(5);
  });
});

describe('sends', () => {
  it('are read down to one that is known every hour, and whole once a day', async () => {
    const fakes = await open();
    const { service, clock } = fakes;
    service.sends = range(1, 350).map((id) => makeSend(351 - id));
    await clock.advance(MINUTE_MS);
    expect(rowsOf(fakes, 'sends')).toHaveLength(350);
    service.sends = [makeSend(351), ...service.sends.filter(({ id }) => id !== 7)];
    service.calls.length = 0;
    await clock.advance(HOUR_MS);
    expect(service.callsOf('listSends')).toHaveLength(1);
    expect(rowsOf(fakes, 'sends')).toHaveLength(351);
    await clock.advance(DAY_MS);
    expect(rowsOf(fakes, 'sends')).toHaveLength(350);
  });

  it('are read no deeper than history is, and older ones that are here stay', async () => {
    const fakes = await open();
    const { service, clock, store } = fakes;
    fakes.readers.history.choose({ days: 30, isPaused: false });
    await store.commitRows({ name: 'sends', rows: [makeSend(1)] });
    service.sends = range(1, 350).map((id) => makeSend(400 - id, clock.now() - id * DAY_MS));
    await clock.advance(MINUTE_MS);
    expect(service.callsOf('listSends').length).toBeLessThanOrEqual(4);
    service.sends = service.sends.filter(({ id }) => id !== 390);
    await clock.advance(DAY_MS + HOUR_MS);
    expect(rowsOf(fakes, 'sends')).toContain(1);
    expect(rowsOf(fakes, 'sends')).not.toContain(390);
  });
});

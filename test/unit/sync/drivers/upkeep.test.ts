import { afterEach, describe, expect, it } from 'vitest';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { toMarkKey, UPKEEP } from '#main/sync/core/upkeep.ts';
import { startBackground } from '#test/support/sync/background-on-fakes.ts';
import type { BackgroundOnFakes } from '#test/support/sync/background-on-fakes.ts';
import { makeChat, makeContact, makeList, makeMessage, range } from '#test/support/sync/builders.ts';
import { FakeService } from '#test/support/sync/fake-service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const REFUSED = { code: 'not-found', outcome: 'refused' } as const;

const note = (id: number) => ({ id, text: `Note ${String(id)}`, createdAt: null, authorId: null, authorName: '' });

/** So many contacts who wrote today, each with a note of the same id. */
function addNotedContacts(service: FakeService, { store, clock }: BackgroundOnFakes, count: number): void {
  service.contacts = range(1, count).map(makeContact);
  for (const { id } of service.contacts) service.notes.set(id, [note(id)]);
  const phones = service.contacts.map(({ phone }) => phone);
  service.chats = phones.map((phone, index) => makeChat(index + 1, { phone, contactId: toContactId(index + 1) }));
  store.run('commitMessages', {
    messages: phones.map((phone, index) => makeMessage('in', index + 1, { phone, at: clock.now() - index })),
    source: 'page',
  });
}

const listNoted = (service: FakeService): readonly number[] =>
  service.callsOf('listNotesOfContact').map(({ query }) => (query as { contactId: number }).contactId);

const worlds: BackgroundOnFakes[] = [];
async function open(parts?: Parameters<typeof startBackground>[0]): Promise<BackgroundOnFakes> {
  const fakes = await startBackground(parts);
  worlds.push(fakes);
  return fakes;
}
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((fakes) => fakes.stop()));
});

describe('every task', () => {
  it('is done once at first, and never lets its last time get older than it may', async () => {
    const { clock, store, sink } = await open();
    for (let hour = 0; hour < 26; hour += 1) {
      await clock.advance(HOUR_MS);
      for (const { task, everyMs } of UPKEEP) {
        expect(clock.now() - (store.markOf(toMarkKey(task)) ?? 0), task).toBeLessThanOrEqual(everyMs + MINUTE_MS);
      }
    }
    expect(sink.bugs).toEqual([]);
  });

  it('is done once after the clock leapt ahead, and again after it was set back (SYNC-11)', async () => {
    const { clock, service } = await open();
    await clock.advance(MINUTE_MS);
    for (const leapMs of [40 * DAY_MS, -20 * DAY_MS]) {
      service.calls.length = 0;
      clock.jump(leapMs);
      await clock.advance(MINUTE_MS);
      for (const method of ['listContacts', 'listTemplates', 'listBlockedContacts'] as const) {
        expect(service.callsOf(method), method).toHaveLength(1);
      }
    }
  });
});

describe('what the service does not have or refuses to this account', () => {
  it('is done, not failed, once it said so twice, and is not asked for again, also after a restart', async () => {
    const { clock, service, store, sink } = await open();
    service.failNext('listTemplates', REFUSED, { times: 1_000 });
    service.failNext('listSchedules', { ...REFUSED, code: 'forbidden' }, { times: 1_000 });
    await clock.advance(HOUR_MS);
    expect([service.callsOf('listTemplates').length, service.callsOf('listSchedules').length]).toEqual([2, 2]);
    expect(store.markOf('templates.refusedAt')).toBeGreaterThan(0);
    await open({ clock, service, store });
    await clock.advance(DAY_MS);
    expect([service.callsOf('listTemplates').length, service.callsOf('listSchedules').length]).toEqual([2, 2]);
    expect(clock.now() - (store.markOf('templates.doneAt') ?? 0)).toBeLessThanOrEqual(HOUR_MS + MINUTE_MS);
    expect(sink.bugs).toEqual([]);
  });

  it('is asked for again when a person has everything checked, and kept up from then on', async () => {
    const { clock, service, store, background } = await open();
    service.failNext('listTemplates', REFUSED, { times: 1_000 });
    await clock.advance(HOUR_MS);
    service.heal();
    service.templates = [{ id: 1, name: 'Hours', content: '', modifiedAt: null }];
    const checked = background.runAll();
    await clock.advance(MINUTE_MS);
    await checked;
    expect(store.idsOf('templates').length).toBe(1);
    expect(store.markOf('templates.refusedAt')).toBe(0);
    service.templates.push({ id: 2, name: 'Way', content: '', modifiedAt: null });
    await clock.advance(2 * HOUR_MS);
    expect(store.idsOf('templates').length).toBe(2);
  });

  it('is tried again soon after one refusal, which something in between may have made', async () => {
    const { clock, service, store } = await open();
    service.templates = [{ id: 1, name: 'Hours', content: '', modifiedAt: null }];
    service.failNext('listTemplates', REFUSED, { times: 1 });
    await clock.advance(6 * MINUTE_MS);
    expect(store.idsOf('templates').length).toBe(1);
  });
});

describe('a check of everything', () => {
  it('does each task once after the call, however lately it was done, and shows what others changed', async () => {
    const { clock, service, store, background } = await open();
    service.chats = range(1, 3).map((id) => makeChat(id));
    service.contacts = range(1, 3).map(makeContact);
    service.lists = [makeList(1)];
    await clock.advance(MINUTE_MS);
    service.chats = service.chats.slice(1);
    service.contacts = service.contacts.slice(1);
    service.members.set(toListId(1), [toContactId(2)]);
    const calledAt = clock.now();
    const checked = background.runAll();
    await clock.advance(1_000);
    await checked;
    for (const { task } of UPKEEP) expect(store.markOf(toMarkKey(task)), task).toBeGreaterThanOrEqual(calledAt);
    expect([store.chats.length, store.idsOf('contacts').length]).toEqual([2, 2]);
    expect(store.membersOf(1)).toEqual([2]);
  });

  it('does anew what was under way when it was asked for', async () => {
    const fakes = await open();
    const { clock, service, store, background } = fakes;
    addNotedContacts(service, fakes, 30);
    const checks: Promise<void>[] = [];
    service.beforeAnswer = ({ method }) => {
      if (method === 'listTemplates' && checks.length === 0) checks.push(background.runAll());
    };
    await clock.advance(1_000);
    expect(checks).toHaveLength(1);
    await Promise.all(checks);
    expect(service.callsOf('listTemplates')).toHaveLength(2);
    expect(store.notedContactIds).toEqual(range(1, 30));
  });

  it('does not wait for a slow pass that was just beginning when it was asked for', async () => {
    const fakes = await open();
    const { clock, service, store, background } = fakes;
    addNotedContacts(service, fakes, 200);
    const checks: Promise<void>[] = [];
    const setSyncMark = store.setSyncMark.bind(store);
    store.setSyncMark = (input) => {
      if (input.key === 'notes.beganAt' && checks.length === 0) checks.push(background.runAll());
      return setSyncMark(input);
    };
    await clock.advance(5_000);
    expect(checks).toHaveLength(1);
    await Promise.all(checks);
    expect(store.notedContactIds).toEqual(range(1, 200));
    expect(clock.now() - (store.markOf('notes.doneAt') ?? 0)).toBeLessThanOrEqual(5_000);
  });

  it('is the same for whoever asks meanwhile', async () => {
    const { clock, service, background } = await open();
    await clock.advance(MINUTE_MS);
    service.calls.length = 0;
    const both = [background.runAll(), background.runAll()];
    await clock.advance(1_000);
    await Promise.all(both);
    expect(service.callsOf('listContacts')).toHaveLength(1);
  });

  it('fails when the link breaks, and the tasks come again by themselves', async () => {
    const { clock, service, background, link } = await open();
    await clock.advance(MINUTE_MS);
    service.failNext('listContacts', { code: 'offline' });
    const checked = expect(background.runAll()).rejects.toMatchObject({ code: 'offline' });
    await clock.advance(1_000);
    await checked;
    service.calls.length = 0;
    await link.readAccount();
    await clock.advance(6 * HOUR_MS);
    expect(service.callsOf('listContacts').length).toBeGreaterThanOrEqual(1);
    const again = background.runAll();
    await clock.advance(1_000);
    await expect(again).resolves.toBeUndefined();
  });

  it('says which task was refused after all the others were done', async () => {
    const { clock, service, background, store } = await open();
    await clock.advance(MINUTE_MS);
    service.failNext('listContacts', { code: 'server' });
    service.templates = [{ id: 1, name: 'Hours', content: '', modifiedAt: null }];
    const checked = expect(background.runAll()).rejects.toMatchObject({ code: 'server' });
    await clock.advance(1_000);
    await checked;
    expect(store.idsOf('templates').length).toBe(1);
  });

  it('ends with sync', async () => {
    const fakes = await open();
    const checked = expect(fakes.background.runAll()).rejects.toMatchObject({ code: 'cancelled' });
    await fakes.stop();
    await checked;
  });
});

describe('a collection that the user changed', () => {
  it('is read once more where it was being read meanwhile', async () => {
    const { clock, service, background } = await open();
    await clock.advance(MINUTE_MS);
    service.calls.length = 0;
    service.beforeAnswer = ({ method }) => {
      if (method === 'listBlockedContacts' && service.callsOf(method).length === 1) background.want('blocked');
    };
    background.want('blocked');
    await clock.advance(MINUTE_MS);
    expect(service.callsOf('listBlockedContacts')).toHaveLength(2);
  });
});

describe('members of lists', () => {
  it('are read once a day, and soon where the service counts others', async () => {
    const { clock, service, store } = await open();
    service.lists = range(1, 3).map((id) => ({ ...makeList(id), membersCount: 1 }));
    for (const id of range(1, 3)) service.members.set(toListId(id), [toContactId(id)]);
    await clock.advance(MINUTE_MS);
    expect(service.callsOf('listMemberIds')).toHaveLength(3);
    service.members.set(toListId(2), [toContactId(2), toContactId(9)]);
    service.members.set(toListId(3), [toContactId(7)]);
    service.lists = service.lists.map((list) => (list.id === 2 ? { ...list, membersCount: 2 } : list));
    await clock.advance(6 * HOUR_MS);
    expect(service.callsOf('listMemberIds')).toHaveLength(4);
    expect(store.membersOf(2)).toEqual([2, 9]);
    expect(store.membersOf(3)).toEqual([3]);
    await clock.advance(DAY_MS);
    expect(store.membersOf(3)).toEqual([7]);
  });

  it('stay as they are where the service does not tell of one list', async () => {
    const { clock, service, store, sink } = await open();
    service.lists = range(1, 3).map(makeList);
    for (const id of range(1, 3)) service.members.set(toListId(id), [toContactId(id)]);
    service.failNext('listMemberIds', { code: 'not-found', outcome: 'refused' }, { times: 1 });
    await clock.advance(MINUTE_MS);
    expect(store.filledListIds).toEqual([2, 3]);
    expect(sink.bugs).toEqual([]);
  });
});

describe('notes of contacts', () => {
  it('are read of people in use, those first who wrote last, and no more than two a minute', async () => {
    const fakes = await open();
    const { clock, service, store } = fakes;
    addNotedContacts(service, fakes, 40);
    service.contacts.push(makeContact(99));
    await clock.advance(10 * MINUTE_MS);
    const asked = listNoted(service);
    expect(asked.length).toBeGreaterThanOrEqual(19);
    expect(asked.length).toBeLessThanOrEqual(21);
    expect(asked.slice(0, 3)).toEqual([1, 2, 3]);
    await clock.advance(HOUR_MS);
    expect(store.notedContactIds).toEqual(range(1, 40));
    expect(listNoted(service)).not.toContain(99);
    expect(service.callsOf('listNotesOfContact').every(({ priority }) => priority === 'backfill')).toBe(true);
  });

  it('go on after a restart where the pass was, as old as that pass', async () => {
    const first = await open();
    const { clock, service, store } = first;
    addNotedContacts(service, first, 40);
    await clock.advance(5 * MINUTE_MS);
    const beganAt = store.markOf('notes.beganAt') ?? 0;
    expect(listNoted(service).length).toBeLessThan(40);
    await first.stop();
    await clock.advance(HOUR_MS);
    await open({ clock, service, store });
    await clock.advance(HOUR_MS);
    expect(listNoted(service).toSorted((a, b) => a - b)).toEqual(range(1, 40));
    expect(store.notedContactIds).toEqual(range(1, 40));
    expect(store.markOf('notes.doneAt')).toBe(beganAt);
  });

  it('are read again a day later', async () => {
    const fakes = await open();
    const { clock, service, store } = fakes;
    addNotedContacts(service, fakes, 2);
    await clock.advance(HOUR_MS);
    service.notes.set(toContactId(2), [note(7)]);
    await clock.advance(23 * HOUR_MS);
    expect(store.notesOf(2)).toEqual([note(2)]);
    await clock.advance(2 * HOUR_MS);
    expect(store.notesOf(2)).toEqual([note(7)]);
  });

  it('are given up where this account may see none', async () => {
    const fakes = await open();
    const { clock, service } = fakes;
    addNotedContacts(service, fakes, 400);
    service.failNext('listNotesOfContact', { code: 'forbidden', outcome: 'refused' }, { times: 1_000 });
    await clock.advance(DAY_MS);
    expect(service.callsOf('listNotesOfContact')).toHaveLength(20);
  });
});

describe('the price list', () => {
  it('is read once a day, whole, without the countries whose price cannot be read', async () => {
    const service = new FakeService();
    const country = (countryId: string, price: number | null) => ({ countryId, countryName: countryId, price });
    service.prices = [country('GB', 0.04), country('DE', null), country('FR', 0.06)];
    const { clock, store } = await open({ service });
    await clock.advance(MINUTE_MS);
    expect(store.prices).toEqual([
      { countryId: 'FR', price: 0.06 },
      { countryId: 'GB', price: 0.04 },
    ]);
    service.prices = [country('GB', 0.05)];
    await clock.advance(23 * HOUR_MS);
    expect(service.callsOf('listCountryPrices')).toHaveLength(1);
    await clock.advance(2 * HOUR_MS);
    expect(store.prices).toEqual([{ countryId: 'GB', price: 0.05 }]);
  });

  it.each(['not-found', 'forbidden'] as const)('that is %s counts as read, and holds up nothing', async (code) => {
    const service = new FakeService();
    service.failNext('listCountryPrices', { ...REFUSED, code }, { times: 1_000 });
    const { clock, store, sink } = await open({ service });
    await clock.advance(HOUR_MS);
    expect(service.callsOf('listCountryPrices')).toHaveLength(2);
    expect([store.prices, store.markOf('prices.doneAt') !== null, store.markOf('account.doneAt') !== null]).toEqual([
      [],
      true,
      true,
    ]);
    expect(sink.bugs).toEqual([]);
  });
});

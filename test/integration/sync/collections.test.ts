/** Other clients create, change and delete; then one check of everything: what the cache keeps whole equals the service. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServiceClient } from '#main/api/client.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import type { World } from '#main/demo/state/world.ts';
import { COLLECTIONS } from '#shared/domain/collections.ts';
import type { CollectionName } from '#shared/domain/collections.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactDraft } from '#shared/domain/people.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';
import type { RealAccount, RealService } from '#test/support/sync/account-on-demo.ts';

const SECONDS = 1_000;
const DAY_MS = 86_400_000;
const options = { priority: 'user' } as const;
const undo: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of undo.splice(0).reverse()) await thing.dispose();
});

interface Setup {
  readonly service: RealService;
  readonly account: RealAccount;
  readonly world: World;
  readonly client: ServiceClient;
}

async function open(demo: DemoOptions): Promise<Setup> {
  const service = await startRealService({ chats: 40, messages: 200, contacts: 60, speed: 1_000, ...demo });
  undo.push(service);
  const account = await openRealAccount(service);
  undo.push(account);
  return { service, account, world: service.demo.world, client: account.client };
}

/** Until everything is here that does not wait for its turn; a check of everything waits for nothing. */
async function syncOnce({ account }: Setup): Promise<void> {
  account.sync.start();
  await vi.waitFor(() => expect(account.sync.getStatus()).toMatchObject({ phase: 'idle', link: 'online' }), {
    timeout: 60 * SECONDS,
    interval: 50,
  });
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);

function toServiceIds(world: World): Readonly<Record<CollectionName, readonly number[]>> {
  return {
    contacts: idsOf(world.contacts.rows),
    lists: idsOf(world.lists.rows),
    fields: idsOf(world.fields.rows),
    templates: idsOf(world.templates.rows),
    schedules: idsOf(world.schedules.rows),
    sends: idsOf(world.sessions.rows),
    bulks: idsOf(world.bulks.rows),
    unsubscribers: idsOf(world.unsubscribed.rows),
    blocked: idsOf(world.contacts.rows.filter(({ blocked }) => blocked)),
  };
}

/** Everything that is kept whole, on both sides. */
async function expectSame(setup: Setup): Promise<void> {
  const { world, account } = setup;
  const { store } = account;
  const ids = toServiceIds(world);
  for (const name of COLLECTIONS) expect(await store.listRowIds({ name }), name).toEqual(ids[name]);
  const plain = (rows: readonly { id: number; name: string }[]): unknown =>
    rows.map(({ id, name }) => ({ id, name })).sort((a, b) => a.id - b.id);
  expect(plain(await store.listTemplates({}))).toEqual(plain(world.templates.rows));
  expect(plain(await store.listCustomFields({}))).toEqual(plain(world.fields.rows));
  const schedules = (await store.listSchedules({})).map(({ id, text, rule }) => ({ id, text, rule }));
  expect(schedules.sort((a, b) => a.id - b.id)).toEqual(
    world.schedules.rows.map(({ id, rule, order }) => ({ id, text: order.text, rule })),
  );
  for (const list of world.lists.rows) {
    const members = world.contacts.rows.filter(({ listIds }) => listIds.includes(list.id));
    expect(await store.listMembers({ listId: toListId(list.id) }), list.name).toEqual(idsOf(members));
  }
  for (const contact of world.contacts.rows) {
    const contactId = toContactId(contact.id);
    const { firstName, lastName, blocked } = contact;
    const name = toDisplayName({ firstName, lastName, company: contact.company });
    const cached = await store.findContact({ contactId, phone: null });
    expect(cached).toMatchObject({ phone: toPhoneKey(contact.phone), isBlocked: blocked, email: contact.email, name });
  }
  await expectSameNotes(setup);
  await expectSameChats({ world, store });
}

/** Of people in use they are read by themselves, of all others once they are opened. */
async function expectSameNotes({ world, account: { store, sync } }: Setup): Promise<void> {
  const inUse = new Set(await store.listContactIdsInUse({ sinceAt: Date.now() - 90 * DAY_MS, limit: 1_000 }));
  expect(inUse.size).toBeGreaterThan(0);
  for (const { id } of world.contacts.rows) {
    const contactId = toContactId(id);
    const notes = world.contactNotes.rows.filter((note) => note.contactId === id).map((note) => [note.id, note.note]);
    const expectKept = async (): Promise<void> => {
      const kept = await store.listContactNotes({ contactId });
      expect(kept.map((note) => [note.id, note.text])).toEqual(notes);
    };
    if (!inUse.has(contactId)) {
      sync.openContact(contactId);
      await vi.waitFor(expectKept, { timeout: 60 * SECONDS, interval: 10 });
    }
    await expectKept();
  }
}

async function expectSameChats({ world, store }: { world: World; store: RealAccount['store'] }): Promise<void> {
  expect(await store.listRowIds({ name: 'chats' })).toEqual(idsOf(world.chats.rows));
  for (const { id, phone, status } of world.chats.rows) {
    expect(await store.findChat({ chatId: toChatId(id), phone: null })).toMatchObject({
      status: { a: 'active', c: 'closed', d: 'deleted' }[status],
      isBlocked: world.findContactByPhone(phone)?.blocked ?? false,
      isUnsubscribed: world.findUnsubscribed(phone) !== undefined,
    });
  }
}

const draftOf = (phone: string, listId: number, said: Partial<ContactDraft> = {}): ContactDraft => ({
  ...{ phone, listIds: [toListId(listId)], firstName: 'Ottoline', lastName: 'Brisk', company: '', email: '' },
  ...{ isFavorite: false, isBlocked: null },
  ...said,
});

const firstIdOf = (rows: readonly { readonly id: number }[], at = 0): number => rows[at]?.id ?? 0;

/** What other clients do to people. */
async function changePeople({ client, world }: Setup): Promise<void> {
  const values = { isShared: false, isFavorite: false, isDefault: false };
  const list = await client.createList({ name: 'Harbour club', ...values }, options);
  const own = world.contacts.rows.filter(({ userId, listIds }) => userId === undefined && listIds.length > 0);
  const [renamed, gone, noted] = own;
  await client.createContact(draftOf('447700900999', list.id ?? 0), options);
  const draft = draftOf(renamed?.phone ?? '', list.id ?? 0, { firstName: 'Renamed' });
  await client.updateContact({ contactId: toContactId(renamed?.id ?? 0), draft }, options);
  await client.deleteContact({ contactId: toContactId(gone?.id ?? 0) }, options);
  await client.createNote({ contactId: toContactId(noted?.id ?? 0), text: 'Rings twice' }, options);
  const note = world.contactNotes.rows.find(({ userId }) => userId === world.account.id);
  if (note !== undefined) await client.deleteNote({ noteId: note.id }, options);
  const other = world.lists.rows.find(({ userId, service }) => userId === world.account.id && service !== true);
  await client.updateList({ listId: toListId(other?.id ?? 0), name: 'Now called so', ...values }, options);
  await client.addListMembers({ listId: toListId(other?.id ?? 0), contactIds: [toContactId(noted?.id ?? 0)] }, options);
  await client.createCustomField({ name: 'Berth' }, options);
  await client.renameCustomField({ fieldId: firstIdOf(world.fields.rows), name: 'Pet, by name' }, options);
  await client.deleteCustomField({ fieldId: firstIdOf(world.fields.rows, 1) }, options);
}

/** Who gets texts at all: some more, some fewer. */
async function changeRegisters({ client, world }: Setup): Promise<void> {
  const phones = world.chats.rows.filter(({ phone }) => /^\d{10,}$/.test(phone)).map(({ phone }) => toPhoneKey(phone));
  const free = phones.filter((phone) => world.findUnsubscribed(phone) === undefined);
  const [blocked, unsubscribed] = free;
  if (blocked === undefined || unsubscribed === undefined) throw new Error('The demo has chats with people');
  const before = world.contacts.rows.find((contact) => contact.blocked);
  await client.blockPhone({ phone: blocked }, options);
  if (before !== undefined) await client.unblockPhone({ phone: toPhoneKey(before.phone) }, options);
  const [former] = world.unsubscribed.rows;
  await client.unsubscribePhone({ phone: unsubscribed }, options);
  if (former !== undefined) world.removeUnsubscribed(former);
}

/** Templates, schedules, sends and chats. */
async function changeSending({ client, world }: Setup): Promise<void> {
  await client.createTemplate({ name: 'Berths', content: 'Your berth is free, {First name}.' }, options);
  await client.updateTemplate(
    { templateId: firstIdOf(world.templates.rows), name: 'Changed', content: 'Changed' },
    options,
  );
  await client.deleteTemplate({ templateId: firstIdOf(world.templates.rows, 1) }, options);
  const phones = ['447700900801', '447700900802'];
  const schedule = { at: Date.now() + 86_400_000, timeZone: 'Europe/London' };
  const common = { createChat: false, text: 'See you' };
  await client.sendMessage({ ...common, phones, schedule, referenceId: 'later' }, options);
  await client.sendMessage({ ...common, phones, referenceId: 'now' }, options);
  const many = Array.from({ length: 1_001 }, (_, index) => `4477009${String(10_000 + index)}`);
  await client.sendMessage({ ...common, phones: many, referenceId: 'bulk' }, options);
  if (world.schedules.rows.length > 1)
    await client.deleteSchedule({ scheduleId: firstIdOf(world.schedules.rows) }, options);
  await client.deleteSend({ sessionId: firstIdOf(world.sessions.rows, 2) }, options);
  const [closed, , gone] = world.chats.rows.filter(({ status }) => status === 'a');
  await client.setChatStatus({ chatId: toChatId(closed?.id ?? 0), status: 'closed' }, options);
  world.chats.remove(gone?.id ?? 0);
}

describe('everything that is kept whole', () => {
  it.each(listShapes(['sdk', 'spec'], 'spec'))(
    'equals the service after other clients created, changed and deleted (shapes %s)',
    async (shapes) => {
      const setup = await open({ shapes });
      await syncOnce(setup);
      await setup.account.sync.checkEverything();
      await expectSame(setup);
      await changePeople(setup);
      await changeRegisters(setup);
      await changeSending(setup);
      // The service works a large send off by itself.
      await vi.waitFor(() => expect(setup.world.bulks.rows.every(({ status }) => status === 'c')).toBe(true), {
        timeout: 30 * SECONDS,
        interval: 50,
      });
      await setup.account.sync.checkEverything();
      await expectSame(setup);
      expect(setup.account.bugs).toEqual([]);
    },
    180 * SECONDS,
  );

  it(
    'is complete without what the service does not have, and has it once it does',
    async () => {
      const setup = await open({});
      setup.service.demo.settings.absent = ['templates', 'sessions', 'schedules'];
      await syncOnce(setup);
      expect(await setup.account.store.listTemplates({})).toEqual([]);
      expect(setup.account.sync.getStatus().link).toBe('online');
      setup.service.demo.settings.absent = [];
      await setup.account.sync.checkEverything();
      await expectSame(setup);
    },
    120 * SECONDS,
  );
});

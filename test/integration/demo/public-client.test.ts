/**
 * The service's public client library against the demo service: every operation of it that the demo has is called, and
 * every answer is what the library's own models demand.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicClient, listOperations } from '#test/support/public-client.ts';
import type { PublicClient } from '#test/support/public-client.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import { toValueKey } from '#main/demo/state/contact-values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What belongs to no inbox, or wipes everything (test/fixtures/specification/README.md). */
const LEFT_OUT = new Set([
  ...['deleteAllContacts', 'deleteAllOutboundMessages', 'createEmailCampaign', 'scheduleEmailCampaign'],
  ...['getEmailSenders', 'buyDedicatedNumber', 'deleteDedicatedNumber', 'getAvailableDedicatedNumbers'],
  ...['getDedicatedNumber', 'getUserDedicatedNumbers', 'getInvoices', 'getSpendingStat'],
]);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const NEW_PHONE = '447700900811';

function listOf(value: unknown): readonly Fields[] {
  const { resources } = value as { readonly resources?: readonly Fields[] };
  return resources ?? (value as readonly Fields[]);
}

function idOf(value: unknown): number {
  return Number((value as { readonly id?: unknown }).id);
}

describe('the public client library', () => {
  let setup: ClientOnDemo;
  let client: PublicClient;
  const called = new Set<string>();

  beforeAll(async () => {
    setup = await openClientOnDemo('sdk');
    setup.demo.settings.perSecond = 10_000;
    const { demo, listening } = setup;
    client = createPublicClient({ baseUrl: listening.baseUrl, username: demo.username, apiKey: demo.apiKey });
  });

  afterAll(() => setup.dispose());

  /** Calls one operation; a refusal fails with what the service said. */
  async function call(name: string, ...given: readonly unknown[]): Promise<unknown> {
    called.add(name);
    try {
      return await client[name]?.(...given);
    } catch (error) {
      const { status, body } = error as { readonly status?: number; readonly body?: unknown };
      const why = error instanceof Error ? error.message : JSON.stringify(body);
      throw new Error(`${name} failed (${String(status)}): ${why}`, { cause: error });
    }
  }

  it('reads the account, and changes what may be changed', async () => {
    expect(await call('ping')).toMatchObject({ ping: 'pong' });
    const user = (await call('getCurrentUser')) as Fields;
    await call('updateCurrentUser', { ...user, company: 'Northgate Veterinary', timezone: 47 });
    expect(await call('getCurrentUser')).toMatchObject({ company: 'Northgate Veterinary' });
    await call('uploadAvatar', PNG);
    await call('deleteAvatar');
    expect(await call('getCallbackSettings')).toMatchObject({ format: 'j' });
    await call('updateCallbackSettings', { outUrl: null, inUrl: null, format: 'u' });
    expect(setup.world.data.callbacks.format).toBe('u');
    const inbound = (await call('getInboundMessagesNotificationSettings')) as Fields;
    await call('updateInboundMessagesNotificationSettings', { ...inbound, includeSmsHistory: false });
    expect(await call('getInboundMessagesNotificationSettings')).toMatchObject({ includeSmsHistory: false });
    const balance = (await call('getBalanceNotificationSettings')) as Fields;
    await call('updateBalanceNotificationSettings', { ...balance, alertBalance: '50' });
    expect(await call('getBalanceNotificationSettings')).toMatchObject({ alertBalance: 50 });
    expect(await call('getBalanceNotificationOptions')).toBeDefined();
    const desktop = { playSound: false, showNotifications: true, showText: true, soundId: 2 };
    await call('updateChatDesktopNotificationSettings', desktop);
    expect(listOf(await call('getCountries')).length).toBeGreaterThan(200);
    expect(listOf(await call('getTimezones', { full: 1 })).length).toBeGreaterThan(300);
    await call('getMessagingStat', { by: 'day' });
    expect(await call('getMessagingCounters')).toMatchObject({ contacts: expect.any(Number) as number });
  });

  it('reads chats and does to them what a person does', async () => {
    const [chat] = listOf(await call('getAllChats', { limit: 5 }));
    const id = idOf(chat);
    const phone = String(chat?.['phone']);
    expect(await call('getChat', id)).toMatchObject({ id });
    expect(await call('getChatByPhone', phone, { upsert: 0, reopen: 0 })).toMatchObject({ id });
    expect(listOf(await call('getChatMessages', id, { limit: 5 })).length).toBeGreaterThan(0);
    await call('searchChats', { query: 'the' });
    expect(listOf(await call('searchChatsByIds', { ids: String(id) })).map(idOf)).toEqual([id]);
    await call('searchChatsByReceipent', { query: phone });
    expect(await call('getUnreadMessagesTotal')).toMatchObject({ total: expect.any(Number) as number });
    await call('setChatStatus', { id, status: 'c' });
    expect(await call('getChat', id)).toMatchObject({ status: 'c' });
    await call('muteChat', { id, mute: true, for: 8 });
    expect(await call('getChat', id)).toMatchObject({ mute: 1 });
    const some = { ids: String(id), all: false };
    await call('unmuteChatsBulk', some);
    await call('muteChatsBulk', { ...some, for: 1 });
    await call('markChatsUnreadBulk', some);
    await call('markChatsReadBulk', some);
    await call('reopenChatsBulk', some);
    await call('closeChatsBulk', some);
    await call('closeReadChats');
    const last = setup.world.inbound.rows.find((message) => message.sender === phone);
    await call('deleteChatMessages', id, { inboundIds: String(last?.id), inbound_ids: String(last?.id), all: false });
    await call('deleteChatsBulk', { ids: String(id), all: false });
    expect(setup.world.chats.find(id)?.status).toBe('d');
  });

  it('keeps contacts, their notes, fields, tags and pictures', async () => {
    const list = idOf(await call('createList', { name: 'Puppy class', shared: false }));
    const tag = idOf(await call('createTag', { title: 'New client' }));
    const field = idOf(await call('createCustomField', { name: 'Vaccinated' }));
    const person = { phone: NEW_PHONE, lists: String(list), firstName: 'Ada', lastName: 'Osei', tags: [tag] };
    const id = idOf(await call('createContact', { ...person, customFieldValues: [{ id: field, value: 'yes' }] }));
    expect(await call('getContact', id)).toMatchObject({ firstName: 'Ada', phone: NEW_PHONE });
    await call('updateContact', id, { ...person, firstName: 'Adaeze' });
    expect(await call('getContactByPhone', NEW_PHONE)).toMatchObject({ id, firstName: 'Adaeze' });
    expect(listOf(await call('searchContacts', { query: 'Adaeze' })).map(idOf)).toContain(id);
    expect(listOf(await call('getContactsAutocomplete', 'Adaeze', { lists: 1 })).length).toBeGreaterThan(0);
    await call('getContacts', { limit: 3 });
    await call('getFavorites', { limit: 3 });
    expect(listOf(await call('getListsOfContact', id)).map(idOf)).toEqual([list]);
    await call('uploadContactAvatar', id, PNG);
    await call('deleteContactAvatar', id);
    const note = idOf(await call('createContactNote', id, { note: 'Shy at first.' }));
    expect(await call('getContactNote', note)).toMatchObject({ note: 'Shy at first.' });
    await call('updateContactNote', note, { note: 'Not shy any more.' });
    expect(listOf(await call('getContactNotes', id)).map(idOf)).toEqual([note]);
    await call('deleteContactNote', note);
    await call('deleteContactNotesBulk', id, { all: true });
    expect(await call('getCustomField', field)).toMatchObject({ name: 'Vaccinated' });
    await call('getCustomFields', {});
    await call('updateCustomField', field, { name: 'Vaccinated on' });
    await call('updateCustomFieldValue', field, { contactId: id, value: '2026-11-01' });
    expect(setup.world.contacts.find(id)?.values[toValueKey(field)]).toBe('2026-11-01');
    await call('deleteCustomField', field);
    await call('blockContact', { phone: NEW_PHONE });
    expect(
      await call('getContactIfBlocked', { phone: NEW_PHONE }).catch(() => call('getContactIfBlocked', NEW_PHONE)),
    ).toMatchObject({ id });
    await call('getBlockedContacts', {});
    await call('unblockContact', { phone: NEW_PHONE });
    await call('blockContact', { phone: NEW_PHONE });
    await call('unblockContactsBulk', { ids: String(id), all: false });
    await call('unsubscribeContact', { phone: NEW_PHONE });
    const [gone] = listOf(await call('getUnsubscribers', {}));
    expect(await call('getUnsubscribedContact', idOf(gone))).toMatchObject({ phone: expect.any(String) as string });
    await call('deleteContact', id);
    await call('deleteList', list);
  });

  it('keeps lists and their members, and imports', async () => {
    const [one, two, three] = setup.world.contacts.rows.filter(({ userId }) => userId === undefined).slice(-3);
    const list = idOf(await call('createList', { name: 'Evening class' }));
    const ids = [one, two, three].map((contact) => contact?.id);
    await call('assignContactsToList', list, { contacts: ids.slice(0, 2).join(',') });
    expect([...((await call('getListContactsIds', list)) as number[])].sort()).toEqual(ids.slice(0, 2).sort());
    await call('clearAndAssignContactsToList', list, { contacts: ids.join(',') });
    expect(listOf(await call('getContactsByListId', list))).toHaveLength(3);
    await call('deleteContactsFromList', list, { contacts: String(ids[0]) });
    await call('deleteListContactsBulk', list, { ids: String(ids[1]), all: 0 });
    await call('updateList', list, { updateListObject: { name: 'Late class', favorited: true } });
    expect(setup.world.lists.find(list)?.name).toBe('Late class');
    await call('getList', list);
    await call('getLists', {});
    expect(listOf(await call('searchLists', { query: 'Late' })).length).toBeGreaterThan(0);
    await call('uploadListAvatar', list, PNG);
    await call('deleteListAvatar', list);
    await call('deleteListsBulk', { ids: String(list), all: 0 });
    const file = Buffer.from('Kim,447700900812\nLee,447700900813\n');
    Object.assign(file, { name: 'people.csv' });
    const session = idOf(await call('importContacts', '0:firstName;1:phone', file, { listName: 'From a file' }));
    expect(await call('getContactImportSessionProgress', session)).toMatchObject({
      status: expect.any(Number) as number,
    });
    await call('deleteContactsByIds', { ids: String(two?.id), all: 0 });
  });

  it('sends, prices, schedules and looks back', async () => {
    const phone = '447700900188';
    expect(await call('sendMessage', { text: 'Hello', phones: phone })).toMatchObject({ type: 'message' });
    const two = await call('sendMessage', { text: 'Hello both', phones: `${phone},447700900318` });
    expect(two).toMatchObject({ type: 'session' });
    const sendingDateTime = new Date(setup.demo.clock.nowAt() + 3_600_000).toISOString().slice(0, 17).replace('T', ' ');
    const later = { text: 'Later', phones: phone, sendingDateTime: `${sendingDateTime}30`, sendingTimezone: 'UTC' };
    const schedule = idOf(await call('sendMessage', later));
    expect(await call('getScheduledMessage', schedule)).toMatchObject({ id: schedule });
    await call('getAllScheduledMessages', { status: 'a' });
    await call('searchScheduledMessages', { query: 'Later' });
    await call('deleteScheduledMessage', schedule);
    await call('deleteScheduledMessagesBulk', { all: 1 });
    expect(await call('getMessagePreview', { text: 'Hi {First name}', phones: phone })).toBeDefined();
    expect(await call('getMessagePrice', { text: 'Hi', phones: phone })).toMatchObject({
      total: expect.any(Number) as number,
    });
    const [message] = listOf(await call('getAllOutboundMessages', {}));
    expect(await call('getOutboundMessage', idOf(message))).toMatchObject({ id: idOf(message) });
    await call('searchOutboundMessages', { query: 'Hello' });
    await call('getOutboundMessagesHistory', {});
    const [session] = listOf(await call('getAllMessageSessions', {}));
    await call('getMessageSession', idOf(session));
    await call('getMessageSessionStat', idOf(session), {});
    await call('getMessagesBySessionId', idOf(session), {});
    await call('deleteOutboundMessage', idOf(message));
    await call('deleteOutboundMessagesBulk', { ids: String(idOf(message) - 1), all: 0 });
    await call('deleteMessageSession', idOf(session));
    await call('deleteMessageSessionsBulk', { ids: String(idOf(session) - 1), all: 0 });
    const many = Array.from({ length: 1_001 }, (_, at) => String(447_700_800_000 + at)).join(',');
    setup.world.data.balance = 1_000;
    const bulk = idOf(await call('sendMessage', { text: 'To all', phones: many }));
    expect(await call('getBulkSession', bulk)).toMatchObject({ id: bulk, itemsTotal: 1_001 });
    await call('getAllBulkSessions', {});
    const uploaded = await call('uploadMessageAttachment', Object.assign(Buffer.from('Hello'), { name: 'hello.txt' }));
    expect(uploaded).toMatchObject({ href: expect.stringMatching(/click\//) as string });
    await call('uploadMessageMMSAttachment', Object.assign(Buffer.from(PNG), { name: 'photo.png' }));
  });

  it('reads replies, templates and senders', async () => {
    const [reply] = listOf(await call('getAllInboundMessages', {}));
    expect(await call('getInboundMessage', idOf(reply))).toMatchObject({ id: idOf(reply) });
    await call('searchInboundMessages', { query: 'the', expand: 1 });
    await call('deleteInboundMessage', idOf(reply));
    await call('deleteInboundMessagesBulk', { ids: String(idOf(reply) - 1), all: 0 });
    const template = idOf(await call('createTemplate', { name: 'Thanks', content: 'Thank you, {First name}.' }));
    expect(await call('getTemplate', template)).toMatchObject({ name: 'Thanks' });
    await call('updateTemplate', template, { name: 'Thanks a lot', content: 'Thank you!' });
    await call('getAllTemplates', {});
    await call('searchTemplates', { name: 'Thanks' });
    await call('deleteTemplate', template);
    await call('deleteTemplatesBulk', { ids: '31001', all: false });
    await call('getAvailableSenderSettingOptions', { country: 'GB' });
    await call('getSenderSettings', { country: 'GB' });
    await call('updateSenderSetting', { value: 'NORTHGATE', country: 'GB' });
    const sender = idOf(await call('requestSenderId', { senderId: 'VETS24', explanation: 'Our night line.' }));
    expect(await call('getSenderId', sender)).toMatchObject({ senderId: 'VETS24' });
    await call('getSenderIds', {});
    await call('deleteSenderId', sender);
    expect(await call('doCarrierLookup', '447700900188', {})).toMatchObject({ valid: true });
    expect(await call('doEmailLookup', 'ruth@northgate.example')).toBeDefined();
  });

  it('has no operation that was not called', () => {
    expect(listOperations(client).filter((name) => !called.has(name) && !LEFT_OUT.has(name))).toEqual([]);
  });
});

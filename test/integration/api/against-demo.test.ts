/** Every function of the client against the demo service, in both documented shapes and at its oddest. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import type { BadRows } from '#main/api/service.ts';
import { listen } from '#main/demo/listen.ts';
import type { Listening } from '#main/demo/listen.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import type { Chat, Message, Page } from '#shared/domain/entities.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

const user = { priority: 'user' } as const;
const COUNTS = { chats: 40, messages: 600, contacts: 60 };

/** All pages of a collection. */
async function readAll<T>(readPage: (page: number) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  for (let page = 1; page < 100; page += 1) {
    const answer = await readPage(page);
    items.push(...answer.items);
    if (answer.items.length === 0 || page === answer.pageCount) return items;
  }
  throw new Error('The pages do not end');
}

describe.each([
  { shapes: 'spec', quirks: false },
  { shapes: 'sdk', quirks: false },
  { shapes: 'spec', quirks: true },
  { shapes: 'sdk', quirks: true },
] as const)('the client against the demo service ($shapes, quirks: $quirks)', ({ shapes, quirks }) => {
  const bad: BadRows[] = [];
  let demo: SteeredService;
  let listening: Listening;
  let client: ServiceClient;
  let chats: readonly Chat[];
  let outbound: readonly Message[];
  let inbound: readonly Message[];

  beforeAll(async () => {
    demo = createSteeredService({ ...COUNTS, seed: 7, shapes, quirks });
    listening = await listen(demo);
    const { baseUrl, webUrl } = listening;
    const { username, apiKey } = demo;
    const options = { baseUrl, webUrl, credentials: { username, apiKey }, userAgent: 'Switchboard/test' };
    client = createServiceClient({ ...options, onBadRows: (rows) => bad.push(rows) });
    const list = (status: 'active' | 'closed' | 'deleted') =>
      readAll((page) => client.listChats({ status, page, limit: 100, orderBy: 'messageTime' }, user));
    chats = [...(await list('active')), ...(await list('closed')), ...(await list('deleted'))];
    outbound = await readAll((page) => client.listOutboundMessages({ lastId: 0, page, limit: 100 }, user));
    inbound = await readAll((page) => client.listReplies({ page, limit: 100 }, user));
  });

  afterAll(async () => {
    await client.dispose();
    await listening.dispose();
    await demo.dispose();
  });

  function getBusiestChat(): Chat {
    const count = (chat: Chat): number => inbound.filter(({ phone }) => phone === chat.phone).length;
    const [busiest] = chats.toSorted((one, other) => count(other) - count(one));
    if (busiest === undefined) throw new Error('No chats');
    return busiest;
  }

  it('signs in and reads the account', async () => {
    const { account, authForm } = await client.probe(user);
    expect(account).toMatchObject({ username: demo.username, userId: demo.world.account.id });
    expect(authForm).toBe('headers');
    expect(await client.ping(user)).toMatchObject({ ping: 'pong' });
  });

  it('reads every chat, message, contact and list that there is, without losing a row', async () => {
    const contacts = await readAll((page) => client.listContacts({ page, limit: 100 }, user));
    const lists = await readAll((page) => client.listLists({ page, limit: 100 }, user));
    expect(chats).toHaveLength(COUNTS.chats);
    expect(new Set(chats.map(({ id }) => id)).size).toBe(COUNTS.chats);
    expect(outbound.length + inbound.length).toBe(COUNTS.messages);
    expect(contacts.map(({ id }) => Number(id)).toSorted()).toEqual(
      demo.world.contacts.rows.flatMap(({ id, userId }) => (userId === undefined ? [id] : [])).toSorted(),
    );
    expect(lists.map(({ id }) => Number(id)).toSorted()).toEqual(demo.world.lists.rows.map(({ id }) => id).toSorted());
    expect(bad).toEqual([]);
  });

  it('reads what the service holds: texts, times, numbers, directions', () => {
    const texts = new Map(demo.world.inbound.rows.map(({ id, text }) => [id, text]));
    for (const { id, text, direction, letter } of inbound)
      expect({ id, text, direction, letter }).toEqual({ id, text: texts.get(id), direction: 'in', letter: null });
    const sent = new Map(demo.world.outbound.rows.map(({ id, text }) => [id, text]));
    for (const { id, text, direction } of outbound)
      expect({ id, text, direction }).toEqual({ id, text: sent.get(id), direction: 'out' });
    for (const { phone } of [...inbound, ...outbound, ...chats]) expect(phone).toMatch(/^\d{5,15}$|^[^\s\p{Lu}]+$/u);
  });

  it('walks the outbound feed back by id', async () => {
    const walked: Message[] = [];
    for (let lastId = 0; ;) {
      const { items } = await client.listOutboundMessages({ lastId, page: 1, limit: 100 }, user);
      walked.push(...items);
      const last = items.at(-1);
      if (last === undefined) break;
      lastId = last.id;
    }
    expect(walked.map(({ id }) => id)).toEqual(outbound.map(({ id }) => id));
  });

  it('reads the messages of a chat as the feeds tell them', async () => {
    const chat = getBusiestChat();
    const { id: chatId, phone } = chat;
    const messages = await readAll((page) => client.listChatMessages({ chatId, phone, page, limit: 20 }, user));
    const expected = [...inbound, ...outbound].filter((message) => message.phone === phone);
    expect(new Set(messages.map(({ key }) => key))).toEqual(new Set(expected.map(({ key }) => key)));
    expect(messages.map(({ at }) => at)).toEqual(messages.map(({ at }) => at).toSorted((one, other) => other - one));
    for (const message of messages) {
      const { text, at } = expected.find(({ key }) => key === message.key) ?? message;
      expect(message).toMatchObject({ text, at, phone });
    }
  });

  it('reads the sends of the service, newest first, and the messages of one', async () => {
    const sends = await readAll((page) => client.listSends({ page, limit: 100 }, user));
    expect(sends.map(({ id }) => id)).toEqual(demo.world.sessions.rows.map(({ id }) => id).toReversed());
    const kept = new Map(demo.world.sessions.rows.map((session) => [session.id, session]));
    for (const { id, text, source, at } of sends) {
      const { startAt, ...session } = kept.get(id) ?? { startAt: 0 };
      expect(session).toMatchObject({ text, source });
      expect(at).toBe(Math.floor(startAt / 1000) * 1000);
    }
    const [message] = outbound;
    const sessionId = message?.sessionId ?? 0;
    const { items } = await client.listMessagesOfSend({ sessionId, page: 1, limit: 100 }, user);
    expect(items.map(({ key }) => key)).toContain(message?.key);
    for (const { key, sessionId: itsOwn } of items) expect([key, itsOwn]).toEqual([key, sessionId]);
    const none = client.listMessagesOfSend({ sessionId: 1, page: 1, limit: 10 }, user);
    await expect(none).rejects.toMatchObject({ code: 'not-found' });
  });

  it('reads single chats, messages, replies, contacts and lists', async () => {
    const chat = getBusiestChat();
    expect(await client.getChat({ chatId: chat.id }, user)).toMatchObject({ id: chat.id, phone: chat.phone });
    expect(await client.findChatByPhone({ phone: chat.phone }, user)).toMatchObject({
      id: chat.id,
      status: chat.status,
    });
    const [message, reply] = [outbound[0], inbound[0]];
    expect(await client.getOutboundMessage({ messageId: message?.id ?? 0 }, user)).toMatchObject({
      key: message?.key,
      text: message?.text,
    });
    expect(await client.getReply({ replyId: reply?.id ?? 0 }, user)).toMatchObject({
      key: reply?.key,
      text: reply?.text,
    });
    const [contact] = (await client.listContacts({ page: 1, limit: 1 }, user)).items;
    if (contact === undefined) throw new Error('No contacts');
    expect(await client.getContact({ contactId: contact.id }, user)).toMatchObject({ id: contact.id });
    expect(await client.findContactByPhone({ phone: contact.phone }, user)).toMatchObject({ id: contact.id });
    const [list] = (await client.listLists({ page: 1, limit: 1 }, user)).items;
    if (list === undefined) throw new Error('No lists');
    expect(await client.getList({ listId: list.id }, user)).toMatchObject({ id: list.id, name: list.name });
    const members = await readAll((page) => client.listContactsOfList({ listId: list.id, page, limit: 100 }, user));
    expect(members).toHaveLength(list.membersCount);
    const [member] = members;
    if (member === undefined) throw new Error('No members');
    const listsOfMember = await client.listListsOfContact({ contactId: member.id, page: 1, limit: 100 }, user);
    expect(listsOfMember.items.map(({ id }) => id)).toContain(list.id);
  });

  it('finds nothing where there is nothing', async () => {
    expect(await client.findChatByPhone({ phone: toPhoneKey('447700900999') }, user)).toBeUndefined();
    expect(await client.findContactByPhone({ phone: toPhoneKey('447700900999') }, user)).toBeUndefined();
    await expect(client.getOutboundMessage({ messageId: 1 }, user)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('does to a chat what a person does, and reads it back', async () => {
    const { id: chatId } = getBusiestChat();
    const read = () => client.getChat({ chatId }, user);
    await client.markChatRead({ chatId, isRead: false }, user);
    expect((await read()).unreadCount).toBeGreaterThan(0);
    const unread = await client.getUnreadTotal(user);
    await client.markChatRead({ chatId, isRead: true }, user);
    expect((await read()).unreadCount).toBe(0);
    expect(await client.getUnreadTotal(user)).toBeLessThan(unread);
    await client.pinChat({ chatId, isPinned: true }, user);
    expect(await read()).toMatchObject({ isPinned: true });
    await client.pinChat({ chatId, isPinned: false }, user);
    await client.muteChat({ chatId, isMuted: true, hours: 8 }, user);
    const muted = await read();
    expect(muted).toMatchObject({ isPinned: false, isMuted: true });
    expect(Math.abs((muted.mutedUntil ?? 0) - (demo.clock.nowAt() + 8 * 3_600_000))).toBeLessThan(60_000);
    await client.muteChat({ chatId, isMuted: false, hours: null }, user);
    await client.setChatStatus({ chatId, status: 'closed' }, user);
    expect(await read()).toMatchObject({ isMuted: false, status: 'closed' });
    await client.findChatByPhone({ phone: (await read()).phone }, user);
    expect(await read()).toMatchObject({ status: 'closed' });
    await client.setChatStatus({ chatId, status: 'active' }, user);
    expect(await read()).toMatchObject({ status: 'active' });
  });

  it('tells a refusal with its fields', async () => {
    const refused = client.sendMessage(
      { phone: toPhoneKey('12'), text: 'x', from: null, referenceId: 'r', createChat: false },
      { priority: 'sending' },
    );
    await expect(refused).rejects.toMatchObject({
      code: 'validation',
      outcome: 'refused',
      fields: { phones: [expect.any(String)] },
    });
  });

  it('sends one message exactly once, to a new number, and finds its chat', async () => {
    const phone = toPhoneKey('447700900765');
    const request = {
      phone,
      text: 'Hello, we have your order.',
      from: null,
      referenceId: `ref-${shapes}`,
      createChat: true,
    };
    const receipt = await client.sendMessage(request, { priority: 'sending' });
    expect(receipt).toMatchObject({ type: 'message', messageId: expect.any(Number) as number });
    expect(await client.getOutboundMessage({ messageId: receipt.messageId ?? 0 }, user)).toMatchObject({
      phone,
      text: request.text,
    });
    const chat = await client.findChatByPhone({ phone }, user);
    expect(chat).toMatchObject({ phone, lastText: request.text, lastDirection: 'out' });
    expect(demo.world.outbound.rows.filter(({ text }) => text === request.text)).toHaveLength(1);
  });

  it('opens a chat for a number only when told', async () => {
    const phone = toPhoneKey('447700900766');
    expect(await client.findChatByPhone({ phone }, user)).toBeUndefined();
    const created = await client.getChatByPhone({ phone, upsert: true, reopen: false }, user);
    expect(await client.findChatByPhone({ phone }, user)).toMatchObject({ id: created.id });
  });

  it('fetches the pictures of people', async () => {
    const href = chats.map(({ avatarHref }) => avatarHref).find((avatar) => avatar !== null);
    if (quirks) expect(href).toBeUndefined();
    else expect((await client.fetchMedia(href ?? '')).mimeType).toMatch(/^image\//);
  });
});

describe('the client when the demo service is in trouble', () => {
  let demo: SteeredService;
  let listening: Listening;
  let client: ServiceClient;

  beforeAll(async () => {
    demo = createSteeredService({ chats: 5, messages: 30, contacts: 8, seed: 7 });
    listening = await listen(demo);
    const credentials = { username: demo.username, apiKey: demo.apiKey };
    client = createServiceClient({
      baseUrl: listening.baseUrl,
      webUrl: null,
      credentials,
      userAgent: 'Switchboard/test',
    });
  });

  afterAll(async () => {
    await client.dispose();
    await listening.dispose();
    await demo.dispose();
  });

  const request = {
    phone: toPhoneKey('447700900767'),
    text: 'Did this arrive?',
    from: null,
    referenceId: 'r',
    createChat: true,
  };
  const count = (): number => demo.world.outbound.rows.filter(({ text }) => text === request.text).length;

  it.each([
    ['reset-before', 0],
    ['reset-after', 1],
  ] as const)('does not know what became of a message after %s, and does not send it again', async (kind, sent) => {
    const before = count();
    demo.faults.set([{ kind, path: '/messages', method: 'POST', times: 1 }]);
    await expect(client.sendMessage(request, { priority: 'sending' })).rejects.toMatchObject({
      code: 'offline',
      outcome: 'unknown',
    });
    expect(count() - before).toBe(sent);
  });

  it('reads again what broke off', async () => {
    demo.faults.set([{ kind: 'reset-before', path: '/user', times: 2 }]);
    expect(await client.getUser(user)).toMatchObject({ username: demo.username });
  });

  it('believes only the maintenance that the service itself tells', async () => {
    for (const [kind, outcome] of [
      ['maintenance', 'not-accepted'],
      ['maintenance-page', 'unknown'],
    ] as const) {
      demo.faults.set([{ kind, method: 'POST', times: 1, retryAfterSeconds: 0 }]);
      await expect(client.sendMessage(request, { priority: 'sending' })).rejects.toMatchObject({
        code: 'maintenance',
        outcome,
      });
    }
  });

  it('is never refused for its pace', async () => {
    const before = demo.seen.length;
    await Promise.all(Array.from({ length: 120 }, () => client.getUnreadTotal({ priority: 'sync' })));
    expect(demo.seen.length - before).toBe(120);
    expect(client.slowedUntil).toBeNull();
  });

  it('slows down where an account is allowed less, and gets through', async () => {
    demo.settings.perSecond = 12;
    const before = demo.seen.length;
    await Promise.all(Array.from({ length: 30 }, () => client.getUnreadTotal({ priority: 'sync' })));
    const refused = demo.seen.length - before - 30;
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(20);
  });
});

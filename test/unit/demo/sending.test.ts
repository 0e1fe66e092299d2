import { describe, expect, it } from 'vitest';
import { BARRY_BLOCKED, CALLUM, DEBORAH, DemoOnFakeTimers, GARETH } from './demo-on-fake-timers.ts';

const NEW_NUMBER = '447700900001';

async function send(demo: DemoOnFakeTimers, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await demo.post('/messages', { text: 'Hello from Northgate', ...body });
  expect(answer.status).toBe(201);
  return answer.body as Record<string, unknown>;
}

async function refuse(demo: DemoOnFakeTimers, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const before = JSON.stringify(demo.service.world.data);
  const answer = await demo.post('/messages', body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(demo.service.world.data), 'DEMO-8').toBe(before);
  return (answer.body as { errors: Record<string, unknown> }).errors;
}

describe('a send to one recipient', () => {
  it('is a message of a session, with the next outbound id', async () => {
    const demo = new DemoOnFakeTimers();
    const [newest] = await demo.list('/messages?limit=1');
    const sent = await send(demo, { phones: DEBORAH, referenceId: 'mine.1' });
    expect(sent).toMatchObject({ type: 'message', messageId: sent['id'], bulkId: null, scheduleId: null });
    expect(sent['href']).toBe(`/api/v2/messages/${String(sent['id'])}`);
    expect(Number(sent['id']), 'DEMO-6').toBeGreaterThan(Number(newest?.['id']));
    const message = await demo.one(`/messages/${String(sent['id'])}`);
    expect(message).toMatchObject({ status: 'q', receiver: DEBORAH, partsCount: 1, price: 0.038, country: 'GB' });
    const session = await demo.one(`/sessions/${String(sent['sessionId'])}`);
    expect(session).toMatchObject({ referenceId: 'mine.1', numbersCount: 1, source: 'A' });
  });

  it('is charged by parts and country', async () => {
    const demo = new DemoOnFakeTimers();
    const before = Number((await demo.one('/user'))['balance']);
    await send(demo, { phones: '33639980014', text: 'a'.repeat(161) });
    expect(Number((await demo.one('/user'))['balance'])).toBeCloseTo(before - 0.142, 3);
  });

  it('DEMO-7: makes a chat only when createChat is true', async () => {
    const demo = new DemoOnFakeTimers();
    expect((await send(demo, { phones: NEW_NUMBER }))['chatId']).toBeNull();
    expect((await demo.get(`/chats/${NEW_NUMBER}/by/phone`)).status).toBe(404);
    const sent = await send(demo, { phones: `+${NEW_NUMBER}`, createChat: true });
    const chat = await demo.one(`/chats/${NEW_NUMBER}/by/phone`);
    expect(chat).toMatchObject({ id: sent['chatId'], direction: 'o', lastMessage: 'Hello from Northgate', unread: 0 });
    expect(await demo.list(`/chats/${String(chat['id'])}/message`)).toHaveLength(2);
  });

  it('shows on its chat without moving the time of the last incoming message', async () => {
    const demo = new DemoOnFakeTimers();
    const before = await demo.one(`/chats/${CALLUM}/by/phone`);
    demo.timers.advance(60_000);
    await send(demo, { phones: CALLUM });
    const after = await demo.one(`/chats/${CALLUM}/by/phone`);
    expect(after).toMatchObject({
      direction: 'o',
      lastMessage: 'Hello from Northgate',
      updatedAt: before['updatedAt'],
    });
  });

  it('DEMO-10: to someone who has unsubscribed is g, free, and stays g', async () => {
    const demo = new DemoOnFakeTimers();
    const before = (await demo.one('/user'))['balance'];
    const sent = await send(demo, { phones: GARETH });
    demo.timers.advance(60_000);
    expect(await demo.one(`/messages/${String(sent['id'])}`)).toMatchObject({ status: 'g', price: 0 });
    expect((await demo.one('/user'))['balance']).toBe(before);
  });

  it('is cut to the parts asked for when cutExtra is set', async () => {
    const demo = new DemoOnFakeTimers();
    const sent = await send(demo, { phones: DEBORAH, text: 'a'.repeat(500), partsCount: '2', cutExtra: true });
    expect(await demo.one(`/messages/${String(sent['id'])}`)).toMatchObject({ text: 'a'.repeat(306), partsCount: 2 });
  });
});

describe('a send to many', () => {
  it('goes to everyone once, whichever ways lead to them, and not to blocked people', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const list = world.lists.rows.find(({ id }) => world.membersCount(id) > 2);
    const members = world.contacts.rows.filter(({ listIds }) => listIds.includes(list?.id ?? 0));
    const [first, second] = members;
    if (first === undefined || second === undefined) throw new Error('A list without members');
    first.blocked = true;
    const sent = await send(demo, {
      ...{ lists: String(list?.id), contacts: `${first.id},${second.id}`, phones: `+${second.phone},${NEW_NUMBER}` },
    });
    const found = world.outbound.rows.filter(({ sessionId }) => sessionId === sent['sessionId']);
    const expected = [NEW_NUMBER, ...members.slice(1).map(({ phone }) => phone)].sort();
    expect(found.map(({ receiver }) => receiver).sort()).toEqual(expected);
  });

  it('fills in the template for each, with standard and custom fields, and leaves unknown ones', async () => {
    const demo = new DemoOnFakeTimers();
    const content = '{first name}|{Last name}|{Company name}|{Phone}|{Email}|{Pet}|{Colour}';
    const { body } = await demo.post('/templates', { name: 'All fields', content });
    const contact = demo.service.world.findContactByPhone(DEBORAH);
    const sent = await send(demo, { text: '', templateId: String((body as { id: number }).id), phones: DEBORAH });
    const { text } = await demo.one(`/messages/${String(sent['id'])}`);
    const { lastName, company, phone, email } = contact ?? {};
    expect(text).toBe(`Deborah|${lastName}|${company}|${phone}|${email}|Biscuit, cockapoo, 4 yrs|{Colour}`);
    expect((await demo.one(`/sessions/${String(sent['sessionId'])}`))['text']).toBe(content);
  });

  it('takes the template instead of a text that comes with it', async () => {
    const demo = new DemoOnFakeTimers();
    const [template] = demo.service.world.templates.rows;
    const sent = await send(demo, { text: 'Not this', templateId: template?.id, phones: DEBORAH });
    expect((await demo.one(`/sessions/${String(sent['sessionId'])}`))['text']).toBe(template?.content);
  });

  it('fills in the number of somebody who is no contact, nothing for the rest, and leaves unknown fields', async () => {
    const demo = new DemoOnFakeTimers();
    const text = '{First name}|{Last name}|{Company name}|{phone}|{Email}|{Pet}|{Colour}';
    const merged = `|||${NEW_NUMBER}|||{Colour}`;
    const query = new URLSearchParams({ text, phones: NEW_NUMBER }).toString();
    const preview = (await demo.one(`/messages/preview?${query}`)) as { messages: { text: string }[] };
    expect(preview.messages.map((one) => one.text)).toEqual([merged]);
    const sent = await send(demo, { text, phones: NEW_NUMBER });
    expect((await demo.one(`/messages/${String(sent['id'])}`))['text']).toBe(merged);
  });

  it('reads local numbers in the country that it is told, else in the account’s', async () => {
    const demo = new DemoOnFakeTimers();
    const french = await send(demo, { phones: '06 39 98 00 14', local: '1', localCountry: 'fr' });
    expect((await demo.one(`/messages/${String(french['id'])}`))['receiver']).toBe('33639980014');
    const british = await send(demo, { phones: '07700 900001', local: true });
    expect((await demo.one(`/messages/${String(british['id'])}`))['receiver']).toBe(NEW_NUMBER);
  });

  it('takes a number that nobody has been given, as long as its shape is possible', async () => {
    const demo = new DemoOnFakeTimers();
    expect((await send(demo, { phones: '447000000000' }))['type']).toBe('message');
    expect((await send(demo, { phones: '99912345678' }))['type']).toBe('message');
  });

  it('as speech is a session of its own kind', async () => {
    const demo = new DemoOnFakeTimers();
    for (const spoken of [{ destination: 'tts' }, { tts: true }]) {
      const sent = await send(demo, { phones: DEBORAH, ...spoken });
      expect((await demo.one(`/sessions/${String(sent['sessionId'])}`))['destination']).toBe('s');
    }
  });
});

describe('a send is refused, and leaves nothing behind', () => {
  it.each([
    ['without a text', { phones: DEBORAH }],
    ['with a blank text', { phones: DEBORAH, text: '  ' }],
    ['without recipients', { text: 'x' }],
    ['to a blocked number only', { text: 'x', phones: BARRY_BLOCKED }],
  ])('%s: as a whole', async (_why, body) => {
    expect((await refuse(new DemoOnFakeTimers(), body))['common']).toEqual([expect.any(String)]);
  });

  it.each([
    ['phones', { text: 'x', phones: '07700900318' }],
    ['phones', { text: 'x', phones: `${DEBORAH},nobody` }],
    ['contacts', { text: 'x', contacts: '1' }],
    ['lists', { text: 'x', lists: '1' }],
    ['text', { text: 'a'.repeat(919), phones: DEBORAH }],
    ['text', { text: 'a'.repeat(161), phones: DEBORAH, partsCount: 1 }],
    ['partsCount', { text: 'x', phones: DEBORAH, partsCount: 7 }],
    ['templateId', { templateId: '1', phones: DEBORAH }],
    ['destination', { text: 'x', phones: DEBORAH, destination: 'fax' }],
    ['resources', { text: 'x', phones: DEBORAH, destination: 'mms' }],
    ['resources', { text: 'x', phones: DEBORAH, destination: 'mms', resources: 'nothing.png' }],
    ['resources', { text: 'x', phones: DEBORAH, resources: 'nothing.png' }],
    ['localCountry', { text: 'x', phones: '07700 900318', local: true, localCountry: 'QQ' }],
    ['cutExtra', { text: 'x', phones: DEBORAH, cutExtra: 'maybe' }],
  ])('because of %s', async (field, body) => {
    expect((await refuse(new DemoOnFakeTimers(), body))['fields']).toHaveProperty(field);
  });

  it('when the balance does not reach', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.world.data.balance = 0.03;
    expect((await refuse(demo, { text: 'x', phones: DEBORAH }))['common']).toEqual([
      'Your balance is too low to send this message.',
    ]);
  });
});

/** What a request may be written in, and how it is refused as a whole. */
import { describe, expect, it } from 'vitest';
import { Form } from '#main/demo/form.ts';
import { Refusal } from '#main/demo/refusal.ts';
import { DemoOnFakeTimers } from './demo-on-fake-timers.ts';
import type { Answer } from './demo-on-fake-timers.ts';

const NEW = { phone: '447700900776', lists: '71001' };
const WHERE = '/contacts';

/** Posts a text under a content type, or none. */
async function postText(demo: DemoOnFakeTimers, path: string, text: string, type?: string): Promise<Answer> {
  const { username, apiKey } = demo.service;
  const response = await demo.service.handle({
    ...{ method: 'POST', path: `/api/v2${path}`, query: '', body: new TextEncoder().encode(text) },
    headers: {
      ...{ 'x-tm-username': username, 'x-tm-key': apiKey },
      ...(type === undefined ? {} : { 'content-type': type }),
    },
  });
  const answer = new TextDecoder().decode(response.body);
  return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer), response };
}

describe('a body', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json'])(
    'of the type %s is JSON',
    async (type) => {
      expect((await postText(new DemoOnFakeTimers(), WHERE, JSON.stringify(NEW), type)).status).toBe(201);
    },
  );

  it.each(['application/xml', 'text/plain;charset=UTF-8', 'text/html', 'application/octet-stream', 'json'])(
    'of the type %s is refused, and the answer says what may be sent',
    async (type) => {
      const demo = new DemoOnFakeTimers();
      const { body, status } = await postText(demo, WHERE, JSON.stringify(NEW), type);
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 400 } });
      const { message } = body as { message: string };
      expect(message).toContain(type.split(';')[0]);
      expect(message).toContain('application/json, application/x-www-form-urlencoded or multipart/form-data');
      expect(demo.service.world.findContactByPhone(NEW.phone)).toBeUndefined();
    },
  );

  it('without a type is refused too', async () => {
    const { body, status } = await postText(new DemoOnFakeTimers(), WHERE, JSON.stringify(NEW));
    expect(status).toBe(400);
    expect((body as { message: string }).message).toContain('no content type');
  });

  it.each([undefined, 'text/plain', 'application/json'])('that is empty needs no type: %s', async (type) => {
    expect((await postText(new DemoOnFakeTimers(), '/chats/close/read', ' ', type)).status).toBe(204);
  });

  it.each([
    ['/chats/close/read', '{"all":'],
    ['/chats/close/read', '[1]'],
    ['/templates', 'null'],
  ])('to %s of %s is no JSON object, and a 400', async (path, text) => {
    expect((await postText(new DemoOnFakeTimers(), path, text, 'application/json')).status).toBe(400);
  });

  it.each([
    ['application/x-www-form-urlencoded', `__proto__[phone]=${NEW.phone}&lists=${NEW.lists}`],
    ['application/x-www-form-urlencoded', `__proto__[]=${NEW.phone}&lists=${NEW.lists}`],
    ['application/json', `{"__proto__":{"phone":"${NEW.phone}"},"lists":"${NEW.lists}"}`],
    [
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="__proto__[phone]"\r\n\r\n${NEW.phone}\r\n` +
        `--x\r\nContent-Disposition: form-data; name="lists"\r\n\r\n${NEW.lists}\r\n--x--\r\n`,
    ],
  ])('of the type %s gives nothing by way of a prototype', async (type, text) => {
    const { status, body } = await postText(new DemoOnFakeTimers(), WHERE, text, type);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: { fields: { phone: [expect.any(String)] } } },
    });
  });

  it('has values of custom fields by their ids only, whatever else it names', async () => {
    const text = `phone=${NEW.phone}&lists=${NEW.lists}&customFieldValues[__proto__]=Rex`;
    const answer = await postText(new DemoOnFakeTimers(), WHERE, text, 'application/x-www-form-urlencoded');
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { fields: { customFieldValues: [expect.any(String)] } } },
    });
  });
});

describe('what is asked for', () => {
  it.each(['/lists', '/subaccounts', '/sessions', '/schedules', '/templates', '/replies', '/senderids', '/invoices'])(
    '%s has pages that are numbers',
    async (path) => {
      const answer = await new DemoOnFakeTimers().get(`${path}?page=first`);
      expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { page: [expect.any(String)] } } } });
    },
  );

  it('/timezones?full=maybe is neither', async () => {
    expect((await new DemoOnFakeTimers().get('/timezones?full=maybe')).status).toBe(400);
  });

  it('/user takes no body that is not read', async () => {
    expect((await new DemoOnFakeTimers().call('GET', '/user', ['x'])).status).toBe(400);
  });
});

describe('a form', () => {
  it('says a sentence about a field once, however often the field is read', () => {
    const form = new Form({ page: 'first' });
    for (let times = 0; times < 3; times += 1) form.int('page', 1);
    form.reject('page', 'Something else.');
    try {
      form.check();
    } catch (error) {
      expect((error as Refusal).fields).toEqual({ page: ['This value should be of type int.', 'Something else.'] });
    }
    expect(() => {
      form.check();
    }).toThrow(Refusal);
  });
});

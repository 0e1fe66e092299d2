import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DEBORAH, DemoOnFakeTimers } from './demo-on-fake-timers.ts';

const NEW = { phone: '447700900990', lists: '71001', firstName: 'Zoë' };
const LARGEST = 10 * 1_024 * 1_024;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function expectField(body: unknown, field: string): void {
  const problem = { [field]: [expect.any(String)] };
  expect(body).toMatchObject({ code: 400, message: 'Validation Failed', errors: { fields: problem } });
}

/** Values of the contact that was just made, by the field's id. */
function lastValues({ service }: DemoOnFakeTimers): Readonly<Record<string, string>> {
  const values = service.world.findContactByPhone(NEW.phone)?.values ?? {};
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key.slice(1), value]));
}

describe('values of custom fields', () => {
  it.each([
    ['an object by the field’s id', { 501: 'Rex', 503: 'Dr Marsh' }, { 501: 'Rex', 503: 'Dr Marsh' }],
    ['an array of texts, in the order of the fields', ['Rex', 'PetSure'], { 501: 'Rex', 502: 'PetSure' }],
    ['no array at all', [], {}],
  ])('are taken at the raw path as %s', async (_name, customFieldValues, values) => {
    const demo = new DemoOnFakeTimers();
    expect((await demo.post('/contacts', { ...NEW, customFieldValues })).status).toBe(201);
    expect(lastValues(demo)).toEqual(values);
  });

  it('are taken at the raw path from a form, as earlier clients sent them', async () => {
    const demo = new DemoOnFakeTimers();
    const { username, apiKey } = demo.service;
    const response = await demo.service.handle({
      ...{ method: 'POST', path: '/api/v2/contacts', query: '' },
      headers: {
        ...{ 'x-tm-username': username, 'x-tm-key': apiKey },
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: Buffer.from('phone=447700900990&lists=71001&favorited=1&customFieldValues%5B501%5D=Rex%2C+7'),
    });
    expect(response.status).toBe(201);
    expect(lastValues(demo)).toEqual({ 501: 'Rex, 7' });
    expect(demo.service.world.findContactByPhone(NEW.phone)?.favorited).toBe(true);
  });

  it('are taken at the normalized path as pairs of id and value, and each path refuses the form of the other', async () => {
    const demo = new DemoOnFakeTimers();
    const pairs = [{ id: 501, value: 'Rex' }];
    expectField((await demo.post('/contacts', { ...NEW, customFieldValues: pairs })).body, 'customFieldValues');
    const raw = { ...NEW, customFieldValues: { 501: 'Rex' } };
    expectField((await demo.post('/contacts/normalized', raw)).body, 'customFieldValues');
    await demo.post('/contacts/normalized', { ...NEW, customFieldValues: pairs });
    expect(lastValues(demo)).toEqual({ 501: 'Rex' });
  });
});

describe('a contact that is changed', () => {
  it('keeps its number or gets another, and is found by that one only', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const deborah = world.findContactByPhone(DEBORAH);
    const path = `/contacts/${String(deborah?.id)}`;
    expect((await demo.call('PUT', path, { ...NEW, phone: DEBORAH })).status).toBe(201);
    expect(world.findContactByPhone(DEBORAH)).toBe(deborah);
    expect((await demo.call('PUT', path, NEW)).status).toBe(201);
    expect(world.findContactByPhone(NEW.phone)).toBe(deborah);
    expect((await demo.get(`/contacts/phone/${DEBORAH}`)).status).toBe(404);
    expect((await demo.one(`/chats/${DEBORAH}/by/phone?reopen=0`))['contact']).toBeNull();
  });

  it.each(['', '/normalized'])('has no owner where a null is said to be one, at the path “%s”', async (twin) => {
    const demo = new DemoOnFakeTimers();
    const deborah = demo.service.world.findContactByPhone(DEBORAH);
    const path = `/contacts/${String(deborah?.id)}`;
    const write = async (owner: number | null, headers = {}) => {
      const { status } = await demo.call('PUT', path + twin, { ...NEW, phone: DEBORAH, owner }, headers);
      return [status, deborah?.ownerId];
    };
    const { account, data } = demo.service.world;
    const colleague = data.users[1]?.id ?? 0;
    expect(await demo.one(path)).toMatchObject({ owner: { id: account.id } });
    expect(await write(colleague)).toEqual([201, colleague]);
    expect(await demo.one(path)).toMatchObject({ owner: { id: colleague } });
    expect(await write(null)).toEqual([201, colleague]);
    expect(await write(null, { 'x-ignore-null-values': 'false' })).toEqual([201, null]);
    expect(await demo.one(path)).toMatchObject({ owner: null });
  });

  it('DEMO-4: five a second at both paths together, and a shared one with 403', async () => {
    const demo = new DemoOnFakeTimers();
    const shared = demo.service.world.contacts.rows.find(({ userId }) => userId !== undefined);
    const path = `/contacts/${String(shared?.id)}`;
    const answers = [];
    for (const twin of ['', '/normalized', '', '/normalized', '', '/normalized']) {
      answers.push((await demo.call('PUT', path + twin, NEW)).status);
    }
    expect(answers).toEqual([403, 403, 403, 403, 403, 429]);
  });
});

describe('pictures', () => {
  const folders: string[] = [];

  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  async function upload(demo: DemoOnFakeTimers, bytes: Uint8Array, { field = 'image', path = '/user/avatar' } = {}) {
    const form = new FormData();
    form.set(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'a.png');
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: form });
    const { username, apiKey } = demo.service;
    const type = { 'content-type': request.headers.get('content-type') ?? '' };
    const response = await demo.service.handle({
      ...{ method: 'POST', path: `/api/v2${path}`, query: '' },
      headers: { 'x-tm-username': username, 'x-tm-key': apiKey, ...type },
      body: new Uint8Array(await request.arrayBuffer()),
    });
    const text = new TextDecoder().decode(response.body);
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }

  const fetchAvatar = ({ service }: DemoOnFakeTimers, name: string | null) =>
    service.handle({
      ...{ method: 'GET', path: `/avatars/${name ?? ''}`, query: '' },
      ...{ headers: {}, body: new Uint8Array() },
    });

  it('have at most 10 MB, and at least a byte', async () => {
    const demo = new DemoOnFakeTimers();
    expectField((await upload(demo, new Uint8Array())).body, 'image');
    expectField((await upload(demo, PNG, { field: 'file' })).body, 'image');
    const largest = Buffer.concat([PNG, Buffer.alloc(LARGEST - PNG.length, 1)]);
    expect((await upload(demo, largest)).status).toBe(201);
    expectField((await upload(demo, Buffer.concat([largest, PNG.subarray(0, 1)]))).body, 'image');
    const kept = await fetchAvatar(demo, demo.service.world.account.avatar);
    expect(Buffer.from(kept.body).equals(largest)).toBe(true);
  });

  it('leave no bytes behind when their list goes, nor those of whoever was on no other list', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const [contact, list] = [world.contacts.rows[0], world.lists.rows.find(({ service }) => service !== true)];
    if (contact === undefined || list === undefined) throw new Error('The demo has no contacts or lists');
    contact.listIds = [list.id];
    for (const path of [`/contacts/${contact.id}/avatar`, `/lists/${list.id}/avatar`])
      await upload(demo, PNG, { path });
    const names = [contact.avatar, list.avatar];
    const fetchAll = async () => await Promise.all(names.map(async (name) => (await fetchAvatar(demo, name)).status));
    expect(await fetchAll()).toEqual([200, 200]);
    await demo.call('DELETE', `/lists/${list.id}`);
    expect(await fetchAll()).toEqual([404, 404]);
  });

  it('DEMO-11: survive a restart', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'switchboard-avatars-'));
    folders.push(dataDir);
    const first = new DemoOnFakeTimers({ dataDir });
    await upload(first, PNG);
    await first.service.dispose();
    const second = new DemoOnFakeTimers({ dataDir });
    const kept = await fetchAvatar(second, second.service.world.account.avatar);
    expect(Buffer.from(kept.body).equals(PNG)).toBe(true);
    await second.service.dispose();
  });
});

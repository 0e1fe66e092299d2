import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Shape } from '#main/demo/settings.ts';
import { DEBORAH, DemoBench, STRANGER } from './support.ts';
import { compare, createStructure, learn } from './structure.ts';
import type { Structure } from './structure.ts';

interface Fixture {
  readonly row: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
  readonly request?: { readonly query?: string; readonly body?: unknown };
}

const folder = new URL('../../fixtures/wire/', import.meta.url);

function readFixtures(sub: string): Map<string, Fixture> {
  const names = readdirSync(new URL(sub, folder)).filter((name) => name.endsWith('.json'));
  return new Map(
    names.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(new URL(`${sub}/${name}`, folder), 'utf8')) as Fixture,
    ]),
  );
}

/** Fixtures that hold the same resource vouch for one another: one shows a null that the other does not. */
const FAMILIES: readonly (readonly string[])[] = [
  ['chats', 'chat', 'chat-by-phone'],
  ['chat-messages', 'chat-messages-with-notes'],
  ['messages', 'message', 'messages-search', 'session-messages'],
  ['replies', 'reply'],
  ['contacts', 'contact', 'contact-by-phone', 'list-contacts'],
  ['lists', 'list', 'contact-lists'],
  ['send-one', 'send-one-without-chat'],
  ['session', 'session-of-one', 'sessions'],
];

function listResources(fixture: Fixture): unknown[] {
  const { body } = fixture;
  if (Array.isArray(body)) return body as unknown[];
  if (typeof body === 'object' && body !== null && 'resources' in body) return body.resources as unknown[];
  return [body];
}

function learnFamily(name: string, fixtures: ReadonlyMap<string, Fixture>): Structure {
  const family = FAMILIES.find((one) => one.includes(name)) ?? [name];
  const members = family.flatMap((member) => fixtures.get(member) ?? []);
  const structure = members.flatMap(listResources).reduce<Structure>(learn, createStructure());
  learnNested(structure.fields.get('contact'), 'contacts', fixtures);
  learnNested(structure.fields.get('session'), 'session-of-one', fixtures);
  return structure;
}

/** A resource inside another may have what it has on its own. */
function learnNested(nested: Structure | undefined, name: string, fixtures: ReadonlyMap<string, Fixture>): void {
  const fixture = fixtures.get(name);
  if (nested !== undefined && fixture !== undefined) listResources(fixture).forEach((one) => learn(nested, one));
}

/** A demo that has something of everything, and the concrete path of each row. */
async function createTarget(shape: Shape) {
  const bench = new DemoBench({ shapes: shape });
  bench.service.world.data.callbacks.outUrl = 'http://127.0.0.1:4999/out/secret';
  const chat = await bench.one(`/chats/${DEBORAH}/by/phone?reopen=0`);
  const ines = await bench.one('/chats/447700900229/by/phone?reopen=0');
  const maryam = await bench.one('/chats/447700900275/by/phone?reopen=0');
  const contact = await bench.one(`/contacts/phone/${DEBORAH}`);
  const [message] = await bench.list('/messages?limit=1');
  const [reply] = await bench.list('/replies?limit=1');
  const [list] = await bench.list('/lists?limit=1');
  const ids: Record<string, unknown> = {
    'GET /chats/{id}': chat['id'],
    'GET /messages/{id}': message?.['id'],
    'GET /replies/{id}': reply?.['id'],
    'GET /contacts/{id}': contact['id'],
    'GET /contacts/{id}/lists': contact['id'],
    'GET /lists/{id}': list?.['id'],
    'GET /lists/{id}/contacts': list?.['id'],
    'GET /sessions/{id}': message?.['sessionId'],
    'GET /sessions/{id}/messages': message?.['sessionId'],
  };
  function toPath(name: string, row: string): string {
    if (name === 'chat-messages-with-notes') return `/chats/${String(maryam['id'])}/message?includeNotes=1&limit=100`;
    if (name === 'chats-empty') return '/chats?page=99';
    if (row === 'GET /chats/{id}/message') return `/chats/${String(ines['id'])}/message?limit=100`;
    const path = row.split(' ')[1] ?? '';
    const plain = path
      .replace('{id}', String(ids[row]))
      .replace('{phone}', row.startsWith('GET /chats') ? STRANGER : DEBORAH);
    return plain.includes('/by/phone') ? `${plain}?reopen=0` : plain;
  }
  function toBody(fixture: Fixture): unknown {
    const text = JSON.stringify(fixture.request?.body ?? {}).replaceAll('410088', String(chat['id']));
    return text.includes('outUrl') ? { outUrl: null, inUrl: null, format: 'j' } : (JSON.parse(text) as unknown);
  }
  return { bench, toPath, toBody };
}

describe.each(['spec', 'sdk'] as const)('DEMO-5: in the shape %s', (shape) => {
  const fixtures = readFixtures(shape);

  it.each([...fixtures.keys()])('the answer of %s has the fields and types of the fixture', async (name) => {
    const fixture = fixtures.get(name);
    if (fixture === undefined) throw new Error(name);
    const { bench, toPath, toBody } = await createTarget(shape);
    const [method = ''] = fixture.row.split(' ');
    const answer = await bench.call(method, toPath(name, fixture.row), method === 'GET' ? undefined : toBody(fixture));
    expect(answer.status).toBe(fixture.status);
    expect(answer.response.headers['content-type'] ?? null).toBe(fixture.contentType);
    if (fixture.body === null) {
      expect(answer.body).toBeUndefined();
      return;
    }
    expect(Array.isArray(answer.body)).toBe(Array.isArray(fixture.body));
    const wrapper = typeof fixture.body === 'object' && 'resources' in fixture.body;
    if (wrapper) expect(Object.keys(answer.body as object).sort()).toEqual(['limit', 'page', 'pageCount', 'resources']);
    const structure = learnFamily(name, fixtures);
    const resources = listResources({ ...fixture, body: answer.body });
    if (name !== 'chats-empty') expect(resources.length).toBeGreaterThan(0);
    expect([...new Set(resources.flatMap((one) => compare(structure, one)))]).toEqual([]);
  });

  it('something of the interesting kinds is compared: files, notes, both directions', async () => {
    const { bench, toPath } = await createTarget(shape);
    const messages = await bench.list(toPath('chat-messages', 'GET /chats/{id}/message'));
    expect(new Set(messages.map((message) => message['direction'])).size).toBe(2);
    if (shape === 'spec') return;
    expect(messages.some((message) => (message['files'] as unknown[]).length > 0)).toBe(true);
    const notes = await bench.list(toPath('chat-messages-with-notes', ''));
    expect(notes.some((message) => message['type'] === 'note')).toBe(true);
  });

  it.each([...readFixtures(`${shape}/errors`)])(
    'the error body of %s has the fields of the fixture',
    async (_name, fixture) => {
      const bench = new DemoBench({ shapes: shape });
      const asked = await provoke(bench, fixture);
      expect(asked.status).toBe(fixture.status);
      expect(compare(learn(createStructure(), fixture.body), asked.body)).toEqual([]);
    },
  );
});

/** Brings an error about in the way that fits its status. */
async function provoke(bench: DemoBench, fixture: Fixture) {
  const [method = '', path = ''] = fixture.row.split(' ');
  if (fixture.status === 401) Reflect.set(bench.service.world.account, 'username', 'someone-else');
  if (fixture.status === 401) {
    const answer = await bench.service.handle({
      method,
      path: `/api/v2${path}`,
      query: '',
      headers: { 'x-tm-username': 'northgate-vets', 'x-tm-key': 'wrong' },
      body: new Uint8Array(),
    });
    return { status: answer.status, body: JSON.parse(new TextDecoder().decode(answer.body)) as unknown };
  }
  if (fixture.status === 404) return bench.get('/chats/1');
  if (fixture.status === 400 && path === '/chats') return bench.get('/chats?page=first');
  if (fixture.status === 400 && path === '/messages') return bench.post('/messages', { phones: DEBORAH });
  if (fixture.status === 400) {
    const [chat] = await bench.list('/chats?limit=1');
    return bench.post(path, { id: chat?.['id'], status: 'q' });
  }
  bench.service.faults.set([{ kind: 'status', status: fixture.status }]);
  return bench.call(method, path);
}

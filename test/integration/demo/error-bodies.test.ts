/** DEMO-5 for what is refused: the error bodies have the fields of the hand-made ones, in both shapes. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WireFixture } from '#test/support/operations/all.ts';
import { SHAPES } from '#test/support/operations/all.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import { compare, createStructure, learn } from './structure.ts';

const FOLDER = new URL('../../fixtures/wire/', import.meta.url);

function readErrors(shape: string): readonly (readonly [name: string, fixture: WireFixture])[] {
  const folder = new URL(`${shape}/errors/`, FOLDER);
  return readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as WireFixture,
  ]);
}

/** Brings an error about in the way that fits its status. */
async function provoke(setup: ClientOnDemo, { row, status }: WireFixture) {
  const [method = '', path = ''] = row.split(' ');
  if (status === 401) {
    Reflect.set(setup.world.data, 'apiKey', 'another-key');
    const { listening, demo } = setup;
    const headers = { 'x-tm-username': demo.username, 'x-tm-key': 'wrong' };
    const answer = await fetch(`${listening.baseUrl}/api/v2${path}`, { method, headers });
    return { status: answer.status, body: (await answer.json()) as unknown };
  }
  if (status === 404) return setup.ask('GET', { path: '/chats/1' });
  if (status === 400 && path === '/chats') return setup.ask('GET', { path: '/chats?page=first' });
  if (status === 400 && path === '/messages') return setup.ask('POST', { path, body: { phones: '447700900318' } });
  if (status === 400) return setup.ask('POST', { path, body: { id: setup.chat.id, status: 'q' } });
  setup.demo.faults.set([{ kind: 'status', status }]);
  return setup.ask(method, { path });
}

describe.each(SHAPES)('in the shape %s', (shape) => {
  it.each(readErrors(shape))('the error body of %s has the fields of the fixture', async (_name, fixture) => {
    const setup = await openClientOnDemo(shape);
    const asked = await provoke(setup, fixture);
    expect(asked.status).toBe(fixture.status);
    expect(compare(learn(createStructure(), fixture.body), asked.body)).toEqual([]);
    await setup.dispose();
  });
});

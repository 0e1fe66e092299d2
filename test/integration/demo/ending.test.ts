import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turnOver } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DemoOptions } from '#main/demo/service.ts';
import { DEBORAH, DemoOnFakeTimers, NOW_AT } from '#test/unit/demo/demo-on-fake-timers.ts';

let dataDir = '';
const problems: string[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'demo-ending-'));
  problems.length = 0;
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

function open(options: DemoOptions = {}): DemoOnFakeTimers {
  return new DemoOnFakeTimers({ dataDir, onProblem: (sentence) => problems.push(sentence), ...options });
}

function listTags(demo: DemoOnFakeTimers): string[] {
  return demo.service.world.tags.rows.map(({ title }) => title);
}

/** Lets what an ended service might still do happen. */
async function goOn(demo: DemoOnFakeTimers): Promise<void> {
  demo.timers.advance(5_000);
  for (let turn = 0; turn < 20; turn += 1) await turnOver();
}

describe('a service that has ended', () => {
  it('leaves the state to the next one, also with a request that was waiting', async () => {
    const first = open();
    first.service.faults.set([{ kind: 'delay', delayMs: 600 }]);
    const late = first.post('/tags', { title: 'late' });
    await first.service.dispose();
    expect((await late).response.connection).toBe('reset');

    const second = open();
    expect((await second.post('/templates', { name: 'kept', content: 'x' })).status).toBe(201);
    await goOn(first);
    await second.service.dispose();
    await goOn(first);

    const third = open();
    expect(third.service.world.templates.rows.map(({ name }) => name)).toContain('kept');
    expect(listTags(third)).not.toContain('late');
    await third.service.dispose();
    expect(problems).toEqual([]);
  });

  it('answers nothing any more: the connection breaks, and nothing is done', async () => {
    const demo = open();
    await demo.service.dispose();
    const before = await readFile(path.join(dataDir, 'demo-state.json'), 'utf8');
    expect((await demo.post('/tags', { title: 'late' })).response.connection).toBe('reset');
    expect((await demo.get('/ping')).response.connection).toBe('reset');
    demo.service.receive({ sender: DEBORAH, text: 'too late' });
    await goOn(demo);
    expect(await readFile(path.join(dataDir, 'demo-state.json'), 'utf8')).toBe(before);
    expect(listTags(demo)).not.toContain('late');
  });

  it('has kept what it was doing: an import that was still being read', async () => {
    const first = open();
    const form = new FormData();
    form.append('file', new Blob(['First name,Phone\nNoor,+447700900999\n']), 'people.csv');
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: form });
    const body = new Uint8Array(await request.arrayBuffer());
    const { username, apiKey } = first.service;
    const headers = {
      ...{ 'x-tm-username': username, 'x-tm-key': apiKey },
      'content-type': request.headers.get('content-type') ?? '',
    };
    const answer = first.service.handle({
      ...{ method: 'POST', path: '/api/v2/contacts/import/normalized', headers, body },
      query: 'column=0:firstName;1:phone&listName=Late%20import',
    });
    await first.service.dispose();
    expect((await answer).status).toBeLessThan(300);
    const second = open();
    expect(second.service.world.imports.rows).toHaveLength(1);
    expect(second.service.world.lists.rows.map(({ name }) => name)).toContain('Late import');
    await second.service.dispose();
  });

  // The service itself would give up after ten seconds.
  it('does not wait for an address that does not answer the settings test', async () => {
    const { server, asked } = await startSilent();
    const demo = open();
    const { port } = server.address() as AddressInfo;
    const answer = demo.call('PUT', '/callback/settings', {
      outUrl: `http://127.0.0.1:${port}/`,
      inUrl: null,
      format: 'j',
    });
    await expect.poll(asked).toBe(1);
    await demo.service.dispose();
    expect((await answer).status).toBe(400);
    server.closeAllConnections();
    server.close();
    const next = open();
    expect(next.service.world.data.callbacks.outUrl).toBeNull();
    await next.service.dispose();
  }, 9_000);

  it('says nothing about a folder that is gone', async () => {
    const demo = open();
    await demo.post('/tags', { title: 'soon' });
    await demo.service.dispose();
    await rm(dataDir, { recursive: true });
    await demo.post('/tags', { title: 'late' });
    demo.service.world.changed();
    await goOn(demo);
    expect(problems).toEqual([]);
  });

  it('may be ended twice', async () => {
    const demo = open();
    await Promise.all([demo.service.dispose(), demo.service.dispose()]);
    await demo.service.dispose();
    expect(new DemoOnFakeTimers({ dataDir }, NOW_AT).service.apiKey).toBe(demo.service.apiKey);
  });
});

/** Takes requests and never answers them. */
async function startSilent(): Promise<{ server: Server; asked: () => number }> {
  let count = 0;
  const server = createServer(() => (count += 1));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, asked: () => count };
}

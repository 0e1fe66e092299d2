import { describe, expect, it } from 'vitest';
import { rows } from '#main/demo/endpoints/rows.ts';
import type { DemoResponse } from '#main/demo/http.ts';
import { DemoOnFakeTimers } from './demo-on-fake-timers.ts';

function ask(demo: DemoOnFakeTimers, method: string, path: string): Promise<DemoResponse> {
  const { username, apiKey } = demo.service;
  const headers = { 'x-tm-username': username, 'x-tm-key': apiKey };
  return demo.service.handle({ method, path, query: '', headers, body: new Uint8Array() });
}

/** A page of the web server that exists: the download page of an upload, and a picture. */
function addUpload(demo: DemoOnFakeTimers): string {
  const { uploads } = demo.service.world;
  uploads.append({
    ...{ id: uploads.nextId(), code: 'AbCdEf', name: 'plan.pdf', mimeType: 'application/pdf', size: 3 },
    ...{ resource: '0123456789abcdef.pdf', createdAt: 0, userId: 1 },
  });
  return '/click/AbCdEf';
}

describe('HEAD', () => {
  it('is answered on every row that can be read, like GET and without a body', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.settings.lookupsPerSecond = 100;
    const readable = rows.filter(({ method }) => method === 'GET');
    expect(readable.length).toBeGreaterThan(60);
    for (const { path } of readable) {
      const filled = path.replace(/\{[^}]*\}/g, '1');
      const read = await demo.get(filled);
      const response = await ask(demo, 'HEAD', `/api/v2${filled}`);
      expect(response.status, path).toBe(read.status);
      expect(response.body, path).toHaveLength(0);
      expect(response.headers['content-type'], path).toBe(read.response.headers['content-type']);
      expect(response.headers['content-length'], path).toMatch(/^\d+$/);
    }
  });

  it('says how long the answer to GET is', async () => {
    const demo = new DemoOnFakeTimers();
    const { response: read } = await demo.get('/user');
    const response = await ask(demo, 'HEAD', '/api/v2/user');
    expect(response.headers).toEqual({ ...read.headers, 'content-length': String(read.body.length) });
  });

  it('is answered for pages and pictures too', async () => {
    const demo = new DemoOnFakeTimers();
    for (const path of [addUpload(demo), '/avatars/callum-1.png']) {
      const read = await ask(demo, 'GET', path);
      expect(read.status, path).toBe(200);
      const response = await ask(demo, 'HEAD', path);
      expect(response, path).toMatchObject({ status: 200, headers: { 'content-length': String(read.body.length) } });
      expect(response.body, path).toHaveLength(0);
    }
  });
});

describe('a method that a path does not have', () => {
  it('is a 405 that says which it has', async () => {
    const demo = new DemoOnFakeTimers();
    const allow = async (method: string, path: string): Promise<unknown> => {
      const { status, headers } = await ask(demo, method, `/api/v2${path}`);
      return { status, allow: headers['allow'] };
    };
    expect(await allow('DELETE', '/ping')).toEqual({ status: 405, allow: 'GET, HEAD' });
    expect(await allow('PATCH', '/contacts/1')).toEqual({ status: 405, allow: 'GET, HEAD, PUT, DELETE' });
    expect(await allow('HEAD', '/chats/read/bulk')).toEqual({ status: 405, allow: 'POST' });
  });

  it('of a group that is switched off is a 404 like any other path', async () => {
    const demo = new DemoOnFakeTimers();
    expect((await demo.get('/chats/pin/bulk')).status).toBe(405);
    demo.service.settings.absent = ['pin'];
    expect((await demo.get('/chats/pin/bulk')).status).toBe(404);
  });

  it.each(['POST', 'DELETE', 'PUT'])('is a 405 without the page: %s', async (method) => {
    const demo = new DemoOnFakeTimers();
    for (const path of [addUpload(demo), '/avatars/callum-1.png']) {
      const response = await ask(demo, method, path);
      expect(response, path).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
      expect(new TextDecoder().decode(response.body), path).not.toContain('plan.pdf');
    }
    expect((await ask(demo, method, '/nowhere')).status).toBe(404);
  });
});

import { describe, expect, it } from 'vitest';
import { rows } from '#main/demo/endpoints/rows.ts';
import type { DemoResponse } from '#main/demo/http.ts';
import { DemoBench } from './support.ts';

function ask(bench: DemoBench, method: string, path: string): Promise<DemoResponse> {
  const { username, apiKey } = bench.service;
  const headers = { 'x-tm-username': username, 'x-tm-key': apiKey };
  return bench.service.handle({ method, path, query: '', headers, body: new Uint8Array() });
}

/** A page of the web server that exists: the download page of an upload, and a picture. */
function addUpload(bench: DemoBench): string {
  const { uploads } = bench.service.world;
  uploads.append({
    ...{ id: uploads.nextId(), code: 'AbCdEf', name: 'plan.pdf', mimeType: 'application/pdf', size: 3 },
    ...{ resource: '0123456789abcdef.pdf', createdAt: 0, userId: 1 },
  });
  return '/click/AbCdEf';
}

describe('HEAD', () => {
  it('is answered on every row that can be read, like GET and without a body', async () => {
    const bench = new DemoBench();
    bench.service.settings.lookupsPerSecond = 100;
    const readable = rows.filter(({ method }) => method === 'GET');
    expect(readable.length).toBeGreaterThan(60);
    for (const { path } of readable) {
      const filled = path.replace(/\{[^}]*\}/g, '1');
      const read = await bench.get(filled);
      const response = await ask(bench, 'HEAD', `/api/v2${filled}`);
      expect(response.status, path).toBe(read.status);
      expect(response.body, path).toHaveLength(0);
      expect(response.headers['content-type'], path).toBe(read.response.headers['content-type']);
      expect(response.headers['content-length'], path).toMatch(/^\d+$/);
    }
  });

  it('says how long the answer to GET is', async () => {
    const bench = new DemoBench();
    const { response: read } = await bench.get('/user');
    const response = await ask(bench, 'HEAD', '/api/v2/user');
    expect(response.headers).toEqual({ ...read.headers, 'content-length': String(read.body.length) });
  });

  it('is answered for pages and pictures too', async () => {
    const bench = new DemoBench();
    for (const path of [addUpload(bench), '/avatars/callum-1.png']) {
      const read = await ask(bench, 'GET', path);
      expect(read.status, path).toBe(200);
      const response = await ask(bench, 'HEAD', path);
      expect(response, path).toMatchObject({ status: 200, headers: { 'content-length': String(read.body.length) } });
      expect(response.body, path).toHaveLength(0);
    }
  });
});

describe('a method that a path does not have', () => {
  it('is a 405 that says which it has', async () => {
    const bench = new DemoBench();
    const allow = async (method: string, path: string): Promise<unknown> => {
      const { status, headers } = await ask(bench, method, `/api/v2${path}`);
      return { status, allow: headers['allow'] };
    };
    expect(await allow('DELETE', '/ping')).toEqual({ status: 405, allow: 'GET, HEAD' });
    expect(await allow('PATCH', '/contacts/1')).toEqual({ status: 405, allow: 'GET, HEAD, PUT, DELETE' });
    expect(await allow('HEAD', '/chats/read/bulk')).toEqual({ status: 405, allow: 'POST' });
  });

  it('of a group that is switched off is a 404 like any other path', async () => {
    const bench = new DemoBench();
    expect((await bench.get('/chats/pin/bulk')).status).toBe(405);
    bench.service.settings.absent = ['pin'];
    expect((await bench.get('/chats/pin/bulk')).status).toBe(404);
  });

  it.each(['POST', 'DELETE', 'PUT'])('is a 405 without the page: %s', async (method) => {
    const bench = new DemoBench();
    for (const path of [addUpload(bench), '/avatars/callum-1.png']) {
      const response = await ask(bench, method, path);
      expect(response, path).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
      expect(new TextDecoder().decode(response.body), path).not.toContain('plan.pdf');
    }
    expect((await ask(bench, method, '/nowhere')).status).toBe(404);
  });
});

/** API-6 and API-7 over real sockets: where a redirect is followed, and who never sees the credentials. */
import { describe, expect, it } from 'vitest';
import type { CallRequest } from '#main/api/call.ts';
import { startEngine } from './support/engine.ts';
import { answerJson, startServer } from './support/scripted-server.ts';
import type { Script, ScriptedServer } from './support/scripted-server.ts';
import { createSelfSigned } from './support/self-signed.ts';
import { makeSource } from './support/uploads.ts';
import { findFailure } from './support/failure.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';

const tls = createSelfSigned();
const CREDENTIALS = { username: 'northgate-vets', apiKey: 'v3ry-s3cret' };
const GET_USER: CallRequest = { row: 'GET /user', method: 'GET', path: '/user', query: { page: 1 } };

const start = (baseUrl: string) =>
  startEngine({ baseUrl, credentials: CREDENTIALS, extraCertificates: [tls.cert] }).caller;

/** Answers the first address with a redirect, and everything else with 200. */
const leadTo =
  (location: string, status = 302): Script =>
  (seen, response) => {
    if (seen.url.startsWith('/api/v2/')) response.writeHead(status, { location }).end();
    else answerJson(response, 200, { id: 7 });
  };

const listUrls = (server: ScriptedServer): readonly string[] => server.seen.map(({ url }) => url);

describe('a redirect inside the origin', () => {
  it.each([301, 302, 303, 307, 308])('of status %i is followed for GET, with the credentials', async (status) => {
    const server = await startServer(leadTo('/moved/user?page=2', status));
    expect((await start(server.origin).call(GET_USER, { priority: 'user' })).text).toBe('{"id":7}');
    expect(listUrls(server)).toEqual(['/api/v2/user?page=1', '/moved/user?page=2']);
    expect(server.seen[1]?.headers).toMatchObject({ 'x-tm-key': CREDENTIALS.apiKey, accept: 'application/json' });
  });

  it.each([
    ['beside the first', 'moved?x=%2B1', '/api/v2/moved?x=%2B1'],
    ['above it', '../../moved', '/moved'],
    ['that is only a query', '?page=2', '/api/v2/user?page=2'],
    ['with letters of another script', '/moved/猫', '/moved/%E7%8C%AB'],
    ['with a name and a password', 'http://other:word@HOST/moved', '/moved'],
  ])('leads to an address %s', async (_what, location, expected) => {
    const server = await startServer((seen, response) => {
      const host = seen.headers.host ?? '';
      // Headers are bytes: what is no Latin letter stands in them as UTF-8.
      const bytes = Buffer.from(location.replace('HOST', host)).toString('latin1');
      if (server.seen.length === 1) response.writeHead(302, { location: bytes }).end();
      else answerJson(response, 200, {});
    });
    await start(server.origin).call(GET_USER, { priority: 'user' });
    expect(listUrls(server)).toEqual(['/api/v2/user?page=1', expected]);
    expect(server.seen[1]?.headers.authorization).toBeUndefined();
  });

  it('is followed three times and no more, so that a circle ends', async () => {
    const server = await startServer((_seen, response) => response.writeHead(302, { location: '/api/v2/user' }).end());
    expect(await findFailure(start(server.origin).call(GET_USER, { priority: 'user' }))).toMatchObject({
      code: 'bad-response',
      status: 302,
    });
    expect(server.seen).toHaveLength(4);
  });

  it.each(['POST', 'PUT', 'DELETE'] as const)('is not followed for %s, whose fate is then unknown', async (method) => {
    const server = await startServer(leadTo('/moved'));
    const request: CallRequest = { row: `${method} /messages`, method, path: '/messages', body: { text: 'Hello' } };
    expect(await findFailure(start(server.origin).call(request, { priority: 'user' }))).toMatchObject({
      code: 'bad-response',
      status: 302,
      outcome: 'unknown',
    });
    expect(listUrls(server)).toEqual(['/api/v2/messages']);
  });

  it('is not followed for an upload', async () => {
    const server = await startServer(leadTo('/moved', 307));
    const upload = { fileField: 'file', file: makeSource(1_000) } as const;
    const request: CallRequest = { row: 'POST /x', method: 'POST', path: '/messages/attachment', upload };
    expect(await findFailure(start(server.origin).call(request, { priority: 'user' }))).toMatchObject({
      code: 'bad-response',
      outcome: 'unknown',
    });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a redirect of the demo service', () => {
  const TEMPLATES = '/api/v2/templates?page=1&limit=100';

  it('is followed to what was asked for', async () => {
    await using stack = new AsyncDisposableStack();
    const setup = stack.adopt(await openClientOnDemo('spec'), (one) => one.dispose());
    setup.demo.faults.set([{ kind: 'redirect', path: '/templates/search', location: TEMPLATES }]);
    const { items } = await setup.client.searchTemplates({ page: 1, limit: 100 }, { priority: 'user' });
    expect(items.map(({ id }) => id).sort()).toEqual(setup.world.templates.rows.map(({ id }) => id).sort());
    expect(setup.demo.seen.map(({ path, status }) => [path, status])).toEqual([
      ['/api/v2/templates/search', 302],
      ['/api/v2/templates', 200],
    ]);
  });

  it('that answers a send is a send of unknown outcome: it is not followed and not repeated', async () => {
    await using stack = new AsyncDisposableStack();
    const setup = stack.adopt(await openClientOnDemo('spec'), (one) => one.dispose());
    const { length } = setup.world.outbound.rows;
    setup.demo.faults.set([{ kind: 'redirect', method: 'POST', location: '/api/v2/messages' }]);
    const sending = setup.client.sendMessage(
      { text: 'Hello', phones: ['447700900318'], referenceId: 'ours.1', createChat: true },
      { priority: 'user' },
    );
    expect(await findFailure(sending)).toMatchObject({ code: 'bad-response', status: 302, outcome: 'unknown' });
    expect(setup.demo.seen.map(({ status }) => status)).toEqual([302]);
    expect(setup.world.outbound.rows).toHaveLength(length);
  });
});

describe('a redirect to somebody else', () => {
  async function expectNobodyAsked(from: ScriptedServer, other: ScriptedServer): Promise<void> {
    const failure = await findFailure(start(from.origin).call(GET_USER, { priority: 'user' }));
    expect(failure).toMatchObject({ code: 'bad-response', status: 302 });
    expect(failure.message).toBe('GET /user was answered with 302');
    expect(from.seen).toHaveLength(1);
    expect(other.sockets).toHaveLength(0);
  }

  it('on another port is not followed: not even a connection is made', async () => {
    const other = await startServer((_seen, response) => answerJson(response, 200, {}));
    await expectNobodyAsked(await startServer(leadTo(`${other.origin}/user`)), other);
  });

  it('under another name is not followed', async () => {
    const other = await startServer((_seen, response) => answerJson(response, 200, {}));
    await expectNobodyAsked(await startServer(leadTo(`http://localhost:${other.port}/user`)), other);
    await expectNobodyAsked(await startServer(leadTo(`//localhost:${other.port}/user`)), other);
  });

  it('from https to http is not followed, also on the same host', async () => {
    const other = await startServer((_seen, response) => answerJson(response, 200, {}));
    await expectNobodyAsked(await startServer(leadTo(`http://127.0.0.1:${other.port}/user`), tls), other);
  });

  it('in the second step is not followed either', async () => {
    const other = await startServer((_seen, response) => answerJson(response, 200, {}));
    const server = await startServer((seen, response) => {
      const location = seen.url.startsWith('/api/v2/') ? '/step' : `${other.origin}/user`;
      response.writeHead(302, { location }).end();
    });
    expect(await findFailure(start(server.origin).call(GET_USER, { priority: 'user' }))).toMatchObject({ status: 302 });
    expect(listUrls(server)).toEqual(['/api/v2/user?page=1', '/step']);
    expect(other.sockets).toHaveLength(0);
  });

  it.each(['', 'http://[', 'javascript:alert(1)', 'file:///etc/passwd'])(
    'that is no address of the web is not followed: %j',
    async (location) => {
      const server = await startServer(leadTo(location));
      expect(await findFailure(start(server.origin).call(GET_USER, { priority: 'user' }))).toMatchObject({
        code: 'bad-response',
        status: 302,
      });
      expect(server.seen).toHaveLength(1);
    },
  );
});

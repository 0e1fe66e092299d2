import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient, ServiceClientOptions } from '#main/api/client.ts';
import type { BadRows } from '#main/api/service.ts';
import type { SendingService } from '#main/sending/ports.ts';
import type { SyncSource } from '#main/sync/ports.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { answerJson, findClosedPort, startServer } from './support/scripted-server.ts';
import type { Script } from './support/scripted-server.ts';
import { findFailure } from './support/failure.ts';

const SECRET = 'v3ry-s3cret-k3y';
const user = { priority: 'user' } as const;
const message = { phone: toPhoneKey('447700900318'), text: 'Hello', from: null, referenceId: 's-01', createChat: true };

function open(origin: string, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  const credentials = { username: 'northgate-vets', apiKey: SECRET };
  const client = createServiceClient({
    baseUrl: origin,
    webUrl: null,
    credentials,
    userAgent: 'Switchboard/test',
    ...options,
  });
  onTestFinished(() => client.dispose());
  return client;
}

async function serve(script: Script, options: Partial<ServiceClientOptions> = {}) {
  const server = await startServer(script);
  return { server, client: open(server.origin, options) };
}

describe('client: what others see of it', () => {
  it('is what sync and sending ask for', async () => {
    const { client } = await serve((_seen, response) => answerJson(response, 200, []));
    const source: SyncSource = client;
    const sending: SendingService = client;
    expect(await source.listReplies({ page: 1, limit: 10 }, { priority: 'backfill' })).toMatchObject({ items: [] });
    expect(typeof sending.sendMessage).toBe('function');
  });

  it('refuses what is no address, before anything is sent', () => {
    const options = {
      baseUrl: 'my service',
      webUrl: null,
      credentials: { username: 'a', apiKey: 'b' },
      userAgent: 'x',
    };
    expect(() => createServiceClient(options)).toThrow(expect.objectContaining({ code: 'validation' }));
  });
});

describe('client: requests', () => {
  it('sends credentials, limits between 1 and 100, and both switches of a look-up', async () => {
    const { server, client } = await serve((seen, response) =>
      answerJson(response, 200, seen.url.includes('by/phone') ? { id: 5 } : []),
    );
    await client.listChats({ status: 'closed', page: 1, limit: 500, orderBy: 'messageTime' }, user);
    await client.listOutboundMessages({ lastId: 900, page: 3, limit: 0 }, user);
    await client.findChatByPhone({ phone: toPhoneKey('447700900318') }, user);
    await client.getChatByPhone({ phone: toPhoneKey('447700900318'), upsert: true, reopen: true }, user);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v2/chats?page=1&limit=100&status=c&orderBy=messageTime',
      '/api/v2/messages?lastId=900&limit=1',
      '/api/v2/chats/447700900318/by/phone?upsert=0&reopen=0',
      '/api/v2/chats/447700900318/by/phone?upsert=1&reopen=1',
    ]);
    expect(server.seen[0]?.headers).toMatchObject({
      'x-tm-username': 'northgate-vets',
      'x-tm-key': SECRET,
      accept: 'application/json',
    });
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('writes one message as the specification says', async () => {
    const { server, client } = await serve((_seen, response) =>
      answerJson(response, 201, { id: 905001, type: 'message', messageId: 905001 }),
    );
    expect(await client.sendMessage({ ...message, from: 'KwikPet' }, { priority: 'sending' })).toMatchObject({
      messageId: 905001,
    });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      text: 'Hello',
      phones: '447700900318',
      referenceId: 's-01',
      createChat: true,
      from: 'KwikPet',
    });
    expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  });

  it('finds nothing where the service has nothing, and asks nobody about no number', async () => {
    const { server, client } = await serve((_seen, response) =>
      answerJson(response, 404, { code: 404, message: 'No' }),
    );
    expect(await client.findChatByPhone({ phone: toPhoneKey('447700900318') }, user)).toBeUndefined();
    expect(await client.findContactByPhone({ phone: toPhoneKey('') }, user)).toBeUndefined();
    expect(await findFailure(client.getChat({ chatId: toChatId(5) }, user))).toMatchObject({
      code: 'not-found',
      outcome: 'refused',
    });
    expect(server.seen).toHaveLength(2);
  });
});

describe('client: the two forms of a write', () => {
  it('falls back to the form of the client libraries once the other is refused, and remembers it', async () => {
    const { server, client } = await serve((seen, response) => {
      if (seen.body.includes('"mute":true')) response.writeHead(201).end();
      else if (seen.body.includes('"all":false')) response.writeHead(204).end();
      else
        answerJson(response, 400, {
          code: 400,
          message: 'Validation Failed',
          errors: { fields: { mute: ['bool'], all: ['bool'] } },
        });
    });
    await client.muteChat({ chatId: toChatId(5), isMuted: true, hours: 8 }, user);
    await client.markChatRead({ chatId: toChatId(6), isRead: true }, user);
    expect(server.seen.map(({ url, body }) => [url, JSON.parse(body) as unknown])).toEqual([
      ['/api/v2/chats/mute', { id: '5', mute: 1, for: '8' }],
      ['/api/v2/chats/mute', { id: 5, mute: true, for: 8 }],
      ['/api/v2/chats/read/bulk', { ids: '6', all: false }],
    ]);
  });

  it('does not try the other form when the refusal is about something else', async () => {
    const { server, client } = await serve((_seen, response) =>
      answerJson(response, 400, { code: 400, message: 'Validation Failed', errors: { fields: { ids: ['unknown'] } } }),
    );
    const failure = await findFailure(client.markChatsUnread({ chatIds: [toChatId(6), toChatId(7)] }, user));
    expect(failure).toMatchObject({ code: 'validation', fields: { ids: ['unknown'] } });
    expect(server.seen.map(({ url, body }) => [url, JSON.parse(body) as unknown])).toEqual([
      ['/api/v2/chats/unread/bulk', { ids: '6,7', all: 0 }],
    ]);
  });

  it('tells the first refusal when both forms are refused', async () => {
    const { client } = await serve((seen, response) =>
      answerJson(response, 400, { code: 400, message: seen.body.includes('"5"') ? 'first' : 'second' }),
    );
    expect(await findFailure(client.pinChat({ chatId: toChatId(5), isPinned: true }, user))).toMatchObject({
      common: ['first'],
    });
  });
});

describe('client: API-8, writes are made once', () => {
  const receive: readonly [what: string, script: Script, expected: object][] = [
    [
      '500',
      (_seen, response) => answerJson(response, 500, { code: 500, message: 'x' }),
      { code: 'server', outcome: 'unknown' },
    ],
    ['502', (_seen, response) => response.writeHead(502).end('<html>'), { code: 'server', outcome: 'unknown' }],
    [
      '503 in HTML',
      (_seen, response) => response.writeHead(503).end('<html>'),
      { code: 'maintenance', outcome: 'unknown' },
    ],
    [
      '503 of the service',
      (_seen, response) => answerJson(response, 503, { code: 503, message: 'x' }),
      { code: 'maintenance', outcome: 'not-accepted' },
    ],
    [
      '429',
      (_seen, response) => response.writeHead(429, { 'retry-after': '3' }).end(),
      { code: 'rate-limited', outcome: 'not-accepted', retryAfterMs: 3_000 },
    ],
    ['a reset', (_seen, response) => response.socket?.resetAndDestroy(), { code: 'offline', outcome: 'unknown' }],
    [
      'a page that claims success',
      (_seen, response) => response.writeHead(200).end('<html>'),
      { code: 'bad-response', outcome: 'unknown' },
    ],
    [
      'JSON of somebody else',
      (_seen, response) => answerJson(response, 200, { ok: true }),
      { code: 'bad-response', outcome: 'unknown' },
    ],
    [
      'a receipt that breaks off',
      (_seen, response) => response.writeHead(201).end('{"id": 9'),
      { code: 'bad-response', outcome: 'unknown' },
    ],
    [
      'a redirect',
      (_seen, response) => response.writeHead(302, { location: '/api/v2/messages' }).end(),
      { code: 'bad-response', outcome: 'unknown' },
    ],
    ['401', (_seen, response) => answerJson(response, 401, { code: 401, message: 'x' }), { code: 'unauthorized' }],
    [
      '403',
      (_seen, response) => answerJson(response, 403, { code: 403, message: 'x' }),
      { code: 'forbidden', outcome: 'refused' },
    ],
  ];

  it.each(receive)('after %s', async (_what, script, expected) => {
    const { server, client } = await serve(script);
    expect(await findFailure(client.sendMessage(message, { priority: 'sending' }))).toMatchObject(expected);
    // A 401 is asked about, by a read.
    expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(server.seen.filter(({ url }) => !url.endsWith('/user'))).toHaveLength(1);
  });

  it('takes an empty 2xx for an acceptance of which nothing more is known', async () => {
    const { client } = await serve((_seen, response) => response.writeHead(201).end());
    expect(await client.sendMessage(message, { priority: 'sending' })).toMatchObject({
      type: 'unknown',
      messageId: null,
    });
  });
});

describe('client: reads are repeated', () => {
  it.each([
    ['a server error', (response: Parameters<Script>[1]) => answerJson(response, 500, {})],
    ['a reset', (response: Parameters<Script>[1]) => response.socket?.resetAndDestroy()],
    [
      'a moment of maintenance',
      (response: Parameters<Script>[1]) => response.writeHead(503, { 'retry-after': '0' }).end(),
    ],
  ])('after %s', async (_what, fail) => {
    const { server, client } = await serve((_seen, response) => {
      if (server.seen.length === 1) fail(response);
      else answerJson(response, 200, { total: 4 });
    });
    expect(await client.getUnreadTotal(user)).toBe(4);
    expect(server.seen).toHaveLength(2);
  });

  it('but not when nobody listens', async () => {
    const client = open(`http://127.0.0.1:${await findClosedPort()}`);
    expect(await findFailure(client.getUser(user))).toMatchObject({ code: 'offline', outcome: 'not-accepted' });
  });

  it('gives up after three tries, with the last failure', async () => {
    const { server, client } = await serve((_seen, response) =>
      answerJson(response, 500, { code: 500, message: 'Internal error' }),
    );
    expect(await findFailure(client.getUser(user))).toMatchObject({ code: 'server', status: 500 });
    expect(server.seen).toHaveLength(3);
  });

  it('stops waiting for the next try when the caller gives up, and says until when everything waits', async () => {
    const controller = new AbortController();
    const { server, client } = await serve(
      (_seen, response) => answerJson(response, 503, { code: 503, message: 'x' }, { 'retry-after': '30' }),
      { onSlowed: () => controller.abort() },
    );
    const failure = await findFailure(client.getUser({ ...user, signal: controller.signal }));
    expect(failure).toMatchObject({ code: 'cancelled' });
    expect(server.seen).toHaveLength(1);
    expect(client.slowedUntil).toBeGreaterThan(Date.now() + 20_000);
  });
});

describe('client: API-6, redirects', () => {
  it('follows one inside the origin, with credentials', async () => {
    const { server, client } = await serve((seen, response) => {
      if (seen.url === '/api/v2/user') response.writeHead(302, { location: '/moved/user' }).end();
      else answerJson(response, 200, { id: 7 });
    });
    expect((await client.getUser(user)).userId).toBe(7);
    expect(server.seen[1]).toMatchObject({ url: '/moved/user', headers: { 'x-tm-key': SECRET } });
  });

  it('asks nobody else, and gives nobody else anything', async () => {
    const other = await startServer((_seen, response) => answerJson(response, 200, { id: 7 }));
    const { client } = await serve((_seen, response) =>
      response.writeHead(302, { location: `${other.origin}/api/v2/user` }).end(),
    );
    expect(await findFailure(client.getUser(user))).toMatchObject({ code: 'bad-response', status: 302 });
    expect(other.seen).toEqual([]);
  });

  it('does not run in circles', async () => {
    const { server, client } = await serve((_seen, response) => response.writeHead(302, { location: '/round' }).end());
    expect(await findFailure(client.getUser(user))).toMatchObject({ code: 'bad-response' });
    expect(server.seen).toHaveLength(4);
  });
});

describe('client: pages', () => {
  it('leaves out, counts and reports a row that cannot be read, without a word of its content', async () => {
    const bad: BadRows[] = [];
    const onBadRows = (rows: BadRows): void => void bad.push(rows);
    const rows = [
      { id: 1, sender: '1', messageTime: '2026-11-20T09:52:10Z' },
      { id: 2, text: 'private' },
    ];
    const { client } = await serve(
      (_seen, response) => answerJson(response, 200, { page: 1, limit: 2, pageCount: 9, resources: rows }),
      { onBadRows },
    );
    const page = await client.listReplies({ page: 1, limit: 2 }, user);
    expect(page).toMatchObject({ limit: 2, pageCount: 9, items: [{ key: 'in:1' }], leftOut: 1 });
    expect(bad).toEqual([{ row: 'GET /replies', paths: ['resources.1.messageTime'] }]);
  });

  it.each([
    ['nothing', ''],
    ['HTML', '<html>'],
    ['half of it', '{"resources":[{"id":1'],
    ['something else', '{"error":"x"}'],
  ])('does not take %s for an empty page', async (_what, body) => {
    const { client } = await serve((_seen, response) => response.writeHead(200).end(body));
    expect(await findFailure(client.listContacts({ page: 1, limit: 10 }, user))).toMatchObject({
      code: 'bad-response',
    });
  });
});

describe('client: secrets', () => {
  it('never shows the key in an error, its causes or their text', async () => {
    const scripts: readonly Script[] = [
      (_seen, response) => response.socket?.resetAndDestroy(),
      (_seen, response) => response.writeHead(200).end('<html>'),
      (_seen, response) => answerJson(response, 401, { code: 401, message: 'x' }),
      (_seen, response) => response.socket?.end('SSH-2.0\r\n\r\n'),
    ];
    for (const authForm of ['headers', 'basic'] as const) {
      for (const script of scripts) {
        const { client } = await serve(script, { authForm });
        const failure = await findFailure(client.sendMessage(message, { priority: 'sending' }));
        const text = `${inspect(failure, { depth: 20, showHidden: true })} ${failure.stack ?? ''}`;
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain(btoa(`northgate-vets:${SECRET}`));
      }
    }
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { answerJson, findClosedPort, startServer } from './support/scripted-server.ts';
import type { Script } from './support/scripted-server.ts';

const user = { priority: 'user' } as const;

function open(origin: string) {
  const credentials = { username: 'northgate-vets', apiKey: 'k3y' };
  const client = createServiceClient({ baseUrl: origin, webUrl: null, credentials, userAgent: 'Switchboard/test' });
  onTestFinished(() => client.dispose());
  return client;
}

/** What a probe of a service with that script ends in: the form of its credentials or the code of its failure. */
async function probe(script: Script): Promise<string> {
  const server = await startServer(script);
  try {
    const { account, authForm } = await open(server.origin).probe(user);
    return `${account.username} by ${authForm}`;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

const answerWell: Script = (seen, response) =>
  answerJson(response, 200, seen.url.endsWith('/ping') ? { ping: 'pong' } : { id: 7, username: 'northgate-vets' });
const refuse: Script = (_seen, response) =>
  answerJson(response, 401, { code: 401, message: 'Wrong username or API key' });

describe('probe', () => {
  it('signs in with the two headers', async () => {
    expect(await probe(answerWell)).toBe('northgate-vets by headers');
  });

  it('signs in with Basic where the service takes nothing else, and uses it from then on', async () => {
    const server = await startServer((seen, response) =>
      (seen.headers.authorization === undefined ? refuse : answerWell)(seen, response),
    );
    const client = open(server.origin);
    expect(await client.probe(user)).toMatchObject({ authForm: 'basic' });
    await client.getUser(user);
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Basic ${btoa('northgate-vets:k3y')}`);
    expect(server.seen.at(-1)?.headers['x-tm-key']).toBeUndefined();
  });

  it('tries the other form only at sign-in', async () => {
    const server = await startServer(refuse);
    await expect(open(server.origin).getUser(user)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(server.seen).toHaveLength(1);
  });

  it('notices a wrong key even where anybody may ping', async () => {
    expect(await probe((seen, response) => (seen.url.endsWith('/ping') ? answerWell : refuse)(seen, response))).toBe(
      'unauthorized',
    );
  });

  it('tells a wrong key', async () => {
    expect(await probe(refuse)).toBe('unauthorized');
  });

  it('tells a missing network', async () => {
    await expect(open(`http://127.0.0.1:${await findClosedPort()}`).probe(user)).rejects.toMatchObject({
      code: 'offline',
    });
  });

  it.each<[string, Script]>([
    [
      'a web page',
      (_seen, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    ],
    ['another interface', (_seen, response) => answerJson(response, 200, { status: 'up' })],
    ['a server that knows no ping', (_seen, response) => response.writeHead(404).end('<html>Not found</html>')],
    ['a server that lets nobody in', (_seen, response) => response.writeHead(403).end('<html>Forbidden</html>')],
    [
      'a server that sends us elsewhere',
      (_seen, response) => response.writeHead(301, { location: 'https://login.example/' }).end(),
    ],
    ['what speaks no HTTP', (_seen, response) => response.socket?.end('220 mail.example ESMTP\r\n')],
  ])('tells that %s is not this service', async (_what, script) => {
    expect(await probe(script)).toBe('not-this-service');
  });

  it.each<[string, Script]>([
    [
      'of the service',
      (_seen, response) => answerJson(response, 503, { code: 503, message: 'Maintenance' }, { 'retry-after': '90' }),
    ],
    [
      'of something before it',
      (_seen, response) => response.writeHead(503, { 'retry-after': '90' }).end('<html>Back soon</html>'),
    ],
  ])('tells maintenance %s', async (_what, script) => {
    expect(await probe(script)).toBe('maintenance');
  });

  it.each([
    [503, 'maintenance'],
    [500, 'server'],
    [429, 'rate-limited'],
  ])('tells a %i at once instead of asking again: %s', async (status, code) => {
    const server = await startServer((_seen, response) => answerJson(response, status, { code: status }));
    await expect(open(server.origin).probe(user)).rejects.toMatchObject({ code });
    expect(server.seen).toHaveLength(1);
  });
});

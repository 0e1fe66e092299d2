import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCredentials, parseServiceAddresses, signInUnattended } from '#main/services/account/sign-in.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { CREDENTIALS, createFakeSession, fail, type FakeSession, SIGN_IN } from '../fakes.ts';

const parse = (baseUrl: string, webUrl = 'https://web.example.test') => parseServiceAddresses({ baseUrl, webUrl });

function refusal(baseUrl: string, webUrl?: string): unknown {
  try {
    return parse(baseUrl, webUrl);
  } catch (error) {
    return isAppError(error, 'validation') ? error.fields : error;
  }
}

describe('addresses of the service', () => {
  it.each([
    ['https://rest.example.test', 'https://rest.example.test'],
    ['  https://rest.example.test/  ', 'https://rest.example.test'],
    ['rest.example.test', 'https://rest.example.test'],
    ['https://rest.example.test/api/v2', 'https://rest.example.test'],
    ['https://rest.example.test/api/v2/', 'https://rest.example.test'],
    ['https://example.test/texts/api', 'https://example.test/texts'],
    ['https://Example.test:8443/texts/?x=1#y', 'https://example.test:8443/texts'],
    ['http://127.0.0.1:4700', 'http://127.0.0.1:4700'],
    ['localhost:4700', 'http://localhost:4700'],
    ['localhost.example.test', 'https://localhost.example.test'],
    ['https://BÜCHER.example.test', 'https://xn--bcher-kva.example.test'],
    ['https://rest.example.test:443', 'https://rest.example.test'],
    ['http://[::1]:4700', 'http://[::1]:4700'],
  ])('tidies %j to %j', (typed, tidy) => {
    expect(parse(typed).baseUrl).toBe(tidy);
  });

  it('asks for https everywhere but on this computer', () => {
    expect(refusal('http://rest.example.test')).toEqual({ baseUrl: ['https-required'] });
    expect(refusal('http://192.168.0.4')).toEqual({ baseUrl: ['https-required'] });
  });

  it.each(['', ' ', 'not an address', 'ftp://example.test', 'https://ada:key@example.test', 'example', 'https://'])(
    'refuses %j',
    (typed) => {
      expect(refusal(typed)).toEqual({ baseUrl: ['not-an-address'] });
    },
  );

  it('names both fields when both are wrong', () => {
    expect(refusal('nothing', 'http://web.example.test')).toEqual({
      baseUrl: ['not-an-address'],
      webUrl: ['https-required'],
    });
  });

  it('guesses the web address from the service when none was given', () => {
    expect(parse('https://rest.example.test/texts', '').webUrl).toBe('https://example.test');
    expect(parse('https://api.example.test', ' ').webUrl).toBe('https://example.test');
    expect(parse('https://texts.example.test', '').webUrl).toBe('https://texts.example.test');
    expect(parse('http://127.0.0.1:4700', '').webUrl).toBe('http://127.0.0.1:4700');
  });
});

/** A service that never answers: it ends as the real client does, when the caller gives up. */
const silent = {
  probe: ({ signal }: { readonly signal?: AbortSignal | undefined }) =>
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new AppError({ code: 'cancelled', message: 'GET /ping' })));
    }),
};

describe('checking the credentials', () => {
  it('calls a service that does not answer in time just that', async () => {
    const asked = checkCredentials(silent, new AbortController().signal, 5);
    await expect(asked).rejects.toMatchObject({ code: 'timeout', cause: { code: 'cancelled' } });
  });

  it('is cancelled by the end of the app', async () => {
    const ending = new AbortController();
    const asked = checkCredentials(silent, ending.signal);
    ending.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('signing in without a person', () => {
  let folder: string;
  let fake: FakeSession;
  let waits: number[];
  let onWait: () => unknown;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-unattended-'));
    fake = createFakeSession(folder);
    waits = [];
    onWait = () => undefined;
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function run(signal = new AbortController().signal): Promise<void> {
    const clock = {
      now: () => 0,
      random: () => 0,
      wait: async (ms: number) => {
        waits.push(ms);
        await onWait();
      },
    };
    await signInUnattended({ session: fake.session, clock, log: fake.fakes.log }, CREDENTIALS, signal);
  }

  it('works at once when the service answers', async () => {
    await run();
    expect(waits).toEqual([]);
    expect(fake.session.findAccount()).toBeDefined();
  });

  it('tries again after growing waits while the service cannot be reached', async () => {
    fake.fakes.refusal = fail('offline');
    onWait = () => {
      if (waits.length === 3) fake.fakes.refusal = null;
    };
    await run();
    expect(waits).toEqual([2_000, 4_000, 8_000]);
    expect(fake.session.findAccount()).toBeDefined();
  });

  it.each(['unauthorized', 'not-this-service', 'validation'] as const)('gives up at %s', async (code) => {
    fake.fakes.refusal = fail(code);
    await run();
    expect(waits).toEqual([]);
    expect(fake.session.findAccount()).toBeUndefined();
  });

  it('leaves it to a person who signs in meanwhile', async () => {
    fake.fakes.refusal = fail('offline');
    onWait = () => {
      fake.fakes.refusal = null;
      return fake.session.signIn({ ...SIGN_IN, username: 'bea' });
    };
    await run();
    expect(await fake.session.getView()).toMatchObject({ username: 'bea' });
  });

  it('goes on while only the account is open that was here before', async () => {
    await fake.session.signIn({ ...SIGN_IN, username: 'bea' });
    fake.fakes.refusal = fail('offline');
    onWait = () => {
      fake.fakes.refusal = null;
    };
    await run();
    expect(await fake.session.getView()).toMatchObject({ username: 'ada' });
  });

  it('ends with the app', async () => {
    const ending = new AbortController();
    fake.fakes.refusal = fail('offline');
    onWait = () => ending.abort();
    await run(ending.signal);
    expect(waits).toHaveLength(1);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signInUnattended } from '#main/services/account/unattended.ts';
import { CREDENTIALS, createFakeSession, fail, type FakeSession, SIGN_IN } from '../fakes.ts';

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

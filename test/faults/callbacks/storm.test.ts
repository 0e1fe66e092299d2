/**
 * A storm of callbacks at the real app: what was answered with 200 is kept, what is true is in effect, what was made up is
 * nowhere to be seen, and the user reads and sends in the middle of it. How long that takes is for `npm run bench`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { makeFolder, startService } from '#test/e2e/support/programs.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { isFull } from '#test/support/full-counts.ts';
import { throwDice, type Random } from '#test/support/random.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { readCallbackStates } from './callback-log.ts';
import { expectShown } from './expect-shown.ts';
import { expectUnreadAsInService, LiveApp } from './live-app.ts';
import { listSentByOtherClient, PEOPLE } from './service-changes.ts';
import { INVENTED, isInvented, UNKNOWN_PHONE } from './callback-sender.ts';
import { sendStorm, type StormSetup } from './storm.ts';

const CALLBACKS = isFull ? 30_000 : 2_000;
const PER_SECOND = 1_000;
/** Bounds a hang. */
const PATIENCE = { timeout: 300_000, interval: 100 };
/** A message that does not exist is looked for four times in two minutes: only the full run waits for that. */
const SETTLED_MS = isFull ? 480_000 : 0;
const SIZE = ['--chats', '300', '--messages', '6000', '--contacts', '400', '--speed', '20'];

let stack = new DisposeStack();
afterEach(async () => {
  const old = stack;
  stack = new DisposeStack();
  await old.dispose();
});

interface Setup extends StormSetup {
  readonly dataFolder: string;
  /** Frames that named what does not exist. */
  readonly lies: readonly string[];
}

async function open(random: Random): Promise<Setup> {
  const folder = await makeFolder();
  stack.add(() => folder.remove());
  const service = await startService('--seed', String(random.between(1, 1_000)), ...SIZE);
  stack.add(() => service.stop('SIGKILL'));
  const { account } = service;
  const dataFolder = path.join(folder.path, 'data');
  await mkdir(dataFolder);
  const app = await LiveApp.start({ dataFolder, account });
  stack.add(() => app.stop('SIGKILL'));
  const lies: string[] = [];
  app.client.onFrame = (frame) => {
    if (frame.includes(INVENTED) || frame.includes(UNKNOWN_PHONE)) lies.push(frame);
  };
  await app.waitUntilRead();
  return { app, account, random, stack, dataFolder, lies };
}

/** The user looks at chats all the time, and sends one text. Resolves with how many pages were shown. */
async function work(client: WindowClient, ending: AbortSignal): Promise<number> {
  let pages = 0;
  const sending = sendOne(client);
  while (!ending.aborted) {
    await client.get('chats.list', { ...OPEN_CHATS, limit: 100 });
    pages += 1;
  }
  await sending;
  return pages;
}

/** Resolves once the service has it. */
async function sendOne(client: WindowClient): Promise<void> {
  await client.get('settings.set', { holdSeconds: 0 });
  const text = 'From the middle of the storm';
  const { chatId } = await client.get('sends.create', {
    requestId: 'in-the-storm',
    phone: PEOPLE[0],
    text,
    from: null,
  });
  await vi.waitFor(async () => {
    const { items } = await client.get('messages.list', { chatId, before: null, limit: 200 });
    const line = items.find((item) => item.text === text);
    expect(line?.send?.state).toBe('accepted');
  }, PATIENCE);
}

describe(`the app under a storm of ${String(CALLBACKS)} callbacks`, () => {
  it(
    'keeps all that it took, shows nothing that was made up, and lets the user read and send (HOOK-1, SYNC-13)',
    async () => {
      const setup = await open(throwDice());
      const { app, account, dataFolder, lies } = setup;
      const { client } = app;
      const ending = new AbortController();
      const working = work(client, ending.signal);
      const storm = await sendStorm(setup, { count: CALLBACKS, perSecond: PER_SECOND }).finally(() => ending.abort());
      expect(await working).toBeGreaterThan(0);
      expect([...storm.answers]).toEqual([[200, CALLBACKS]]);
      const inbox = await readCallbackStates(dataFolder);
      expect([...storm.taken].filter((key) => !inbox.has(key))).toEqual([]);
      const expected = { inbound: storm.written, outbound: new Set(await listSentByOtherClient(account)) };
      expect(expected.outbound.size).toBeGreaterThan(0);
      await expectShown(client, account, { expected, timeoutMs: PATIENCE.timeout });
      if (SETTLED_MS > 0) await expectSettled(client);
      await expectUnreadAsInService(client, account);
      expect(await listBelieved(dataFolder)).toEqual([]);
      expect(lies).toEqual([]);
      const { state, problem } = await client.get('live.get', {});
      expect([state, problem]).toEqual(['live', null]);
    },
    CALLBACKS * 4 + SETTLED_MS + 600_000,
  );
});

/** Nothing waits in the inbox any more. */
async function expectSettled(client: WindowClient): Promise<void> {
  await vi.waitFor(async () => expect((await client.get('health.get', {})).callbacks.waiting).toBe(0), {
    timeout: SETTLED_MS,
    interval: 1_000,
  });
}

/** Invented messages that count as confirmed. */
async function listBelieved(dataFolder: string): Promise<readonly string[]> {
  const states = await readCallbackStates(dataFolder);
  return [...states].filter(([key, state]) => isInvented(key) && state === 'confirmed').map(([key]) => key);
}

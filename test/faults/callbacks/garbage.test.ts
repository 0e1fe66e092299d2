/**
 * Everything but callbacks, thrown at the real app: it stays up, keeps no connection, and callbacks still come through. How
 * much memory and time that takes is for `npm run bench`.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { makeFolder, startService } from '#test/e2e/support/programs.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { isFull } from '#test/support/full-counts.ts';
import { throwDice } from '#test/support/random.ts';
import { flood, INVALID_PER_CALLBACK } from './flood.ts';
import { readCallbackLog } from './callback-log.ts';
import { LiveApp } from './live-app.ts';
import { INVENTED } from './callback-sender.ts';

const REQUESTS = isFull ? 100_000 : 3_000;
const UNENDING = isFull ? 60 : 3;
const SIZE = ['--chats', '100', '--messages', '1000', '--contacts', '100'];
const REASONS = ['wrong address', 'wrong method', 'body too large', 'not an event', 'no usable request'];
/** A minute, less what passes between the receiver's look at the clock and the log's. */
const QUIET_MS = 59_000;

let stack = new DisposeStack();
afterEach(async () => {
  const old = stack;
  stack = new DisposeStack();
  await old.dispose();
});

const lineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.string(), event: v.string(), reason: v.optional(v.string()) }),
);

/** What the log says was refused, and nothing of what was sent. */
async function expectLogged(dataFolder: string, { addresses }: LiveApp): Promise<void> {
  const log = await readFile(path.join(dataFolder, 'logs', 'switchboard.log'), 'utf8');
  expect(log).not.toContain(INVENTED);
  for (const address of Object.values(addresses)) expect(log).not.toContain(address.split('/').at(-1));
  const refusals = log
    .trimEnd()
    .split('\n')
    .filter((line) => line.includes('live.refused'))
    .map((line) => v.parse(lineSchema, line));
  for (const reason of REASONS) {
    const times = refusals.filter((refusal) => refusal.reason === reason).map(({ at }) => Date.parse(at));
    expect(times, reason).not.toEqual([]);
    // By the clock of the log itself: at most one line a minute for each reason, and the rest as the app ends.
    const gaps = times.slice(1, -1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps.filter((gap) => gap < QUIET_MS)).toEqual([]);
  }
}

describe(`${String(REQUESTS)} requests that are no callbacks`, () => {
  it(
    'do not end the app, are all answered or hung up on, and leave no connection behind (HOOK-2, HOOK-3, HOOK-4, HOOK-6)',
    async () => {
      const random = throwDice();
      const folder = await makeFolder();
      stack.add(() => folder.remove());
      const dataFolder = path.join(folder.path, 'data');
      await mkdir(dataFolder);
      const service = await startService('--seed', String(random.between(1, 1_000)), ...SIZE);
      stack.add(() => service.stop('SIGKILL'));
      const app = await LiveApp.start({ dataFolder, account: service.account, probesIn: folder.path });
      stack.add(() => app.stop('SIGKILL'));
      await app.waitUntilRead();
      const before = await app.readCost();
      const size = { requests: REQUESTS, unending: UNENDING, waitsForUnending: isFull };
      const { ignored, taken, refused } = await flood(app, { random, size, stack });
      await vi.waitFor(
        async () => {
          // A few of its own to the service come and go.
          expect((await app.readCost()).sockets).toBeLessThanOrEqual(before.sockets + 4);
        },
        { timeout: 120_000, interval: 250 },
      );
      const { rows } = await app.client.get('chats.list', { ...OPEN_CHATS, limit: 100 });
      expect(rows.length).toBeGreaterThan(0);
      expect((await app.client.get('live.get', {})).state).toBe('live');
      await app.stop();

      expect(ignored).toEqual([]);
      expect(refused).toEqual([]);
      expect(taken).toHaveLength(REQUESTS / INVALID_PER_CALLBACK);
      await expectLogged(dataFolder, app);
      const callbackLog = await readCallbackLog(dataFolder);
      expect(callbackLog.faults).toEqual([]);
      // Every callback, and nothing that was none.
      expect([...callbackLog.states.keys()].sort()).toEqual([...taken].sort());
    },
    REQUESTS * 6 + 300_000,
  );
});

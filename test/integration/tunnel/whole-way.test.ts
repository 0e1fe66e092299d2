/** Callbacks of a real service through a program that forwards, into the running app. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TunnelChoice } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppWithTunnel, toOwnUrls } from './app-with-tunnel.ts';

const FAKE_PROGRAM = fileURLToPath(new URL('./fake-tunnel-program.mjs', import.meta.url));
const TIMEOUT_MS = 180_000;

describe('callbacks on their whole way', () => {
  let app: AppWithTunnel;

  beforeEach(async () => {
    app = await AppWithTunnel.open();
  }, TIMEOUT_MS);
  afterEach(() => app.dispose(), TIMEOUT_MS);

  describe('through a program that forwards', () => {
    beforeEach(({ skip }) => skip(process.platform === 'win32', 'the stand-in is for Linux and macOS'));

    const toChoice = (): Extract<TunnelChoice, { kind: 'command' }> => ({
      kind: 'command',
      program: 'other',
      commandLine: `"${process.execPath}" "${FAKE_PROGRAM}" --port {port} --deaf --pids "${app.folder.path}/pids"`,
      pattern: 'http://127\\.0\\.0\\.1:\\d+',
    });
    const readPids = async (): Promise<readonly number[]> =>
      (await readFile(path.join(app.folder.path, 'pids'), 'utf8')).trim().split('\n').map(Number);
    const expectEnded = (pid: number | undefined): void => expect(() => process.kill(pid ?? 1, 0)).toThrow();

    it(
      'come in; a program that dies is started anew, and its new address takes the place of the one before',
      async () => {
        await app.allow(toChoice());
        await app.turnOn(toChoice());
        const live = await app.untilLive();
        await app.receiveByCallback('By callback');
        const [first = 0] = await readPids();
        process.kill(first, 'SIGKILL');
        const again = await until(async () => {
          const view = await app.untilLive();
          expect(view.publicUrl).not.toBe(live.publicUrl);
          return view;
        });
        expect(await app.readCallbacks()).toEqual(toOwnUrls(again));
        // The same secrets: the address is ours still.
        expect(toOwnUrls(again).in?.split('/').at(-1)).toBe(toOwnUrls(live).in?.split('/').at(-1));
        await app.receiveByCallback('By callback again');

        // Killed hard, the app leaves the program; the next one ends it, and has its own.
        const [, second] = await readPids();
        await app.stopApp('SIGKILL');
        await app.startApp();
        await app.untilLive();
        if (process.platform === 'linux') await until(() => expectEnded(second));
        await app.receiveByCallback('After the restart');

        await app.window.get('live.turnOff', { requestId: app.toRequestId() });
        expect(await app.readCallbacks()).toEqual({ in: null, out: null });
        const pids = await readPids();
        await until(() => expectEnded(pids[2]));

        // It ends with the app, also one that does not want to.
        await app.turnOn(toChoice());
        await app.untilLive();
        await app.stopApp();
        await until(async () => expectEnded((await readPids())[3]));
      },
      TIMEOUT_MS,
    );
  });
});

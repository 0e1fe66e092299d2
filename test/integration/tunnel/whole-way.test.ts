/** Callbacks of a real service through a real sshd, or a program that forwards, into the running app. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveView, TunnelChoice } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { Desk } from './desk.ts';
import { findFreePort, findSshObstacle, PrivateSshd } from './private-sshd.ts';

const STAND_IN = fileURLToPath(new URL('./stand-in.mjs', import.meta.url));
const TIMEOUT_MS = 180_000;

const toOwnUrls = ({ places }: LiveView): { in: string | null; out: string | null } => ({
  in: places.find(({ direction }) => direction === 'in')?.ownUrl ?? null,
  out: places.find(({ direction }) => direction === 'out')?.ownUrl ?? null,
});

describe('callbacks on their whole way', () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open();
  }, TIMEOUT_MS);
  afterEach(() => desk.dispose(), TIMEOUT_MS);

  describe('through a real sshd', () => {
    const obstacle = findSshObstacle();
    let sshd: PrivateSshd;

    beforeEach(async ({ skip }) => {
      if (obstacle !== null) skip(obstacle);
      sshd = await PrivateSshd.open();
    });
    afterEach(async () => {
      if (obstacle === null) await sshd.dispose();
    });

    it(
      'come in; when the server is killed, asking finds what happens; back within its backoff, nothing is missing',
      async () => {
        const remotePort = await findFreePort();
        await desk.turnOn(sshd.toChoice({ remotePort }));
        await until(async () =>
          expect(await desk.getLive()).toMatchObject({
            state: 'degraded',
            problem: { kind: 'tunnel' },
            tunnel: { state: 'waiting', fault: { kind: 'host-key-unknown', detail: sshd.fingerprint } },
          }),
        );
        const said = await desk.window.ask('live.trustHost', {
          requestId: desk.toRequestId(),
          fingerprint: 'SHA256:wrong',
        });
        expect(said).toMatchObject({ ok: false, error: { code: 'validation' } });
        await desk.window.get('live.trustHost', { requestId: desk.toRequestId(), fingerprint: sshd.fingerprint });
        const live = await desk.untilLive();
        expect(live).toMatchObject({ pollSeconds: 60, publicUrl: `http://127.0.0.1:${String(remotePort)}` });
        expect(await desk.readCallbacks()).toEqual(toOwnUrls(live));
        expect(await desk.hear('By callback')).toBe('callback');

        await sshd.kill();
        await until(async () =>
          expect(await desk.getLive()).toMatchObject({
            state: 'degraded',
            problem: { kind: 'tunnel' },
            pollSeconds: 20,
          }),
        );
        expect(await desk.hear('By asking')).toBe('poll');
        const last = await desk.write('At the last moment');
        await sshd.start();
        await desk.untilLive();
        expect(await desk.readCallbacks()).toEqual(toOwnUrls(live));
        await desk.untilHeard(last);
        expect(await desk.hear('By callback again')).toBe('callback');
        expect(await desk.listTexts()).toEqual(
          expect.arrayContaining(['By callback', 'By asking', 'At the last moment', 'By callback again']),
        );

        // The key is known from now on, also to the next start.
        await desk.stopApp();
        await desk.startApp();
        await desk.untilLive();
        await desk.window.get('live.turnOff', { requestId: desk.toRequestId() });
        expect(await desk.readCallbacks()).toEqual({ in: null, out: null });
      },
      TIMEOUT_MS,
    );
  });

  describe('through a program that forwards', () => {
    beforeEach(({ skip }) => skip(process.platform === 'win32', 'the stand-in is for Linux and macOS'));

    const toChoice = (): Extract<TunnelChoice, { kind: 'command' }> => ({
      kind: 'command',
      program: 'other',
      commandLine: `"${process.execPath}" "${STAND_IN}" --port {port} --deaf --pids "${desk.folder.path}/pids"`,
      pattern: 'http://127\\.0\\.0\\.1:\\d+',
    });
    const readPids = async (): Promise<readonly number[]> =>
      (await readFile(path.join(desk.folder.path, 'pids'), 'utf8')).trim().split('\n').map(Number);
    const expectEnded = (pid: number | undefined): void => expect(() => process.kill(pid ?? 1, 0)).toThrow();

    it(
      'come in; a program that dies is started anew, and its new address takes the place of the one before',
      async () => {
        await desk.allow(toChoice());
        await desk.turnOn(toChoice());
        const live = await desk.untilLive();
        expect(await desk.hear('By callback')).toBe('callback');
        const [first = 0] = await readPids();
        process.kill(first, 'SIGKILL');
        const again = await until(async () => {
          const view = await desk.untilLive();
          expect(view.publicUrl).not.toBe(live.publicUrl);
          return view;
        });
        expect(await desk.readCallbacks()).toEqual(toOwnUrls(again));
        // The same secrets: the address is ours still.
        expect(toOwnUrls(again).in?.split('/').at(-1)).toBe(toOwnUrls(live).in?.split('/').at(-1));
        expect(await desk.hear('By callback again')).toBe('callback');

        // Killed hard, the app leaves the program; the next one ends it, and has its own.
        const [, second] = await readPids();
        await desk.stopApp('SIGKILL');
        await desk.startApp();
        await desk.untilLive();
        if (process.platform === 'linux') await until(() => expectEnded(second));
        expect(await desk.hear('After the restart')).toBe('callback');

        await desk.window.get('live.turnOff', { requestId: desk.toRequestId() });
        expect(await desk.readCallbacks()).toEqual({ in: null, out: null });
        const pids = await readPids();
        await until(() => expectEnded(pids[2]));

        // It ends with the app, also one that does not want to.
        await desk.turnOn(toChoice());
        await desk.untilLive();
        await desk.stopApp();
        await until(async () => expectEnded((await readPids())[3]));
      },
      TIMEOUT_MS,
    );
  });
});

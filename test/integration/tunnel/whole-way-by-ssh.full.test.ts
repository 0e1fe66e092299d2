/** Callbacks of a real service through a real sshd into the running app. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '#test/support/until.ts';
import { AppWithTunnel, toOwnUrls } from './app-with-tunnel.ts';
import { findFreePort, findSshObstacle, PrivateSshd } from './private-sshd.ts';

const TIMEOUT_MS = 180_000;

describe('callbacks on their whole way', () => {
  let app: AppWithTunnel;

  beforeEach(async () => {
    app = await AppWithTunnel.open();
  }, TIMEOUT_MS);
  afterEach(() => app.dispose(), TIMEOUT_MS);

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
        await app.turnOn(sshd.toChoice({ remotePort }));
        await until(async () =>
          expect(await app.getLive()).toMatchObject({
            state: 'degraded',
            problem: { kind: 'tunnel' },
            tunnel: { state: 'waiting', fault: { kind: 'host-key-unknown', detail: sshd.fingerprint } },
          }),
        );
        const said = await app.window.ask('live.trustHost', {
          requestId: app.toRequestId(),
          fingerprint: 'SHA256:wrong',
        });
        expect(said).toMatchObject({ ok: false, error: { code: 'validation' } });
        await app.window.get('live.trustHost', { requestId: app.toRequestId(), fingerprint: sshd.fingerprint });
        const live = await app.untilLive();
        expect(live).toMatchObject({ pollSeconds: 60, publicUrl: `http://127.0.0.1:${String(remotePort)}` });
        expect(await app.readCallbacks()).toEqual(toOwnUrls(live));
        await app.receiveByCallback('By callback');

        await sshd.kill();
        await until(async () =>
          expect(await app.getLive()).toMatchObject({
            state: 'degraded',
            problem: { kind: 'tunnel' },
            pollSeconds: 20,
          }),
        );
        expect(await app.receiveAndWait('By asking')).toBe('poll');
        const last = await app.receive('At the last moment');
        await sshd.start();
        await app.untilLive();
        expect(await app.readCallbacks()).toEqual(toOwnUrls(live));
        await app.untilHeard(last);
        await app.receiveByCallback('By callback again');
        expect(await app.listTexts()).toEqual(
          expect.arrayContaining(['By callback', 'By asking', 'At the last moment', 'By callback again']),
        );

        // The key is known from now on, also to the next start.
        await app.stopApp();
        await app.startApp();
        await app.untilLive();
        await app.window.get('live.turnOff', { requestId: app.toRequestId() });
        expect(await app.readCallbacks()).toEqual({ in: null, out: null });
      },
      TIMEOUT_MS,
    );
  });
});

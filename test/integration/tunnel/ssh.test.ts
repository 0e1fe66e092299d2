/** Remote forwarding through a real sshd on loopback. */
import { spawn, spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TunnelFault } from '#shared/contract/index.ts';
import { isFull } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { findFreePort, findSshObstacle, PrivateSshd } from './private-sshd.ts';
import { post, TunnelsToServer } from './tunnels-to-server.ts';

const obstacle = findSshObstacle();

describe('a tunnel by ssh', () => {
  let sshd: PrivateSshd;
  let setup: TunnelsToServer;
  let remotePort: number;

  beforeAll(async () => {
    if (obstacle === null) sshd = await PrivateSshd.open();
  });
  afterAll(async () => {
    if (obstacle === null) await sshd.dispose();
  });
  beforeEach(async ({ skip }) => {
    if (obstacle !== null) skip(obstacle);
    setup = await TunnelsToServer.open();
    remotePort = await findFreePort();
  });
  afterEach(async () => {
    if (obstacle === null) await setup.dispose();
  });

  const trusted = () => ({ trustedFingerprint: sshd.fingerprint });
  const open = (changes: Parameters<PrivateSshd['toChoice']>[0] = { remotePort }, options = trusted()) =>
    setup.create(sshd.toChoice(changes), options);
  const toPublic = (): string => `http://127.0.0.1:${String(remotePort)}`;
  const expectUp = (tunnel: ReturnType<typeof open>['tunnel']) =>
    until(() => expect(tunnel.status.view).toMatchObject({ state: 'up', fault: null }));
  const expectFault = (tunnel: ReturnType<typeof open>['tunnel'], kind: TunnelFault['kind']) =>
    until(() => expect(tunnel.status.view).toMatchObject({ state: 'waiting', fault: { kind } }));

  it('leads what comes to the server’s port here, many at once and large ones too', async () => {
    const { tunnel } = open();
    await expectUp(tunnel);
    expect(tunnel.status.publicUrl).toBe(toPublic());
    const bodies = Array.from({ length: 40 }, (_, index) => 'x'.repeat(index * 10_000));
    const answers = await Promise.all(bodies.map((body) => post(toPublic(), body)));
    expect(answers).toEqual(bodies.map((body) => `got ${String(body.length)}`));
    expect(setup.arrived.map(({ length }) => length).sort((a, b) => a - b)).toEqual(bodies.map(({ length }) => length));
  });

  it('gives the port of the server free when it is ended', async () => {
    const { tunnel } = open();
    await expectUp(tunnel);
    await tunnel.dispose();
    await until(() => expect(post(toPublic(), 'late')).rejects.toThrow());
    await expectUp(open().tunnel);
    expect(await post(toPublic(), 'again')).toBe('got 5');
  });

  it('TUNNEL-6: shows itself to no server whose host key nobody said yes to', async () => {
    const before = sshd.said.length;
    const { tunnel } = setup.create(sshd.toChoice({ remotePort }));
    await expectFault(tunnel, 'host-key-unknown');
    expect(tunnel.status.view.fault?.detail).toBe(sshd.fingerprint);
    expect(tunnel.status.view.nextAttemptAt).toBeGreaterThan(Date.now() + 5 * 60_000);
    await until(() => expect(sshd.said.slice(before)).toContain('Connection from'));
    await tunnel.dispose();
    await until(() => expect(sshd.said.slice(before)).toMatch(/Connection (?:closed|reset)|disconnect/i));
    expect(sshd.said.slice(before)).not.toMatch(/publickey|authenticating user/);
  });

  it('TUNNEL-6: says so when the host key is another than the one that was trusted', async () => {
    const { tunnel } = open({ remotePort }, { trustedFingerprint: 'SHA256:another' });
    await expectFault(tunnel, 'host-key-changed');
    expect(tunnel.status.view.fault?.detail).toBe(sshd.fingerprint);
  });

  it('says that the server does not take the key', async () => {
    await expectFault(open({ remotePort, keyFile: sshd.strangeKeyFile }).tunnel, 'not-admitted');
  });

  it('asks for no passphrase: an encrypted key that no agent has is a fault', async () => {
    await expectFault(open({ remotePort, keyFile: sshd.sealedKeyFile }).tunnel, 'key-encrypted');
  });

  it.each(['authorized', 'config', 'missing'])('says that %s is no private key', async (name) => {
    await expectFault(open({ remotePort, keyFile: path.join(sshd.folder, name) }).tunnel, 'key-unreadable');
  });

  it('says that there is no agent', async () => {
    await expectFault(open({ remotePort, keyFile: null }).tunnel, 'no-agent');
    setup.env['SSH_AUTH_SOCK'] = path.join(setup.folder, 'gone');
    await expectFault(open({ remotePort, keyFile: null }).tunnel, 'no-agent');
  });

  it('takes the key of the agent, also for a file that is encrypted', async ({ skip }) => {
    const socket = path.join(setup.folder, 'agent');
    if (spawnSync('ssh-add', ['-V']).error !== undefined) skip('ssh-add cannot be started');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    try {
      const env = { ...process.env, SSH_AUTH_SOCK: socket };
      await until(() => expect(spawnSync('ssh-add', ['-q', sshd.keyFile], { env }).status).toBe(0));
      setup.env['SSH_AUTH_SOCK'] = socket;
      const { tunnel } = open({ remotePort, keyFile: null });
      await expectUp(tunnel);
      await tunnel.dispose();
      await expectUp(open({ remotePort, keyFile: sshd.sealedKeyFile }).tunnel);
    } finally {
      agent.kill('SIGKILL');
    }
  });

  it('starts no program, neither for a key nor for an agent, nor for one that Windows finds by a program', async ({
    skip,
  }) => {
    const socket = path.join(setup.folder, 'agent');
    if (spawnSync('ssh-add', ['-V']).error !== undefined) skip('ssh-add cannot be started');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    const platform = vi.spyOn(process, 'platform', 'get');
    const started: unknown[] = [];
    const onStart = (message: unknown): void => void started.push(message);
    try {
      const env = { ...process.env, SSH_AUTH_SOCK: socket };
      await until(() => expect(spawnSync('ssh-add', ['-q', sshd.keyFile], { env }).status).toBe(0));
      setup.env['SSH_AUTH_SOCK'] = socket;
      subscribe('child_process', onStart);
      const byKey = open();
      await expectUp(byKey.tunnel);
      await byKey.tunnel.dispose();
      const byAgent = open({ remotePort, keyFile: null });
      await expectUp(byAgent.tunnel);
      await byAgent.tunnel.dispose();
      platform.mockReturnValue('win32');
      await expectUp(open({ remotePort, keyFile: null }).tunnel);
      expect(started).toEqual([]);
    } finally {
      platform.mockRestore();
      unsubscribe('child_process', onStart);
      agent.kill('SIGKILL');
    }
  });

  it('says that the server does not forward a port that is taken there', async () => {
    const other = createServer().listen(remotePort, '127.0.0.1');
    try {
      const { tunnel } = open();
      await expectFault(tunnel, 'forward-refused');
      other.close();
      await expectUp(tunnel);
    } finally {
      other.close();
    }
  });

  it('says that the server cannot be reached', async () => {
    const { tunnel } = open({ remotePort, port: await findFreePort() });
    await expectFault(tunnel, 'not-reached');
    expect(tunnel.status.view.fault?.detail).toBe('ECONNREFUSED');
    await expectFault(open({ remotePort, host: 'no-such-host.invalid' }).tunnel, 'not-reached');
  });

  it('is back within its backoff when the server was killed, and says meanwhile that it is down', async () => {
    const { tunnel, seen } = open();
    await expectUp(tunnel);
    await sshd.kill();
    await until(() => expect(tunnel.status.view.state).toBe('waiting'));
    expect(['ended', 'not-reached']).toContain(tunnel.status.view.fault?.kind);
    const { nextAttemptAt, fault } = tunnel.status.view;
    expect((nextAttemptAt ?? 0) - (fault?.at ?? 0)).toBe(1_000);
    await sshd.start();
    await expectUp(tunnel);
    expect(await post(toPublic(), 'back')).toBe('got 4');
    expect(seen.map(({ state }) => state)).toEqual(expect.arrayContaining(['up', 'waiting', 'starting', 'up']));
  });

  it('knows within a minute that a connection is dead which nobody ended, and has another once the port is free', async ({
    skip,
  }) => {
    skip(process.platform !== 'linux', 'only Linux tells which processes serve the connections');
    skip(!isFull, 'it takes half a minute: at full counts only');
    const { tunnel } = open();
    await expectUp(tunnel);
    await sshd.freeze(true);
    await until(() => expect(tunnel.status.view.state).not.toBe('up'));
    expect(tunnel.status.view.fault).toMatchObject({ kind: 'not-reached', detail: 'Keepalive timeout' });
    await expectFault(tunnel, 'forward-refused');
    await sshd.freeze(false);
    await expectUp(tunnel);
    expect(await post(toPublic(), 'back')).toBe('got 4');
  });

  it('knows the server again by its host key, and not when that was changed', async () => {
    const { fingerprint } = sshd;
    const { tunnel } = open();
    await expectUp(tunnel);
    await sshd.kill();
    await sshd.changeHostKey();
    await sshd.start();
    await expectFault(tunnel, 'host-key-changed');
    expect(tunnel.status.view.fault?.detail).toBe(sshd.fingerprint);
    expect(sshd.fingerprint).not.toBe(fingerprint);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyring, toUnpacked } from '#main/hosts/electron/shell/keyring.ts';
import { HostOnDoubles } from '#test/support/electron/host-on-doubles.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function setup(platform: NodeJS.Platform = 'linux') {
  return new HostOnDoubles(platform);
}

describe('the host port, answered by Electron', () => {
  it('tells of sleep and lock until undone, and leaves no listener behind', () => {
    const { double, host } = setup();
    const told: string[] = [];
    const undo = host.watchPower((event) => told.push(event));
    for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen'] as const) double.power.emit(event);
    expect(told).toEqual(['suspend', 'resume', 'lock', 'unlock']);
    undo?.();
    expect(double.power.listenerCount).toBe(0);
  });

  it('tells when the network comes and goes, and stops looking when undone', () => {
    const { double, host } = setup();
    const told: boolean[] = [];
    const undo = host.watchNetwork((isOnline) => told.push(isOnline));
    vi.advanceTimersByTime(60_000);
    double.isOnline = false;
    vi.advanceTimersByTime(15_000);
    double.isOnline = true;
    vi.advanceTimersByTime(15_000);
    expect(told).toEqual([false, true]);
    undo?.();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says that a link was not opened where nothing opens it', async () => {
    const { double, host } = setup();
    expect(await host.openLink('https://link.example/')).toBe(true);
    double.opens = () => Promise.reject(new Error('no handler'));
    expect(await host.openLink('tel:+447700900318')).toBe(false);
    expect(double.recorder.callsOf('shell')).toEqual([
      ['shell.openExternal', 'https://link.example/'],
      ['shell.openExternal', 'tel:+447700900318'],
    ]);
  });

  it('asks the session for the proxy', async () => {
    const { double, host } = setup();
    expect(await host.resolveProxy('https://service.example/')).toBe('DIRECT');
    expect(double.recorder.calls.at(-1)).toEqual(['session.resolveProxy', 'https://service.example/']);
  });
});

describe('the keyring in Electron', () => {
  it('is asked by a utility process, which is ended with its answer', async () => {
    const { double } = setup();
    const keyring = createKeyring(double.parts.forkProcess, { usesKeyring: true });
    const found = keyring?.find('account', true);
    const [child] = double.processes;
    const [, file, args, options] = double.recorder.callsOf('utilityProcess.fork')[0] ?? [];
    expect(file).toMatch(/keyring-helper\.[tj]s$/);
    expect([args, options]).toEqual([[], { stdio: 'ignore', serviceName: 'Switchboard keyring' }]);
    expect(double.recorder.callsOf('utilityProcess.postMessage')).toEqual([
      ['utilityProcess.postMessage', { act: 'find', account: 'account', isExpected: true }],
    ]);
    child?.events.emit('message', { state: 'ready', secret: 'k', detail: '' });
    expect(await found).toEqual({ state: 'ready', secret: 'k' });
    // It was not even spawned yet; as soon as it has an id it is ended.
    const killed: unknown[] = [];
    const kill = vi.spyOn(process, 'kill').mockImplementation((...values) => {
      killed.push(values);
      return true;
    });
    if (child !== undefined) child.pid = 4242;
    child?.events.emit('spawn');
    kill.mockRestore();
    expect(killed).toEqual([[4242, 'SIGKILL']]);
  });

  it('is not there where it was switched off, and a helper that ends without a word is a fault', async () => {
    const { double } = setup();
    expect(createKeyring(double.parts.forkProcess, { usesKeyring: false })).toBeNull();
    const found = createKeyring(double.parts.forkProcess, { usesKeyring: true })?.find('account', false);
    double.processes[0]?.events.emit('exit', 1);
    expect(await found).toMatchObject({ state: 'failed' });
  });

  it.each([
    [
      '/opt/Switchboard/resources/app.asar/dist/main/x.cjs',
      '/opt/Switchboard/resources/app.asar.unpacked/dist/main/x.cjs',
    ],
    ['C:\\Apps\\resources\\app.asar\\dist\\x.cjs', 'C:\\Apps\\resources\\app.asar.unpacked\\dist\\x.cjs'],
    ['/home/somebody/switchboard/dist/main/x.cjs', '/home/somebody/switchboard/dist/main/x.cjs'],
  ])('finds its helper beside the archive: %s', (packed, real) => {
    expect(toUnpacked(packed)).toBe(real);
  });
});

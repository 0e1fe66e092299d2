import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasOwner, hasTrayHost, runProgram } from '#main/hosts/electron/shell/tray-host.ts';
import { PrivateDesktop } from '#test/integration/keyring/private-desktop.ts';

const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

/** The bus itself always has an owner. */
const OWNED = 'org.freedesktop.DBus';

// A desktop of the test's own needs dbus-daemon, which only Linux has.
describe.skipIf(process.platform !== 'linux' || !hasProgram('dbus-daemon'))('a real session bus', () => {
  let desktop: PrivateDesktop;

  beforeAll(async () => {
    desktop = await PrivateDesktop.open();
  });
  afterAll(() => desktop.dispose());
  beforeEach(() => {
    for (const [name, value] of Object.entries(desktop.env)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('on which nothing shows tray icons says so', async () => {
    expect(await hasTrayHost()).toBe(false);
  });

  it.for(['gdbus', 'busctl', 'dbus-send'])('answers %s', async (program, { skip }) => {
    if (!hasProgram(program)) skip(`${program} is not installed`);
    const run = (asked: string, args: readonly string[]) =>
      asked === program ? runProgram(asked, args) : Promise.resolve(null);
    expect(await hasOwner(OWNED, run)).toBe(true);
    expect(await hasOwner('org.example.Nobody', run)).toBe(false);
  });

  it('that is gone counts as none', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere/bus');
    expect(await hasOwner(OWNED)).toBe(false);
  });
});

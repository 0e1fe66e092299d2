/** A session bus and a real gnome-keyring of one test's own, with every folder of theirs below one. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findKeytarFailure } from '#test/support/keytar.ts';

const SERVICE = 'org.freedesktop.secrets';
const COLLECTION = '/org/freedesktop/secrets/collection/login';
const PASSWORD = 'the password of the keyring';
/** Holds the process that takes the questions. */
const PROMPTER = 'prompter.pid';

/** Why a real keyring cannot be had on this machine, or null. */
export function findObstacle(): string | null {
  if (process.platform !== 'linux') return 'the tests know the keyring of Linux alone';
  const reason = findKeytarFailure();
  if (reason !== null) return `keytar cannot be loaded: ${reason}`;
  const missing = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].filter(
    (name) => spawnSync(name, ['--version']).error !== undefined,
  );
  return missing.length === 0 ? null : `${missing.join(', ')} cannot be started`;
}

export class PrivateDesktop {
  readonly folder: string;
  /** For what runs on this desktop; `SWITCHBOARD_KEYRING` lets the app use it. */
  readonly env: Readonly<Record<string, string>>;
  readonly #bus: ChildProcess;
  #keyring: ChildProcess | null = null;

  private constructor(folder: string, env: Readonly<Record<string, string>>, bus: ChildProcess) {
    this.folder = folder;
    this.env = env;
    this.#bus = bus;
  }

  /**
   * Nobody shows the questions of the keyring, so that it takes them for sent away; with `isAsking` somebody takes them
   * and never answers, like a window that nobody sees.
   */
  static async open(options: { readonly isAsking?: boolean } = {}): Promise<PrivateDesktop> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sb-desktop-'));
    const runtime = path.join(folder, 'run');
    await mkdir(runtime, { mode: 0o700 });
    const own = { HOME: folder, XDG_DATA_HOME: path.join(folder, 'data'), XDG_RUNTIME_DIR: runtime, DISPLAY: '' };
    const config = await writeBus(folder, options.isAsking ?? false);
    const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--nopidfile', '--print-address=1'], {
      env: { ...process.env, ...own },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [address] = (await once(bus.stdout, 'data')) as [Buffer];
    const env = { ...own, DBUS_SESSION_BUS_ADDRESS: address.toString().trim(), SWITCHBOARD_KEYRING: 'system' };
    return new PrivateDesktop(folder, env, bus);
  }

  /** Starts the keyring, unlocked as after signing in to a desktop, or locked as after an automatic login. */
  async startKeyring(how: 'unlocked' | 'locked'): Promise<void> {
    const args = how === 'unlocked' ? ['--unlock'] : ['--start'];
    const child = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...args], {
      env: { ...process.env, ...this.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#keyring = child;
    child.stdin.end(how === 'unlocked' ? PASSWORD : '');
    await until(() => this.#checkOwner());
  }

  /** Locks it, as a screen lock may. */
  lock(): void {
    const method = 'org.freedesktop.Secret.Service.Lock';
    this.#call([`--dest=${SERVICE}`, '/org/freedesktop/secrets', method, `array:objpath:${COLLECTION}`]);
  }

  /** Waits until the keyring has put its question. */
  async waitUntilAsked(): Promise<void> {
    await until(() => this.#getPrompter());
  }

  async stopKeyring(): Promise<void> {
    const child = this.#keyring;
    this.#keyring = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async dispose(): Promise<void> {
    await this.stopKeyring();
    if (this.#bus.exitCode === null) {
      this.#bus.kill('SIGTERM');
      await once(this.#bus, 'exit');
    }
    if (existsSync(path.join(this.folder, PROMPTER))) process.kill(this.#getPrompter(), 'SIGKILL');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #getPrompter(): number {
    const pid = Number(readFileSync(path.join(this.folder, PROMPTER), 'utf8'));
    if (!(pid > 0)) throw new Error('Nobody was asked yet');
    return pid;
  }

  #checkOwner(): void {
    const method = 'org.freedesktop.DBus.NameHasOwner';
    const said = this.#call(['--dest=org.freedesktop.DBus', '/org/freedesktop/DBus', method, `string:${SERVICE}`]);
    if (!said.includes('boolean true')) throw new Error('The keyring is not on the bus yet');
  }

  #call(args: readonly string[]): string {
    const env = { ...process.env, ...this.env };
    const asked = spawnSync('dbus-send', ['--session', '--print-reply', ...args], { env, encoding: 'utf8' });
    if (asked.status !== 0) throw new Error(asked.stderr);
    return asked.stdout;
  }
}

/** Waits until it no longer throws. (Browser tests come here as well, so it is not the runner's own.) */
async function until(check: () => unknown): Promise<void> {
  const deadlineAt = Date.now() + 60_000;
  for (;;) {
    try {
      check();
      return;
    } catch (error) {
      if (Date.now() > deadlineAt) throw error;
    }
    await wait(20);
  }
}

/** A bus that starts nothing by itself but the prompter: whether there is a keyring is for the test to say. */
async function writeBus(folder: string, isAsking: boolean): Promise<string> {
  const services = path.join(folder, 'services');
  await mkdir(services);
  if (isAsking) {
    const exec = `/bin/sh -c 'echo $$ > ${path.join(folder, PROMPTER)}; exec sleep 600'`;
    const lines = ['[D-BUS Service]', 'Name=org.gnome.keyring.SystemPrompter', `Exec=${exec}`, ''];
    await writeFile(path.join(services, 'org.gnome.keyring.SystemPrompter.service'), lines.join('\n'));
  }
  const config = path.join(folder, 'bus.conf');
  await writeFile(
    config,
    `<busconfig>
       <type>session</type>
       <listen>unix:dir=${folder}</listen>
       <servicedir>${services}</servicedir>
       <policy context="default">
         <allow send_destination="*" eavesdrop="true"/>
         <allow eavesdrop="true"/>
         <allow own="*"/>
       </policy>
     </busconfig>`,
  );
  return config;
}

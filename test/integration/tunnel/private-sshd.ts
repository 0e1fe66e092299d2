/** A real sshd on loopback of one test's own, with its own host key, and a key that it lets in. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TunnelChoice } from '#shared/contract/index.ts';

const SSHD = '/usr/sbin/sshd';

/** Why a real ssh server cannot be had on this machine, or null. */
export function findSshObstacle(): string | null {
  if (process.platform === 'win32') return 'the tests start the ssh server of Linux and macOS alone';
  if (!existsSync(SSHD)) return 'there is no /usr/sbin/sshd here (on Debian: openssh-server)';
  return spawnSync('ssh-keygen', ['-V']).error === undefined ? null : 'ssh-keygen cannot be started';
}

/** A port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function makeKey(file: string, passphrase = ''): void {
  const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', 'test', '-f', file]);
  if (made.status !== 0) throw new Error(`ssh-keygen failed: ${made.stderr.toString()}`);
}

export class PrivateSshd {
  readonly folder: string;
  readonly port: number;
  /** The person's private key, which the server lets in. */
  readonly keyFile: string;
  /** One that it does not know. */
  readonly strangeKeyFile: string;
  /** The first, under a passphrase. */
  readonly sealedKeyFile: string;
  readonly user = userInfo().username;
  #server: ChildProcess | null = null;
  #said = '';

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
    this.keyFile = path.join(folder, 'id');
    this.strangeKeyFile = path.join(folder, 'strange');
    this.sealedKeyFile = path.join(folder, 'sealed');
  }

  static async open(options: { readonly extra?: readonly string[] } = {}): Promise<PrivateSshd> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sb-sshd-'));
    const sshd = new PrivateSshd(folder, await findFreePort());
    for (const file of [sshd.keyFile, sshd.strangeKeyFile, path.join(folder, 'host')]) makeKey(file);
    await copyFile(sshd.keyFile, sshd.sealedKeyFile);
    await chmod(sshd.sealedKeyFile, 0o600);
    spawnSync('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'a passphrase', '-f', sshd.sealedKeyFile]);
    await copyFile(`${sshd.keyFile}.pub`, path.join(folder, 'authorized'));
    await writeFile(path.join(folder, 'config'), sshd.#toConfig(options.extra ?? []));
    // Whoever runs as root separates rights, and wants this folder for it.
    if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
    await sshd.start();
    return sshd;
  }

  /** As OpenSSH shows it. */
  get fingerprint(): string {
    const shown = spawnSync('ssh-keygen', ['-l', '-E', 'sha256', '-f', path.join(this.folder, 'host.pub')]);
    return /SHA256:\S+/.exec(shown.stdout.toString())?.[0] ?? '';
  }

  get said(): string {
    return this.#said;
  }

  toChoice(
    changes: Partial<Extract<TunnelChoice, { kind: 'ssh' }>> & { readonly remotePort: number },
  ): Extract<TunnelChoice, { kind: 'ssh' }> {
    const { port, user, keyFile } = this;
    const publicUrl = `http://127.0.0.1:${String(changes.remotePort)}`;
    return { kind: 'ssh', host: '127.0.0.1', port, user, keyFile, publicUrl, ...changes };
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    const server = spawn(SSHD, ['-D', '-e', '-f', path.join(this.folder, 'config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    server.stderr.on('data', (chunk: Buffer) => (this.#said += chunk.toString()));
    this.#server = server;
    for (let attempt = 0; attempt < 200; attempt += 1) {
      if (server.exitCode !== null) break;
      if (await isListening(this.port)) return;
      await wait(25);
    }
    throw new Error(`sshd did not come up: ${this.#said}`);
  }

  /** With the processes of its connections. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server?.pid === undefined || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    for (const pid of await listDescendants(server.pid)) kill(pid);
    kill(server.pid);
    await exited;
  }

  /** Those who serve connections say nothing any more, and hold theirs; or they go on. */
  async freeze(isFrozen: boolean): Promise<void> {
    for (const pid of await listDescendants(this.#server?.pid ?? 0))
      process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** It is set up anew: another host key from the next start on. */
  async changeHostKey(): Promise<void> {
    for (const name of ['host', 'host.pub']) await rm(path.join(this.folder, name));
    makeKey(path.join(this.folder, 'host'));
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  #toConfig(extra: readonly string[]): string {
    const lines = [
      `Port ${String(this.port)}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${path.join(this.folder, 'host')}`,
      `AuthorizedKeysFile ${path.join(this.folder, 'authorized')}`,
      `PidFile ${path.join(this.folder, 'pid')}`,
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'UsePAM no',
      'LogLevel VERBOSE',
      'StrictModes no',
      'AllowTcpForwarding remote',
    ];
    return `${[...extra, ...lines].join('\n')}\n`;
  }
}

/** Tried with a connection that says nothing. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Each connection is a process of its own, in a session of its own. */
async function listDescendants(pid: number): Promise<readonly number[]> {
  const file = `/proc/${String(pid)}/task/${String(pid)}/children`;
  const text = await readFile(file, 'utf8').catch(() => '');
  const children = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(Number);
  const below = await Promise.all(children.map(listDescendants));
  return [...below.flat(), ...children];
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

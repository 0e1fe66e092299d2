/**
 * A tunnel by remote forwarding: the server listens on a port of its own loopback and hands each connection here.
 *
 * TUNNEL-6 nothing is shown to a server whose host key a person has not said yes to: no name, no key, no signature.
 */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import type { Client, ClientChannel, ConnectConfig, OpenSSHAgent, utils } from 'ssh2';
import type { TunnelChoice } from '#shared/contract/index.ts';
import type { TunnelFaultKind, TunnelOptions } from './ports.ts';
import type { ProgramWorld } from './programs.ts';
import { findCredentials, type ParseKey, type SshCredentials } from './ssh-credentials.ts';
import type { Attempt, AttemptHooks } from './supervisor.ts';

type SshChoice = Extract<TunnelChoice, { kind: 'ssh' }>;
type Admission = Pick<ConnectConfig, 'agent' | 'authHandler' | 'privateKey'>;
type SshError = Error & { readonly level?: string; readonly code?: unknown };

const READY_WITHIN_MS = 20_000;
/** A connection that was cut without a word is known as such within 45 s. */
const ALIVE_EVERY_MS = 15_000;
const MOST_UNANSWERED = 2;
const LOOPBACK = '127.0.0.1';
const ENDS_WITHIN_MS = 1_000;
/** What the receiver bears; beyond it the server is told no. */
const MOST_CONNECTIONS = 256;

/** As OpenSSH shows it. */
export function toFingerprint(hostKey: Buffer): string {
  return `SHA256:${createHash('sha256').update(hostKey).digest('base64').replace(/=+$/, '')}`;
}

export interface SshWish extends Pick<TunnelOptions, 'port' | 'trustedFingerprint'> {
  readonly choice: SshChoice;
}

/** Connects, and is up once the server listens. */
export function beginSsh(world: ProgramWorld, wish: SshWish, hooks: AttemptHooks): Attempt {
  return new SshAttempt(world, wish, hooks);
}

class SshAttempt implements Attempt {
  readonly #world: ProgramWorld;
  readonly #wish: SshWish;
  readonly #hooks: AttemptHooks;
  readonly #begun: Promise<void>;
  #client: Client | null = null;
  #closed: Promise<void> = Promise.resolve();
  #connections = 0;
  #isOver = false;

  constructor(world: ProgramWorld, wish: SshWish, hooks: AttemptHooks) {
    this.#world = world;
    this.#wish = wish;
    this.#hooks = hooks;
    this.#begun = this.#begin().catch((error: unknown) => this.#fail('not-reached', toWords(error)));
  }

  async dispose(): Promise<void> {
    this.#isOver = true;
    await this.#begun;
    this.#client?.end();
    const late = setTimeout(() => this.#client?.destroy(), ENDS_WITHIN_MS);
    await this.#closed;
    clearTimeout(late);
  }

  async #begin(): Promise<void> {
    // Only who uses it spends the time and the memory. CommonJS: Node finds not all of its exports by name.
    const { default: ssh } = await import('ssh2');
    const credentials = await findCredentials(this.#wish.choice, this.#world, (data) =>
      toParsed(ssh.utils.parseKey(data)),
    );
    if (this.#isOver) return;
    if (credentials.kind === 'fault') this.#fail(credentials.fault, credentials.detail);
    else
      this.#connect(
        new ssh.Client(),
        toAdmission(credentials, (socket) => new ssh.OpenSSHAgent(socket)),
      );
  }

  #connect(client: Client, admission: Admission): void {
    const { host, port, user } = this.#wish.choice;
    this.#client = client;
    this.#closed = new Promise((resolve) => {
      client.on('close', () => {
        this.#fail('ended', null);
        resolve();
      });
    });
    client.on('error', (error: SshError) => this.#fail(toFault(error), toWords(error)));
    client.on('ready', () => this.#forward(client));
    client.on('tcp connection', (_details, accept, reject) => {
      if (this.#isOver || this.#connections >= MOST_CONNECTIONS) reject();
      else this.#join(accept());
    });
    client.connect({
      ...{ host: host.replace(/^\[|\]$/g, ''), port, username: user },
      readyTimeout: READY_WITHIN_MS,
      keepaliveInterval: ALIVE_EVERY_MS,
      keepaliveCountMax: MOST_UNANSWERED,
      hostVerifier: (hostKey: Buffer) => this.#verify(toFingerprint(hostKey)),
      ...admission,
    });
  }

  #verify(fingerprint: string): boolean {
    const { trustedFingerprint } = this.#wish;
    if (fingerprint === trustedFingerprint) return true;
    this.#fail(trustedFingerprint === null ? 'host-key-unknown' : 'host-key-changed', fingerprint);
    return false;
  }

  #forward(client: Client): void {
    if (this.#isOver) return;
    const { remotePort, publicUrl } = this.#wish.choice;
    client.forwardIn(LOOPBACK, remotePort, (error) => {
      if (error !== undefined) this.#fail('forward-refused', toWords(error));
      else if (!this.#isOver) this.#hooks.onUp(publicUrl);
    });
  }

  /** One connection, both ways; whichever side ends takes the other with it. */
  #join(channel: ClientChannel): void {
    const socket = connect(this.#wish.port, LOOPBACK);
    this.#connections += 1;
    channel.on('error', () => socket.destroy());
    socket.on('error', () => channel.destroy());
    channel.once('close', () => socket.destroy());
    socket.once('close', () => {
      this.#connections -= 1;
      channel.close();
    });
    channel.pipe(socket).pipe(channel);
  }

  /** The first that went wrong is what went wrong: the rest follows from it. */
  #fail(kind: TunnelFaultKind, detail: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#client?.end();
    this.#hooks.onOver(kind, detail);
  }
}

/** The agent as a socket to talk to: by its name alone the library may start programs that find it, as for Cygwin's. */
function toAdmission(
  credentials: Exclude<SshCredentials, { kind: 'fault' }>,
  createAgent: (socket: string) => OpenSSHAgent,
): Admission {
  if (credentials.kind === 'key') return { privateKey: credentials.privateKey, authHandler: ['publickey'] };
  return { agent: createAgent(credentials.agent), authHandler: ['agent'] };
}

function toParsed(parsed: ReturnType<typeof utils.parseKey>): ReturnType<ParseKey> {
  return parsed instanceof Error ? parsed : { isPrivateKey: () => parsed.isPrivateKey() };
}

function toFault({ level, message }: SshError): TunnelFaultKind {
  if (level === 'client-authentication' || /authentication failures/i.test(message)) return 'not-admitted';
  if (level === 'agent') return 'no-agent';
  return 'not-reached';
}

function toWords(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 200);
}

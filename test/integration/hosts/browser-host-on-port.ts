/** A browser host on a real port over a scripted bridge, and a client that does what a browser does. */
import { once } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import type { Bridge } from '#main/bridge/bridge.ts';
import { BrowserHost, type BrowserHostOptions } from '#main/hosts/browser/browser-host.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import {
  ENTRY_PATH,
  NO_EPOCH,
  SIGNATURE_HEADER,
  SIGNATURE_PARAMETER,
  type PageFrame,
  type PageKey,
  type Reply,
} from '#shared/contract/index.ts';
import { expect } from 'vitest';
import { until } from '#test/support/until.ts';
import { toOpenFrame, toSignature } from '#test/support/page-key.ts';

export class ScriptedBridge implements Bridge {
  readonly runId = 'run-1';
  sequence = 40;
  readonly asked: { readonly name: string; readonly input: unknown }[] = [];
  readonly chunks: { readonly handle: string; readonly offset: number; readonly size: number }[] = [];
  readonly bugs: unknown[] = [];
  readonly listeners = new Set<(event: NumberedEvent) => void>();
  answer: (name: string) => Promise<Reply<unknown>> = (name) => Promise.resolve({ ok: true, value: { name } });
  readonly getFile: Bridge['getFile'];
  readonly getMedia: Bridge['getMedia'];
  appendBytes: Bridge['appendBytes'] = ({ handle, offset, bytes }) => {
    this.chunks.push({ handle, offset, size: bytes.byteLength });
    return Promise.resolve({ ok: true, value: { receivedBytes: offset + bytes.byteLength } });
  };

  constructor(answers: Pick<Bridge, 'getFile' | 'getMedia'>) {
    this.getFile = answers.getFile;
    this.getMedia = answers.getMedia;
  }

  handle(name: string, input: unknown): Promise<Reply<unknown>> {
    this.asked.push({ name, input });
    return this.answer(name);
  }

  subscribe(listener: (event: NumberedEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(name: NumberedEvent['name'], payload: unknown): void {
    this.sequence += 1;
    for (const listener of this.listeners) listener({ sequence: this.sequence, name, payload });
  }

  reportBug(_what: string, error: unknown): void {
    this.bugs.push(error);
  }

  findSettings(): Promise<null> {
    return Promise.resolve(null);
  }

  saveSettings(): Promise<void> {
    return Promise.resolve();
  }

  openLink(): Promise<void> {
    return Promise.resolve();
  }

  setActivity(activity: unknown): void {
    this.asked.push({ name: 'host.setActivity', input: activity });
  }
}

export interface HostOnPort {
  readonly host: BrowserHost;
  readonly bridge: ScriptedBridge;
  readonly printed: string[];
  readonly folder: string;
  /** Moves the clock of the host. */
  passTime(ms: number): void;
  now(): number;
  dispose(): Promise<void>;
}

export const NOT_FOUND: Reply<never> = {
  ok: false,
  error: { code: 'not-found', detail: null, fields: {}, retryAfterMs: null },
};

export const PICTURE = Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1');

/** Opens the door on a free port, over a folder with a small built page. */
export async function openHostOnPort(changes: Partial<BrowserHostOptions> = {}): Promise<HostOnPort> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sb-door-'));
  await mkdir(path.join(folder, 'page', 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'page', 'index.html'), '<!doctype html><title>Switchboard</title>');
  await writeFile(path.join(folder, 'page', 'assets', 'index-Ab3dE_9z.js'), 'export {};');
  await writeFile(path.join(folder, 'page', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(folder, 'secret.json'), '{"outside":true}');
  await writeFile(path.join(folder, 'staged'), 'name,phone\n');
  const bridge = createSteeredBridge(folder);
  const printed: string[] = [];
  let time = 1_000_000;
  const host = new BrowserHost({
    port: 0,
    opensBrowser: false,
    dataFolder: path.join(folder, 'data'),
    homeFolder: folder,
    platform: 'linux',
    rendererFolder: path.join(folder, 'page'),
    rendererUrl: null,
    proxies: { http: null, https: null, except: null },
    secrets: null,
    terminal: null,
    print: (line) => printed.push(line),
    now: () => time,
    ...changes,
  });
  await host.serve(bridge);
  const dispose = async (): Promise<void> => {
    await host.dispose();
    await rm(folder, { recursive: true, force: true });
  };
  return { host, bridge, printed, folder, dispose, passTime: (ms) => (time += ms), now: () => time };
}

function createSteeredBridge(folder: string): ScriptedBridge {
  const staged = { path: path.join(folder, 'staged'), name: 'Leute "ä".csv', mimeType: 'text/html', sizeBytes: 11 };
  return new ScriptedBridge({
    getFile: (handle) => Promise.resolve(handle === 'staged' ? { ok: true, value: staged } : NOT_FOUND),
    getMedia: (mediaId) =>
      Promise.resolve(
        mediaId === 'picture' ? { ok: true, value: { bytes: PICTURE, mimeType: 'image/png' as const } } : NOT_FOUND,
      ),
  });
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
}

/** One plain request: no redirects followed, no header added but what HTTP needs. */
export async function ask(origin: string, pathname: string, asked: Asked = {}): Promise<Answer> {
  const url = new URL(origin);
  const request = http.request({
    host: url.hostname,
    port: url.port,
    path: pathname,
    method: asked.method ?? 'GET',
    headers: { host: url.host, ...asked.headers },
    agent: false,
  });
  request.end(asked.body);
  // A server that answered need not read the rest of what is sent.
  request.once('response', () => request.on('error', () => undefined));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

export interface Visitor {
  readonly origin: string;
  readonly key: PageKey;
  /** As a page of ours asks, signed. */
  ask(pathname: string, asked?: Asked): Promise<Answer>;
  /** The address of a picture or a file as the page gives it to the browser. */
  toAddress(pathname: string, changes?: { readonly method?: string; readonly atMs?: number }): string;
  connect(headers?: Record<string, string>): Promise<Peer>;
}

/** Trades a token as the page does. */
export async function trade(origin: string, token: string, headers: Record<string, string> = {}): Promise<Answer> {
  const body = Buffer.from(JSON.stringify({ token }));
  return await ask(origin, ENTRY_PATH, { method: 'POST', headers: { origin, ...headers }, body });
}

/** A page that traded the token of the terminal. */
export async function enter(onPort: HostOnPort): Promise<Visitor> {
  const address = new URL(onPort.host.findAddress() ?? 'http://nowhere');
  const { origin } = address;
  const answer = await trade(origin, address.searchParams.get('token') ?? '');
  const key = JSON.parse(answer.body.toString()) as PageKey;
  return await visit(onPort, origin, key);
}

/** A page that has a secret already, whether or not main knows it. */
export async function visit(onPort: HostOnPort, origin: string, key: PageKey): Promise<Visitor> {
  const first = await connect(origin, key, { origin }).catch(() => null);
  const epoch = first?.epoch ?? NO_EPOCH;
  if (first !== null) {
    first.socket.terminate();
    // A page that goes says so: what the test's own pages ask shall stand alone.
    await until(() => expect(onPort.bridge.asked).toHaveLength(1));
    onPort.bridge.asked.length = 0;
  }
  const sign = (path: string, { method = 'GET', atMs = onPort.now() } = {}): string =>
    toSignature(key, { method, path, epoch, atMs });
  return {
    origin,
    key,
    ask: (pathname, asked = {}) => {
      const signature = sign(pathname, { method: asked.method ?? 'GET' });
      return ask(origin, pathname, { ...asked, headers: { origin, [SIGNATURE_HEADER]: signature, ...asked.headers } });
    },
    toAddress: (pathname, changes) => `${pathname}?${SIGNATURE_PARAMETER}=${sign(pathname, changes)}`,
    connect: (headers = {}) => connect(origin, key, { origin, ...headers }),
  };
}

/** One end of the socket, with the frames that came. */
export class Peer {
  readonly socket: WebSocket;
  /** But for the proofs before them and the beats between them. */
  readonly frames: PageFrame[] = [];
  beats = 0;
  epoch: string | null = null;
  #onFrame: () => void = () => undefined;

  constructor(socket: WebSocket, onChallenge: (nonce: string) => void) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as PageFrame;
      if (frame.type === 'challenge') onChallenge(frame.nonce);
      else if (frame.type === 'beat') this.beats += 1;
      else if (frame.type === 'welcome' || frame.type === 'epoch') this.epoch = frame.epoch;
      else this.frames.push(frame);
      this.#onFrame();
    });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Resolves with the frames as soon as there are so many. */
  async waitForFrames(count: number): Promise<readonly PageFrame[]> {
    while (this.frames.length < count) {
      await new Promise<void>((resolve) => {
        this.#onFrame = resolve;
      });
    }
    return this.frames;
  }

  async waitForClose(): Promise<number> {
    const [code] = (await once(this.socket, 'close')) as [number];
    return code;
  }
}

/** Rejects with the status when the request is refused, and with the code when the page is not let in. */
export async function connect(origin: string, key: PageKey, headers: Record<string, string>): Promise<Peer> {
  const { host } = new URL(origin);
  const peer = dial(origin, headers, (nonce) => peer.send(toOpenFrame(key, { host, mainNonce: nonce })));
  const { socket } = peer;
  await new Promise<void>((resolve, reject) => {
    socket.on('message', () => peer.epoch !== null && resolve());
    socket.once('unexpected-response', (_request, response) => {
      socket.terminate();
      reject(new Error(`refused with ${String(response.statusCode)}`));
    });
    socket.once('close', (code) => reject(new Error(`closed with ${String(code)}`)));
    socket.on('error', reject);
  });
  return peer;
}

/** A socket that says nothing of itself. */
export function dial(
  origin: string,
  headers: Record<string, string>,
  onChallenge: (nonce: string) => void = () => undefined,
): Peer {
  return new Peer(new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { headers }), onChallenge);
}

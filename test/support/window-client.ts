/** The app as its page sees it, for tests without a page: the contract over the WebSocket of the browser host. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as v from 'valibot';
import { PendingRequests } from '#renderer/bridge/pending-requests.ts';
import {
  mainFrameSchema,
  type Reply,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '#shared/contract/index.ts';

const frameSchema = v.pipe(v.string(), v.parseJson(), mainFrameSchema);

/** One window. What was asked and not answered when the connection ends is answered with `disconnected`. */
export class WindowClient {
  readonly #socket: WebSocket;
  readonly #visit: { readonly origin: string; readonly cookie: string };
  readonly #pending = new PendingRequests();
  /** Every frame as it came, for whoever looks for what must not be in one. */
  onFrame: (text: string) => void = () => undefined;

  private constructor(socket: WebSocket, visit: { readonly origin: string; readonly cookie: string }) {
    this.#socket = socket;
    this.#visit = visit;
    socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
    socket.on('close', () => this.#pending.failAll());
    // A killed app breaks the connection; `close` follows.
    socket.on('error', () => socket.terminate());
  }

  /** Spends the token of the address that the terminal shows, and connects. Rejects when that is not to be had. */
  static async open(address: string): Promise<WindowClient> {
    const response = await fetch(address, { redirect: 'manual' });
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
    if (cookie === '') throw new Error(`The token was refused with ${String(response.status)}`);
    return await WindowClient.join(address, cookie);
  }

  /** Connects with the cookie of a window that was let in already: a second window beside it. */
  static async join(address: string, cookie: string): Promise<WindowClient> {
    const { host, origin } = new URL(address);
    const socket = new WebSocket(`ws://${host}/bridge`, { headers: { cookie }, origin });
    const client = new WindowClient(socket, { origin, cookie });
    await once(socket, 'open');
    return client;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Never rejects: a lost connection is the answer `disconnected`. */
  async ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Reply<RequestOutput<Name>>> {
    const { frame, reply } = this.#pending.add(name, input);
    if (this.isOpen) this.#socket.send(JSON.stringify(frame));
    else this.#pending.failAll();
    return await reply;
  }

  /** Throws when the answer is an error. */
  async get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
    const reply = await this.ask(name, input);
    if (!reply.ok) throw new Error(`${name} was refused: ${JSON.stringify(reply.error)}`);
    return reply.value;
  }

  /**
   * Stages a file, all of its bytes (at most a mebibyte) in one chunk; the handle. Undefined where the connection was lost.
   * Throws when the app says no.
   */
  async stage(name: string, bytes: Buffer): Promise<string | undefined> {
    const staged = await this.ask('files.stage', { name, mimeType: '', sizeBytes: bytes.byteLength });
    if (!staged.ok && staged.error.code === 'disconnected') return undefined;
    if (!staged.ok) throw new Error(`files.stage was refused: ${JSON.stringify(staged.error)}`);
    const { origin, cookie } = this.#visit;
    const headers = { cookie, origin, 'x-offset': '0' };
    const address = `${origin}/bytes/${staged.value.handle}`;
    const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(bytes) }).catch(
      () => undefined,
    );
    if (answer?.ok === false) throw new Error(`The bytes were refused with ${String(answer.status)}`);
    return answer === undefined ? undefined : staged.value.handle;
  }

  close(): void {
    this.#socket.terminate();
  }

  #receive(text: string): void {
    this.onFrame(text);
    const frame = v.parse(frameSchema, text);
    if (frame.type === 'reply') this.#pending.finish(frame.id, frame.reply);
  }
}

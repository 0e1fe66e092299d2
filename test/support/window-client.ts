/** The app as its page sees it, for tests without a page: the contract over the WebSocket of the browser host. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as v from 'valibot';
import { PendingRequests } from '#renderer/bridge/pending-requests.ts';
import {
  pageFrameSchema,
  SIGNATURE_HEADER,
  type PageKey,
  type Reply,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '#shared/contract/index.ts';
import { enterPage, toOpenFrame, toSignature } from './page-key.ts';

const frameSchema = v.pipe(v.string(), v.parseJson(), pageFrameSchema);

interface Visit {
  readonly origin: string;
  readonly key: PageKey;
}

/** One window. What was asked and not answered when the connection ends is answered with `disconnected`. */
export class WindowClient {
  readonly #socket: WebSocket;
  readonly #visit: Visit;
  #epoch = '';
  /** Resolves with the next epoch, or with the end of the connection. */
  #renewed = Promise.withResolvers<undefined>();
  readonly #welcomed = Promise.withResolvers<undefined>();
  readonly #pending = new PendingRequests();
  /** Every frame as it came, for whoever looks for what must not be in one. */
  onFrame: (text: string) => void = () => undefined;

  private constructor(socket: WebSocket, visit: Visit) {
    this.#socket = socket;
    this.#visit = visit;
    socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
    socket.on('close', (code) => {
      this.#welcomed.reject(new Error(`The page was refused with ${String(code)}`));
      this.#renewed.resolve(undefined);
      this.#pending.failAll();
    });
    // A killed app breaks the connection; `close` follows.
    socket.on('error', () => socket.terminate());
  }

  /** Spends the token of the address that the terminal shows, and connects. Rejects when that is not to be had. */
  static async open(address: string): Promise<WindowClient> {
    return await WindowClient.join(address, await enterPage(address));
  }

  /** Connects with the secret of a window that was let in already: a second window beside it. */
  static async join(address: string, key: PageKey): Promise<WindowClient> {
    const { host, origin } = new URL(address);
    const socket = new WebSocket(`ws://${host}/bridge`, { origin });
    const client = new WindowClient(socket, { origin, key });
    client.#welcomed.promise.catch(() => undefined);
    await once(socket, 'open');
    await client.#welcomed.promise;
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
    const path = `/bytes/${staged.value.handle}`;
    const epoch = this.#epoch;
    let answer = await this.#post(path, bytes);
    if (answer?.status === 403) {
      // The app signed in meanwhile: the frame that says so may come behind the refusal.
      if (this.#epoch === epoch) await this.#renewed.promise;
      answer = await this.#post(path, bytes);
    }
    if (answer?.ok === false) throw new Error(`The bytes were refused with ${String(answer.status)}`);
    return answer === undefined ? undefined : staged.value.handle;
  }

  close(): void {
    this.#socket.terminate();
  }

  /** Signed for the account of now; undefined where the connection was lost. */
  async #post(path: string, bytes: Buffer): Promise<Response | undefined> {
    const { origin, key } = this.#visit;
    const signature = toSignature(key, { method: 'POST', path, epoch: this.#epoch, atMs: Date.now() });
    const headers = { origin, 'x-offset': '0', [SIGNATURE_HEADER]: signature };
    return await fetch(`${origin}${path}`, { method: 'POST', headers, body: new Uint8Array(bytes) }).catch(
      () => undefined,
    );
  }

  #receive(text: string): void {
    this.onFrame(text);
    const frame = v.parse(frameSchema, text);
    if (frame.type === 'reply') this.#pending.finish(frame.id, frame.reply);
    else if (frame.type === 'epoch') {
      this.#epoch = frame.epoch;
      this.#renewed.resolve(undefined);
      this.#renewed = Promise.withResolvers();
    } else if (frame.type === 'hello') this.#welcomed.resolve(undefined);
    else if (frame.type === 'welcome') this.#epoch = frame.epoch;
    else if (frame.type === 'challenge') {
      const { origin, key } = this.#visit;
      const said = { host: new URL(origin).host, mainNonce: frame.nonce };
      this.#socket.send(JSON.stringify(toOpenFrame(key, said)));
    }
  }
}

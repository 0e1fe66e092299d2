/**
 * The contract over a WebSocket to the page's own origin, for the browser host.
 *
 *   connecting ──proofs, hello──► connected ──close, silence──► waiting ──(backoff)──► connecting
 *
 * BRIDGE-3 a request that was made before the first hello waits for it; later ones end as `disconnected` at once
 *          while there is no connection, and all open ones do when it is lost.
 * BRIDGE-4 it connects again by itself, for ever; after any connection but one that worked at once, everything is
 *          asked again.
 * BRIDGE-5 nothing is asked of, and nothing believed from, a program that did not prove to be main: once it has ended,
 *          any other may have its port.
 * BRIDGE-6 a line that has gone silent is lost, within three seconds.
 * (BRIDGE-1 and BRIDGE-2 are in event-relay.ts.)
 */
import * as v from 'valibot';
import {
  pageFrameSchema,
  toProofText,
  UNKNOWN_PAGE,
  type ByteSource,
  type EventName,
  type EventPayload,
  type PageFrame,
  type PageKey,
  type Reply,
  type RequestInput,
  type RequestName,
  type RequestOutput,
  type SwitchboardBridge,
} from '#shared/contract/index.ts';
import { toWaitMs } from './backoff.ts';
import { EventRelay } from './event-relay.ts';
import { LineWatch } from './line-watch.ts';
import type { PageEntry } from './page-entry.ts';
import { PendingRequests, toFailure } from './pending-requests.ts';
import { SignedAddresses } from './signed-addresses.ts';
import { toMac } from './signing.ts';
import { uploadInChunks } from './upload.ts';

/** A program that takes the connection and says nothing is not main, or main was stopped. */
const PROVES_WITHIN_MS = 5_000;

type Frame<Type extends PageFrame['type']> = Extract<PageFrame, { readonly type: Type }>;

/** One connection, until it is lost. */
interface Line {
  readonly socket: WebSocket;
  readonly key: PageKey;
  /** What main has to prove itself with; null until it has asked this page to. */
  expected: string | null;
  isProven: boolean;
  watch: LineWatch | null;
  readonly timer: ReturnType<typeof setTimeout>;
}

export interface WebSocketBridgeNeeds {
  readonly origin: string;
  readonly entry: Pick<PageEntry, 'key' | 'renew' | 'setProven'>;
  readonly isVisible: () => boolean;
}

export class WebSocketBridge implements SwitchboardBridge {
  readonly #relay = new EventRelay();
  readonly #pending = new PendingRequests();
  readonly #connectionListeners = new Set<(isConnected: boolean) => void>();
  readonly #needs: WebSocketBridgeNeeds;
  readonly #addresses = new SignedAddresses(() => Date.now());
  #line: Line | null = null;
  /** Main said that it does not know this page's secret. */
  #isUnknown = false;
  #state: 'first' | 'connected' | 'lost' | 'closed' = 'first';
  /** Frames that wait for the first hello. */
  #waiting: string[] = [];
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(needs: WebSocketBridgeNeeds) {
    this.#needs = needs;
    this.#connect();
  }

  request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Reply<RequestOutput<Name>>> {
    if (this.#state === 'lost' || this.#state === 'closed') return Promise.resolve(toFailure('disconnected'));
    const { frame, reply } = this.#pending.add(name, input);
    const text = JSON.stringify(frame);
    if (this.#state === 'connected') this.#send(text);
    else this.#waiting.push(text);
    return reply;
  }

  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void {
    return this.#relay.on(name, listener);
  }

  onResync(listener: () => void): () => void {
    return this.#relay.onResync(listener);
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.#connectionListeners.add(listener);
    listener(this.#state === 'connected' || this.#state === 'first');
    return () => this.#connectionListeners.delete(listener);
  }

  upload(handle: string, bytes: ByteSource, onProgress: (sentBytes: number) => void) {
    const { origin } = this.#needs;
    const sign = (method: 'POST', path: string): string | null => this.#addresses.sign(method, path);
    return uploadInChunks({ origin, sign, handle, bytes, onProgress });
  }

  mediaUrl(mediaId: string): string {
    return this.#addresses.toAddress(`/media/${encodeURIComponent(mediaId)}`);
  }

  fileUrl(handle: string): string {
    return this.#addresses.toAddress(`/file/${encodeURIComponent(handle)}`);
  }

  /** Ends it for good; open requests end as `disconnected`. */
  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#hangUp();
    this.#lose('closed');
  }

  #connect(): void {
    const { key } = this.#needs.entry;
    if (key === null || this.#isUnknown) {
      void this.#renew();
      return;
    }
    const socket = new WebSocket(`${this.#needs.origin.replace(/^http/, 'ws')}/bridge`);
    const timer = setTimeout(() => this.#retry(), PROVES_WITHIN_MS);
    const line: Line = { socket, key, expected: null, isProven: false, watch: null, timer };
    this.#line = line;
    socket.addEventListener('message', (event) => {
      if (line === this.#line) this.#receive(line, event.data);
    });
    socket.addEventListener('close', (event) => {
      if (line !== this.#line) return;
      this.#isUnknown = event.code === UNKNOWN_PAGE;
      this.#retry();
    });
  }

  /** Another tab may know a secret that main knows. */
  async #renew(): Promise<void> {
    const { entry } = this.#needs;
    await entry.renew();
    if (this.#state === 'closed') return;
    this.#isUnknown = false;
    if (entry.key === null) this.#retry();
    else this.#connect();
  }

  #receive(line: Line, data: unknown): void {
    const frame = findFrame(data);
    line.watch?.hear();
    if (!line.isProven) this.#prove(line, frame);
    else if (frame === null) this.#relay.resync();
    else if (frame.type === 'reply') this.#pending.finish(frame.id, frame.reply);
    else if (frame.type === 'event') this.#relay.receive(frame);
    else if (frame.type === 'hello') this.#open(line, frame);
    else if (frame.type === 'epoch') this.#addresses.startEpoch(frame.epoch);
  }

  /** The first words: main asks, this page proves itself and asks in its turn, main proves itself. */
  #prove(line: Line, frame: PageFrame | null): void {
    if (frame?.type === 'challenge' && line.expected === null) {
      const { pageId, secret } = line.key;
      const said = { host: new URL(this.#needs.origin).host, mainNonce: frame.nonce, pageNonce: createNonce() };
      line.expected = toMac(secret, toProofText({ by: 'main', ...said }));
      const proof = toMac(secret, toProofText({ by: 'page', ...said }));
      line.socket.send(JSON.stringify({ type: 'open', pageId, nonce: said.pageNonce, proof }));
    } else if (frame?.type === 'welcome' && frame.proof === line.expected) this.#admit(line, frame);
    else this.#retry();
  }

  /** A line that is closing takes nothing more: the request ends as lost once it is closed. */
  #send(text: string): void {
    const socket = this.#line?.socket;
    if (socket !== undefined && socket.readyState < WebSocket.CLOSING) socket.send(text);
  }

  #admit(line: Line, { now, epoch, beatEveryMs }: Frame<'welcome'>): void {
    line.isProven = true;
    this.#needs.entry.setProven(true);
    this.#addresses.admit({ key: line.key, epoch, aheadMs: now - Date.now() });
    if (beatEveryMs === null) return;
    const { isVisible } = this.#needs;
    const onSilent = (): void => this.#retry();
    line.watch = new LineWatch({ beatEveryMs, isVisible, onSilent, now: () => performance.now() });
  }

  #open(line: Line, hello: Frame<'hello'>): void {
    const isAgain = this.#state !== 'first';
    clearTimeout(line.timer);
    this.#attempts = 0;
    this.#state = 'connected';
    this.#relay.start(hello.sequence);
    for (const text of this.#waiting.splice(0)) this.#send(text);
    for (const listener of this.#connectionListeners) listener(true);
    if (isAgain) this.#relay.resync();
  }

  #retry(): void {
    this.#hangUp();
    this.#lose('lost');
    this.#timer = setTimeout(() => {
      this.#connect();
    }, toWaitMs(this.#attempts));
    this.#attempts += 1;
  }

  /** What still comes over that line is not heard any more. */
  #hangUp(): void {
    const line = this.#line;
    this.#line = null;
    this.#needs.entry.setProven(false);
    if (line === null) return;
    clearTimeout(line.timer);
    line.watch?.stop();
    line.socket.close();
  }

  #lose(state: 'lost' | 'closed'): void {
    this.#state = state;
    this.#waiting = [];
    this.#pending.failAll();
    for (const listener of this.#connectionListeners) listener(false);
  }
}

/** Null for what is no frame of the contract. */
function findFrame(data: unknown): PageFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const frame = v.safeParse(pageFrameSchema, JSON.parse(data));
    return frame.success ? frame.output : null;
  } catch {
    return null;
  }
}

function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

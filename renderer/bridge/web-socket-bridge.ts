/**
 * The contract over a WebSocket to the page's own origin, for the browser host.
 *
 *   connecting ──hello──► connected ──close──► waiting ──(backoff)──► connecting
 *
 * BRIDGE-3 a request that was made before the first hello waits for it; later ones end as `disconnected` at once
 *          while there is no connection, and all open ones do when it is lost.
 * BRIDGE-4 it connects again by itself, for ever; after any connection but one that worked at once, everything is
 *          asked again.
 * (BRIDGE-1 and BRIDGE-2 are in event-relay.ts.)
 */
import * as v from 'valibot';
import {
  mainFrameSchema,
  type ByteSource,
  type EventName,
  type EventPayload,
  type MainFrame,
  type Reply,
  type RequestInput,
  type RequestName,
  type RequestOutput,
  type SwitchboardBridge,
} from '#shared/contract/index.ts';
import { toWaitMs } from './backoff.ts';
import { EventRelay } from './event-relay.ts';
import { PendingRequests, toFailure } from './pending-requests.ts';
import { uploadInChunks } from './upload.ts';

export class WebSocketBridge implements SwitchboardBridge {
  readonly #origin: string;
  readonly #relay = new EventRelay();
  readonly #pending = new PendingRequests();
  readonly #connectionListeners = new Set<(isConnected: boolean) => void>();
  #socket: WebSocket | null = null;
  #state: 'first' | 'connected' | 'lost' | 'closed' = 'first';
  /** Frames that wait for the first hello. */
  #waiting: string[] = [];
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor({ origin }: { readonly origin: string }) {
    this.#origin = origin;
    this.#connect();
  }

  request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Reply<RequestOutput<Name>>> {
    if (this.#state === 'lost' || this.#state === 'closed') return Promise.resolve(toFailure('disconnected'));
    const { frame, reply } = this.#pending.add(name, input);
    const text = JSON.stringify(frame);
    if (this.#state === 'connected') this.#socket?.send(text);
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
    return uploadInChunks({ address: `${this.#origin}/bytes`, handle, bytes, onProgress });
  }

  mediaUrl(mediaId: string): string {
    return `/media/${encodeURIComponent(mediaId)}`;
  }

  /** Ends it for good; open requests end as `disconnected`. */
  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lose('closed');
  }

  #connect(): void {
    const socket = new WebSocket(`${this.#origin.replace(/^http/, 'ws')}/bridge`);
    this.#socket = socket;
    socket.addEventListener('message', (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    });
    socket.addEventListener('close', () => {
      if (socket === this.#socket) this.#retry();
    });
  }

  #receive(data: unknown): void {
    const frame = findFrame(data);
    if (frame === null) this.#relay.resync();
    else if (frame.type === 'reply') this.#pending.finish(frame.id, frame.reply);
    else if (frame.type === 'event') this.#relay.receive(frame);
    else this.#open(frame);
  }

  #open(hello: Extract<MainFrame, { type: 'hello' }>): void {
    const isAgain = this.#state !== 'first';
    this.#attempts = 0;
    this.#state = 'connected';
    this.#relay.start(hello.sequence);
    for (const text of this.#waiting.splice(0)) this.#socket?.send(text);
    for (const listener of this.#connectionListeners) listener(true);
    if (isAgain) this.#relay.resync();
  }

  #retry(): void {
    this.#lose('lost');
    this.#timer = setTimeout(() => {
      this.#connect();
    }, toWaitMs(this.#attempts));
    this.#attempts += 1;
  }

  #lose(state: 'lost' | 'closed'): void {
    this.#state = state;
    this.#waiting = [];
    this.#pending.failAll();
    for (const listener of this.#connectionListeners) listener(false);
  }
}

/** Null for what is no frame of the contract. */
function findFrame(data: unknown): MainFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const frame = v.safeParse(mainFrameSchema, JSON.parse(data));
    return frame.success ? frame.output : null;
  } catch {
    return null;
  }
}

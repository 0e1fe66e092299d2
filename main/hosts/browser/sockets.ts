/**
 * The contract over WebSockets, for pages that proved themselves: `hello` first, then replies and numbered events.
 *
 * SOCKET-1 hello carries the number of the last event before it: no event is between them.
 * SOCKET-2 a frame that is too long, no text or no request ends the connection; the page connects again.
 * SOCKET-3 a peer that does not answer a ping, or does not read what it gets, is let go.
 * SOCKET-4 a peer that asks more at once than any page does is let go.
 * SOCKET-5 a page hears a beat each second: silence tells it that main, or the way to it, is gone.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { events, requestFrameSchema, UNKNOWN_PAGE, type PageFrame } from '#shared/contract/index.ts';
import type { Bridge } from '#main/bridge/bridge.ts';
import { toText } from './frames.ts';
import type { Gate } from './gate.ts';
import { Handshake } from './handshake.ts';
import { Watching } from './watching.ts';

/** The longest request is a text of 5,000 characters. */
const MAX_FRAME_BYTES = 128 * 1024;
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const MAX_PEERS = 32;
const MAX_OPEN_REQUESTS = 256;
const PING_EVERY_MS = 20_000;
const BEAT_EVERY_MS = 1_000;

/** Pages say for themselves whether somebody looks; the app wants to know it of all of them. */
const ACTIVITY = 'host.setActivity';

const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
const GOING_AWAY = 1001;

const frameSchema = v.pipe(v.string(), v.parseJson(), requestFrameSchema);

export interface SocketNeeds {
  readonly bridge: Bridge;
  readonly gate: Pick<Gate, 'prove' | 'attend' | 'epoch' | 'startEpoch'>;
  readonly now: () => number;
  /** A page's connection, and no stranger's. */
  readonly onProven?: (socket: Socket) => void;
  readonly pingEveryMs?: number;
}

export class Sockets {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  readonly #bridge: Bridge;
  readonly #handshake: Handshake;
  /** Those that proved themselves. */
  readonly #peers = new Set<WebSocket>();
  readonly #answering = new Set<WebSocket>();
  readonly #watching = new Watching<WebSocket>();
  /** How many requests of each peer are not answered yet. */
  readonly #open = new Map<WebSocket, number>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #gate: SocketNeeds['gate'];
  readonly #unsubscribe: () => void;
  readonly #onProven: (socket: Socket) => void;
  #account = '';

  constructor({ bridge, gate, now, onProven = () => undefined, pingEveryMs = PING_EVERY_MS }: SocketNeeds) {
    this.#onProven = onProven;
    this.#bridge = bridge;
    this.#gate = gate;
    // Before any page does: the new epoch comes before what it is new for.
    this.#unsubscribe = bridge.subscribe(({ name, payload }) => {
      if (name === 'session.changed') this.#followAccount(payload);
    });
    this.#handshake = new Handshake({ gate, now, beatEveryMs: BEAT_EVERY_MS });
    this.#timers = [
      setInterval(() => this.#ping(), pingEveryMs).unref(),
      setInterval(() => this.#beat(), BEAT_EVERY_MS).unref(),
    ];
  }

  /** Takes over a connection of our own origin. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (peer) => {
      // Told apart from a bug by `close`, which always follows; the page connects again by itself.
      peer.on('error', () => peer.terminate());
      this.#handshake.begin(peer, request.headers.host ?? '', (pageId) => {
        this.#onProven(request.socket);
        // A page that is forgotten while it is open asks the other tabs of its browser.
        peer.once(
          'close',
          this.#gate.attend(pageId, () => peer.close(UNKNOWN_PAGE, 'Too many pages')),
        );
        this.#welcome(peer);
      });
    });
  }

  async dispose(): Promise<void> {
    this.#unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    for (const peer of this.#server.clients) peer.close(GOING_AWAY, 'Switchboard ends');
    for (const peer of this.#server.clients) peer.terminate();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #welcome(peer: WebSocket): void {
    if (this.#peers.size >= MAX_PEERS) {
      peer.close(TRY_AGAIN_LATER, 'Too many windows');
      return;
    }
    this.#peers.add(peer);
    this.#answering.add(peer);
    peer.on('pong', () => this.#answering.add(peer));
    const unsubscribe = this.#bridge.subscribe((event) => this.#send(peer, { type: 'event', ...event }));
    peer.on('message', (data, isBinary) => void this.#receive(peer, isBinary ? null : data));
    peer.on('close', () => {
      unsubscribe();
      this.#peers.delete(peer);
      this.#answering.delete(peer);
      this.#open.delete(peer);
      this.#bridge.setActivity(this.#watching.forget(peer));
    });
    this.#send(peer, { type: 'hello', runId: this.#bridge.runId, sequence: this.#bridge.sequence });
  }

  async #receive(peer: WebSocket, data: RawData | null): Promise<void> {
    const frame = v.safeParse(frameSchema, data === null ? null : toText(data));
    if (!frame.success) {
      peer.close(POLICY_VIOLATION, 'Not a request');
      return;
    }
    const { id, name, input } = frame.output;
    if (this.#countOpen(peer, 1) > MAX_OPEN_REQUESTS) {
      peer.close(TRY_AGAIN_LATER, 'Too many requests at once');
      return;
    }
    const asked = name === ACTIVITY ? (this.#watching.note(peer, input) ?? input) : input;
    this.#send(peer, { type: 'reply', id, reply: await this.#bridge.handle(name, asked) });
    this.#countOpen(peer, -1);
  }

  #countOpen(peer: WebSocket, change: 1 | -1): number {
    const count = (this.#open.get(peer) ?? 0) + change;
    if (peer.readyState === peer.OPEN) this.#open.set(peer, count);
    return count;
  }

  #send(peer: WebSocket, frame: PageFrame): void {
    if (peer.readyState !== peer.OPEN) return;
    if (peer.bufferedAmount > MAX_UNREAD_BYTES) peer.terminate();
    else peer.send(JSON.stringify(frame));
  }

  /** Whoever signed out, or opened another account, leaves no address behind that opens anything of it. */
  #followAccount(payload: unknown): void {
    const { session } = v.parse(events['session.changed'], payload);
    const account = [session.state, session.baseUrl, session.username].join(' ');
    if (account === this.#account) return;
    this.#account = account;
    this.#gate.startEpoch();
    for (const peer of this.#peers) this.#send(peer, { type: 'epoch', epoch: this.#gate.epoch });
  }

  #ping(): void {
    for (const peer of this.#peers) {
      if (this.#answering.delete(peer)) peer.ping();
      else peer.terminate();
    }
  }

  #beat(): void {
    for (const peer of this.#peers) this.#send(peer, { type: 'beat' });
  }
}

/**
 * The contract over WebSockets. Main and the page first prove to each other that they have the page's secret; before that
 * main answers no request and tells no event. Then `hello`, replies and numbered events.
 *
 * ENTRY-1 a page that does not prove itself within five seconds is disconnected, and so is the oldest of too many, and
 *         one that says more than its proof takes.
 * ENTRY-2 a proof is valid for this connection, this host and port alone.
 * SOCKET-1 hello carries the number of the last event before it: none is lost between them.
 * SOCKET-2 a frame that is too long, not text or not a request ends the connection; the page connects again.
 * SOCKET-3 a peer that does not answer a ping, or does not read what it gets, is disconnected.
 * SOCKET-4 a peer that sends more requests at once than any page does is disconnected.
 * SOCKET-5 a page gets a heartbeat each second: silence tells it that main or the connection is gone.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import {
  events,
  openFrameSchema,
  requestFrameSchema,
  requests,
  UNKNOWN_PAGE,
  type PageFrame,
  type RequestInput,
} from '#shared/contract/index.ts';
import type { Bridge } from '#main/bridge/bridge.ts';
import { createToken } from '#main/platform/ids.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/** The longest request names a million contacts. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
/** A proof is far shorter. */
const MAX_UNPROVEN_BYTES = 16 * 1024;
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const MAX_PEERS = 32;
const MAX_OPEN_REQUESTS = 256;
const PING_EVERY_MS = 20_000;
const BEAT_EVERY_MS = 1_000;

/** Each page reports whether the user looks at it; the app needs to know it of all pages together. */
const ACTIVITY = 'host.setActivity';

const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
const GOING_AWAY = 1001;

const frameSchema = v.pipe(v.string(), v.parseJson(), requestFrameSchema);
const openSchema = v.pipe(v.string(), v.parseJson(), openFrameSchema);

const PROVE_WITHIN_MS = 5_000;
const MAX_UNPROVEN = 16;

export interface SocketNeeds {
  readonly bridge: Bridge;
  readonly sessions: Pick<BrowserSessions, 'prove' | 'attend' | 'epoch' | 'startEpoch'>;
  readonly now: () => number;
  /** The connection belongs to a page of ours. */
  readonly onProven?: (socket: Socket) => void;
  readonly pingEveryMs?: number;
}

export class Sockets {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  readonly #bridge: Bridge;
  readonly #handshake: Handshake;
  /** Pages that proved themselves. */
  readonly #peers = new Set<WebSocket>();
  readonly #answering = new Set<WebSocket>();
  readonly #activities = new PageActivities<WebSocket>();
  /** How many requests of each peer are not answered yet. */
  readonly #open = new Map<WebSocket, number>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #sessions: SocketNeeds['sessions'];
  readonly #unsubscribe: () => void;
  readonly #onProven: (socket: Socket) => void;
  #account = '';

  constructor({ bridge, sessions, now, onProven = () => undefined, pingEveryMs = PING_EVERY_MS }: SocketNeeds) {
    this.#onProven = onProven;
    this.#bridge = bridge;
    this.#sessions = sessions;
    // Subscribed before any page: a page gets the new epoch before the events of the new account.
    this.#unsubscribe = bridge.subscribe(({ name, payload }) => {
      if (name === 'session.changed') this.#followAccount(payload);
    });
    this.#handshake = new Handshake({ sessions, now, beatEveryMs: BEAT_EVERY_MS });
    this.#timers = [
      setInterval(() => this.#ping(), pingEveryMs).unref(),
      setInterval(() => this.#beat(), BEAT_EVERY_MS).unref(),
    ];
  }

  /** Takes over a connection from our own origin. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (peer) => {
      // Not a bug: `close` always follows, and the page connects again by itself.
      peer.on('error', () => peer.terminate());
      const trust = limitBytes(socket, () => peer.terminate());
      this.#handshake.begin(peer, request.headers.host ?? '', (pageId) => {
        trust();
        this.#onProven(request.socket);
        // A page that is forgotten while it is open asks another tab of its browser for a secret.
        peer.once(
          'close',
          this.#sessions.attend(pageId, () => peer.close(UNKNOWN_PAGE, 'Too many pages')),
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
      this.#bridge.setActivity(this.#activities.forget(peer));
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
    const asked = name === ACTIVITY ? (this.#activities.note(peer, input) ?? input) : input;
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

  /** After signing out or changing the account, no signed address of the earlier account opens anything. */
  #followAccount(payload: unknown): void {
    const { session } = v.parse(events['session.changed'], payload);
    const account = [session.state, session.baseUrl, session.username].join(' ');
    if (account === this.#account) return;
    this.#account = account;
    this.#sessions.startEpoch();
    for (const peer of this.#peers) this.#send(peer, { type: 'epoch', epoch: this.#sessions.epoch });
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

export interface HandshakeNeeds {
  readonly sessions: Pick<BrowserSessions, 'prove' | 'epoch'>;
  readonly now: () => number;
  /** Null: main sends no heartbeat. */
  readonly beatEveryMs: number | null;
}

interface Welcome {
  readonly pageId: string;
  readonly welcome: PageFrame;
}

/** Asks each new connection for its proof. */
export class Handshake {
  readonly #needs: HandshakeNeeds;
  /** The oldest first, each with its time limit. */
  readonly #unproven = new Map<WebSocket, NodeJS.Timeout>();

  constructor(needs: HandshakeNeeds) {
    this.#needs = needs;
  }

  /** Asks the page for its proof; `onOpen` is called at most once. `host`: the address that the page was opened at. */
  begin(peer: WebSocket, host: string, onOpen: (pageId: string) => void): void {
    const [oldest] = this.#unproven.keys();
    if (oldest !== undefined && this.#unproven.size >= MAX_UNPROVEN) this.#refuse(oldest, POLICY_VIOLATION);
    const timer = setTimeout(() => this.#refuse(peer, POLICY_VIOLATION), PROVE_WITHIN_MS).unref();
    this.#unproven.set(peer, timer);
    const mainNonce = createToken();
    peer.on('close', () => this.#forget(peer));
    peer.once('message', (data, isBinary) => {
      if (!this.#unproven.has(peer)) return;
      this.#forget(peer);
      const known = isBinary ? undefined : this.#findWelcome(data, { host, mainNonce });
      if (known === undefined) {
        this.#refuse(peer, UNKNOWN_PAGE);
        return;
      }
      send(peer, known.welcome);
      onOpen(known.pageId);
    });
    send(peer, { type: 'challenge', nonce: mainNonce });
  }

  #findWelcome(data: RawData, said: { readonly host: string; readonly mainNonce: string }): Welcome | undefined {
    const frame = v.safeParse(openSchema, toText(data));
    if (!frame.success) return undefined;
    const { pageId, nonce, proof } = frame.output;
    const own = this.#needs.sessions.prove({ ...said, pageId, pageNonce: nonce }, proof);
    if (own === undefined) return undefined;
    const { sessions, now, beatEveryMs } = this.#needs;
    return { pageId, welcome: { type: 'welcome', proof: own, now: now(), epoch: sessions.epoch, beatEveryMs } };
  }

  #refuse(peer: WebSocket, code: number): void {
    this.#forget(peer);
    peer.close(code, 'No page of ours');
    // A stranger may never complete the closing handshake.
    setTimeout(() => peer.terminate(), PROVE_WITHIN_MS).unref();
  }

  #forget(peer: WebSocket): void {
    clearTimeout(this.#unproven.get(peer));
    this.#unproven.delete(peer);
  }
}

function send(peer: WebSocket, frame: PageFrame): void {
  peer.send(JSON.stringify(frame));
}

/** Calls `end` where a connection that proved nothing yet sends much; counts no more once the returned function was called. */
function limitBytes(socket: Duplex, end: () => void): () => void {
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_UNPROVEN_BYTES) end();
  };
  socket.on('data', count);
  return () => void socket.off('data', count);
}

type Activity = RequestInput<'host.setActivity'>;

const INACTIVE: Activity = { isVisible: false, isFocused: false };

/** Several pages may be open: the app is active as long as one of them is. */
class PageActivities<Peer> {
  readonly #activities = new Map<Peer, Activity>();

  /** The activity of all pages together, now that this one reports `input`; undefined where that is not an activity. */
  note(peer: Peer, input: unknown): Activity | undefined {
    const said = v.safeParse(requests['host.setActivity'].input, input);
    if (!said.success) return undefined;
    this.#activities.set(peer, said.output);
    return this.#sum();
  }

  /** The same, now that this page is disconnected. */
  forget(peer: Peer): Activity {
    this.#activities.delete(peer);
    return this.#sum();
  }

  #sum(): Activity {
    return [...this.#activities.values()].reduce(
      (sum, one) => ({
        isVisible: sum.isVisible || one.isVisible,
        isFocused: sum.isFocused || one.isFocused,
      }),
      INACTIVE,
    );
  }
}

/** The text of a frame, in any of the forms that `ws` uses. */
function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}

/**
 * The first words on a socket: main and the page prove to each other that they have the page's secret. Before that nothing
 * is answered and no event is told.
 *
 * ENTRY-1 a page that does not prove itself within five seconds is let go, and so is the oldest of too many.
 * ENTRY-2 a proof is good for this connection, this host and port alone.
 */
import * as v from 'valibot';
import type { RawData, WebSocket } from 'ws';
import { openFrameSchema, UNKNOWN_PAGE, type PageFrame } from '#shared/contract/index.ts';
import { createToken } from '#main/platform/ids.ts';
import type { Gate } from './gate.ts';
import { toText } from './frames.ts';

const PROVES_WITHIN_MS = 5_000;
const MOST_UNPROVEN = 16;
const POLICY_VIOLATION = 1008;

const frameSchema = v.pipe(v.string(), v.parseJson(), openFrameSchema);

export interface HandshakeNeeds {
  readonly gate: Pick<Gate, 'prove' | 'epoch'>;
  readonly now: () => number;
  /** What main promises of itself; null: nothing. */
  readonly beatEveryMs: number | null;
}

interface Welcome {
  readonly pageId: string;
  readonly welcome: PageFrame;
}

export class Handshake {
  readonly #needs: HandshakeNeeds;
  /** The oldest first. */
  readonly #unproven = new Map<WebSocket, NodeJS.Timeout>();

  constructor(needs: HandshakeNeeds) {
    this.#needs = needs;
  }

  /** Asks the page for its proof; `onOpen` is called at most once. `host`: the address that the page was opened at. */
  begin(peer: WebSocket, host: string, onOpen: (pageId: string) => void): void {
    const [oldest] = this.#unproven.keys();
    if (oldest !== undefined && this.#unproven.size >= MOST_UNPROVEN) this.#refuse(oldest, POLICY_VIOLATION);
    const timer = setTimeout(() => this.#refuse(peer, POLICY_VIOLATION), PROVES_WITHIN_MS).unref();
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
    const frame = v.safeParse(frameSchema, toText(data));
    if (!frame.success) return undefined;
    const { pageId, nonce, proof } = frame.output;
    const own = this.#needs.gate.prove({ ...said, pageId, pageNonce: nonce }, proof);
    if (own === undefined) return undefined;
    const { gate, now, beatEveryMs } = this.#needs;
    return { pageId, welcome: { type: 'welcome', proof: own, now: now(), epoch: gate.epoch, beatEveryMs } };
  }

  #refuse(peer: WebSocket, code: number): void {
    this.#forget(peer);
    peer.close(code, 'No page of ours');
    // Nobody waits for the farewell of somebody who was never let in.
    setTimeout(() => peer.terminate(), PROVES_WITHIN_MS).unref();
  }

  #forget(peer: WebSocket): void {
    clearTimeout(this.#unproven.get(peer));
    this.#unproven.delete(peer);
  }
}

function send(peer: WebSocket, frame: PageFrame): void {
  peer.send(JSON.stringify(frame));
}

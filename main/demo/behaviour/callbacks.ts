import { randomUUID } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Json } from '../http.ts';
import type { CallbackSettings, Inbound, Outbound } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { toOutboundCore, toReplyCore } from '../wire/message.ts';
import { toSkewed } from '../wire/skew.ts';
import type { View } from '../wire/view.ts';
import { findReference } from '../state/references.ts';

const TIMEOUT_MS = 10_000;
const KEPT = 200;

/** A callback that was posted. */
export interface SentCallback {
  readonly kind: 'delivery' | 'inbound';
  readonly id: number;
  readonly letter: string | null;
  /** Status of the answer, null when there was none. */
  readonly answered: number | null;
}

type Fields = Readonly<Record<string, Json>>;

function toText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The body of a callback in the account's format, with its type. */
export function toCallbackBody(fields: Fields, format: CallbackSettings['format']): { type: string; body: string } {
  if (format === 'j') return { type: 'application/json', body: JSON.stringify(fields) };
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, toText(value)]);
  if (format === 'u') {
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(pairs).toString() };
  }
  const boundary = `demo-${randomUUID()}`;
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}

/** Fields of the delivery callback: the message without what only lists show, and the reference of its send. */
export function toDeliveryFields(message: Outbound, view: View): Fields {
  const { contactId: _contact, sessionId: _session, deleted: _deleted, ...fields } = toOutboundCore(message, view);
  const referenceId = findReference(view.world, message);
  return referenceId === null ? fields : { ...fields, referenceId };
}

interface Exchange {
  readonly method: 'HEAD' | 'POST';
  readonly url: string;
  readonly type?: string;
  readonly body?: string;
  /** Breaks it off. */
  readonly signal: AbortSignal;
}

/** Status of the answer, null when none came in time. */
function exchange({ method, url, type, body, signal }: Exchange): Promise<number | null> {
  const start = url.startsWith('https:') ? requestHttps : requestHttp;
  const headers = type === undefined ? {} : { 'content-type': type };
  return new Promise((resolve) => {
    const request = start(url, { method, headers, timeout: TIMEOUT_MS, signal }, (response) => {
      // What comes after the status is of no interest, nor is it when that breaks off.
      response.on('error', () => resolve(null)).resume();
      resolve(response.statusCode ?? null);
    });
    request.on('timeout', () => request.destroy(new Error('No answer in time')));
    request.on('error', () => resolve(null));
    request.end(body);
  });
}

/** Posts what happens to the addresses that the account has set. Each is posted once: a callback is only a hint. */
export class Callbacks {
  readonly #world: World;
  readonly #toSkewMs: () => number;
  readonly #sent: SentCallback[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #tests = new AbortController();
  readonly #posts = new AbortController();

  /** @param toSkewMs By how much the clock that the service shows is ahead. */
  constructor(world: World, toSkewMs: () => number = () => 0) {
    this.#world = world;
    this.#toSkewMs = toSkewMs;
  }

  /** The last ones posted, oldest first. */
  get sent(): readonly SentCallback[] {
    return this.#sent;
  }

  /** Whether an address answers the settings test with 200. */
  async answers(url: string): Promise<boolean> {
    return (await exchange({ method: 'HEAD', url, signal: this.#tests.signal })) === 200;
  }

  tellDelivery(message: Outbound, view: View): void {
    const { outUrl } = this.#world.data.callbacks;
    if (outUrl === null) return;
    const entry = { kind: 'delivery', id: message.id, letter: message.status } as const;
    this.#post(outUrl, toDeliveryFields(message, view), entry);
  }

  tellInbound(message: Inbound): void {
    const { inUrl } = this.#world.data.callbacks;
    if (inUrl === null) return;
    this.#post(inUrl, toReplyCore(message), { kind: 'inbound', id: message.id, letter: null });
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Breaks settings tests off: to whoever waits for one, the address has not answered. */
  endTests(): void {
    this.#tests.abort();
  }

  /** Waits for what is on its way, and closes what is still open of it. */
  async dispose(): Promise<void> {
    this.endTests();
    await this.settled();
    this.#posts.abort();
  }

  #post(url: string, fields: Fields, entry: Omit<SentCallback, 'answered'>): void {
    const shown = toSkewed(fields, this.#toSkewMs()) as Fields;
    const { type, body } = toCallbackBody(shown, this.#world.data.callbacks.format);
    const work = exchange({ method: 'POST', url, type, body, signal: this.#posts.signal }).then((answered) => {
      this.#sent.push({ ...entry, answered });
      if (this.#sent.length > KEPT) this.#sent.shift();
    });
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }
}

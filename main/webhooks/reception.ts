/** Decides about one request: whose it is, what is in it, and what it is answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallbackDirection, CallbackEvent } from '#shared/domain/callbacks.ts';
import { createAddressBook } from './address.ts';
import { readRecords } from './bodies.ts';
import { decodeRecord } from './decode.ts';
import type { Intake, Kept } from './intake.ts';
import type { ReceiverLimits } from './limits.ts';
import type { ReceiverOptions } from './ports.ts';
import { readBody } from './read-body.ts';
import type { RefusalReason, Refusals } from './refusals.ts';
import { TokenBucket } from './token-bucket.ts';
import { Turns } from './turns.ts';

interface Needs {
  readonly options: ReceiverOptions;
  readonly limits: ReceiverLimits;
  readonly intake: Intake;
  readonly refusals: Refusals;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const OK: Answer = { status: 200 };
const LATER = { 'retry-after': '1' };
/** Nothing of the body was read, and none of it will be: the connection ends with the answer. */
const CLOSE = { connection: 'close' };
const KEPT: Readonly<Record<Kept, Answer>> = {
  kept: OK,
  full: { status: 503, headers: LATER },
  closed: { status: 503, headers: CLOSE },
  failed: { status: 503, headers: LATER },
};

export class Reception {
  readonly #needs: Needs;
  readonly #findDirection: (url: string | undefined) => CallbackDirection | undefined;
  readonly #bucket: TokenBucket;
  readonly #turns = new Turns();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#findDirection = createAddressBook(needs.options.secrets);
    const { perSecond, burst } = needs.limits;
    this.#bucket = new TokenBucket({ perSecond, burst, at: needs.options.now() });
  }

  /** Answers a request. Rejects on a bug only. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A connection that breaks is nobody's failure; without a listener it would end the app.
    request.on('error', () => response.destroy());
    const direction = this.#findDirection(request.url);
    const answer =
      direction === undefined
        ? this.#refuse('wrong address', { status: 404 })
        : (this.#answerAtOnce(request) ?? (await this.#take(request, direction)));
    if (answer === null || response.destroyed) return;
    response.writeHead(answer.status, { 'content-length': '0', ...answer.headers }).end();
  }

  /** What needs no body to be answered; null: a callback that may come in. */
  #answerAtOnce(request: IncomingMessage): Answer | null {
    if (request.method === 'HEAD' || request.method === 'GET') return OK;
    if (request.method !== 'POST') {
      return this.#refuse('wrong method', { status: 405, headers: { allow: 'GET, HEAD, POST' } });
    }
    if (this.#bucket.take(this.#needs.options.now())) return null;
    return this.#refuse('too many at once', { status: 429, headers: LATER });
  }

  /** Null: its sender is gone. */
  async #take(request: IncomingMessage, direction: CallbackDirection): Promise<Answer | null> {
    const { limits, intake, refusals } = this.#needs;
    const body = await readBody(request, limits.bodyBytes);
    if (body === 'gone') return null;
    if (body === 'too-large') return this.#refuse('body too large', { status: 413 });
    await this.#turns.next();
    const records = await readRecords(body, request.headers['content-type'] ?? '');
    if (records.length > limits.records) return this.#refuse('body too large', { status: 413 });
    const events = this.#toEvents(records, direction);
    this.#bucket.charge(Math.max(0, events.length - 1));
    const kept = await intake.add(events);
    if (kept === 'full') refusals.add('inbox full', events.length);
    if (kept === 'failed') refusals.add('could not be kept', events.length);
    return KEPT[kept];
  }

  /** What cannot be read is counted and answered with 200 all the same: the service would take the address for wrong. */
  #toEvents(records: readonly unknown[], direction: CallbackDirection): readonly CallbackEvent[] {
    const { options, refusals } = this.#needs;
    const receivedAt = options.now();
    const decoded = records.map((record) => decodeRecord(record, { direction, receivedAt }));
    for (const item of decoded) if (item.kind === 'test') options.onTest(direction, item.nonce);
    const events = decoded.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
    const nothing = decoded.filter(({ kind }) => kind === 'nothing').length;
    if (nothing > 0 || records.length === 0) refusals.add('not an event', Math.max(1, nothing));
    return events;
  }

  #refuse(reason: RefusalReason, { status, headers = {} }: Answer): Answer {
    this.#needs.refusals.add(reason);
    return { status, headers: { ...headers, ...CLOSE } };
  }
}

/** A transport to the demo service in this process: it takes virtual time, loses answers and can be cut. */
import type { Transport, TransportRequest } from '#main/api/transport.ts';
import type { DemoService } from '#main/demo/service.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { Random } from '#test/support/random.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface SimulatedNetworkParts {
  readonly demo: DemoService;
  readonly clock: VirtualClock;
  readonly random: Random;
  /** The service reads a larger page size as 10. */
  readonly maxLimit?: number;
}

export class SimulatedNetwork implements Transport {
  /** Every request fails. */
  isCut = false;
  readonly #parts: SimulatedNetworkParts;
  #isDead = false;

  constructor(parts: SimulatedNetworkParts) {
    this.#parts = parts;
  }

  /** The asking process was killed: no request leaves and no answer arrives. */
  kill(): void {
    this.#isDead = true;
  }

  async send(request: TransportRequest): ReturnType<Transport['send']> {
    const { random } = this.#parts;
    await this.#travel(request, random.between(5, 120));
    this.#passOrLose(request, 'not-accepted');
    const answer = await this.#ask(request);
    await this.#travel(request, random.between(5, 120));
    this.#passOrLose(request, 'unknown');
    if (answer.connection !== 'whole') throw toLost(request, 'unknown');
    return { status: answer.status, headers: answer.headers, bytes: answer.body };
  }

  async #ask({ method, url, headers, body }: TransportRequest): ReturnType<DemoService['handle']> {
    const { demo, clock } = this.#parts;
    const asked = { method, path: url.pathname, query: this.#toQuery(url), headers: { ...headers, host: url.host } };
    if (body === null || typeof body === 'string') return demo.handle({ ...asked, body: Buffer.from(body ?? '') });
    // The service reads a file in a thread of its own, which takes real time.
    const release = clock.hold();
    try {
      const pieces: Uint8Array[] = [];
      for await (const piece of body.open()) pieces.push(piece);
      return await demo.handle({ ...asked, body: Buffer.concat(pieces) });
    } finally {
      release();
    }
  }

  #toQuery({ searchParams }: URL): string {
    const asked = new URLSearchParams(searchParams);
    if (Number(asked.get('limit') ?? 0) > (this.#parts.maxLimit ?? Infinity)) asked.set('limit', '10');
    return asked.toString();
  }

  async dispose(): Promise<void> {
    // Running requests end by their own signals.
  }

  #passOrLose(request: TransportRequest, outcome: 'not-accepted' | 'unknown'): void {
    if (this.isCut) throw toLost(request, outcome);
  }

  async #travel({ signal, row }: TransportRequest, ms: number): Promise<void> {
    await this.#parts.clock.wait(ms, signal ?? new AbortController().signal);
    if (this.#isDead) await new Promise(() => undefined);
    if (signal?.aborted === true) throw new AppError({ code: 'cancelled', message: `${row} was ended` });
  }
}

function toLost({ row }: TransportRequest, outcome: 'not-accepted' | 'unknown'): AppError {
  return new AppError({ code: 'offline', message: `${row} was lost on the way`, retryable: true, outcome });
}

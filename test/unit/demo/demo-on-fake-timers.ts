import type { Timers } from '#main/demo/behaviour/clock.ts';
import type { DemoResponse } from '#main/demo/http.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';

/** 20 November 2026, 09:54 in London. */
export const NOW_AT = Date.UTC(2026, 10, 20, 9, 54);

/** A clock that only moves when told; timers run in the order of their time. */
export class FakeTimers implements Timers {
  #nowAt: number;
  #timers: { dueAt: number; run: () => void }[] = [];

  constructor(nowAt = NOW_AT) {
    this.#nowAt = nowAt;
  }

  nowAt(): number {
    return this.#nowAt;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { dueAt: this.#nowAt + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  advance(byMs: number): void {
    const untilAt = this.#nowAt + byMs;
    for (;;) {
      const due = this.#timers.filter(({ dueAt }) => dueAt <= untilAt).sort((a, b) => a.dueAt - b.dueAt)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== due);
      this.#nowAt = Math.max(this.#nowAt, due.dueAt);
      due.run();
    }
    this.#nowAt = untilAt;
  }
}

export interface Answer {
  readonly status: number;
  /** Decoded JSON, undefined for anything else. */
  readonly body: unknown;
  readonly response: DemoResponse;
}

/** A demo service with a client that signs in to it. */
export class DemoOnFakeTimers {
  readonly timers: FakeTimers;
  readonly service: SteeredService;

  constructor(options: DemoOptions = {}, nowAt = NOW_AT) {
    this.timers = new FakeTimers(nowAt);
    this.service = createSteeredService({ timers: this.timers, ...options });
    // Tests ask as often as they like, but for those about the rate.
    this.service.settings.perSecond = 1_000_000;
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.call('POST', path, body);
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const { username, apiKey } = this.service;
    const [plain = '', query = ''] = path.split('?');
    const response = await this.service.handle({
      method,
      path: `/api/v2${plain}`,
      query,
      headers: { 'x-tm-username': username, 'x-tm-key': apiKey, 'content-type': 'application/json', ...headers },
      body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    });
    const text = new TextDecoder().decode(response.body);
    return { status: response.status, body: isJson(response) ? JSON.parse(text) : undefined, response };
  }

  /** The rows of a list, in either shape. */
  async list(path: string): Promise<Record<string, unknown>[]> {
    const { body } = await this.get(path);
    return (Array.isArray(body) ? body : (body as { resources: unknown[] }).resources) as Record<string, unknown>[];
  }

  /** One resource, or the body of an answer. */
  async one(path: string): Promise<Record<string, unknown>> {
    return (await this.get(path)).body as Record<string, unknown>;
  }
}

export const DEBORAH = '447700900318';
export const CALLUM = '447700900188';
export const TOM = '447700900389';
export const GARETH = '447700900402';
export const BARRY_BLOCKED = '447700900572';
export const STRANGER = '447700900461';

function isJson({ headers }: DemoResponse): boolean {
  return headers['content-type'] === 'application/json';
}

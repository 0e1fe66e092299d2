/**
 * One request and its answer, watched byte by byte. It knows the two things that matter when something fails: whether
 * the request can have reached the service, and whether the answer is complete.
 *
 * - API-4 An exchange never writes a request twice: if the layer below starts it again, it is ended.
 * - API-5 An exchange that was given up before its first byte never sends one.
 */
import { ExchangeEnded } from './network-failure.ts';

export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export interface ExchangeOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** What the layer below offers while it runs. */
interface Controller {
  abort(reason: Error): void;
}

type WireHeaders = Readonly<Record<string, string | string[] | undefined>>;

export class Exchange {
  /** Settles once, with the answer or with what ended it. */
  readonly answer: Promise<ExchangeAnswer>;
  readonly #options: ExchangeOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #settle: PromiseWithResolvers<ExchangeAnswer>;
  #controller: Controller | null = null;
  #endedBy: Error | null = null;
  #hasStarted = false;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#settle = Promise.withResolvers();
    this.answer = this.#settle.promise;
    this.#timer = setTimeout(() => {
      this.end(new ExchangeEnded('timeout', `No complete answer within ${options.timeoutMs} ms`));
    }, options.timeoutMs);
    options.signal?.addEventListener('abort', this.#cancel, { once: true });
    if (options.signal?.aborted === true) this.#cancel();
  }

  /** Whether a byte of the request can have been written. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Ends it, now or, where the layer below is still connecting, before the first byte. */
  end(reason: Error): void {
    if (this.#endedBy !== null) return;
    this.#endedBy = reason;
    this.#close();
    this.#settle.reject(reason);
    this.#controller?.abort(reason);
  }

  // What follows is called by undici, in this order.

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#hasStarted) this.end(new ExchangeEnded('repeated', 'The request would have been sent a second time'));
    if (this.#endedBy !== null) {
      controller.abort(this.#endedBy);
      return;
    }
    this.#hasStarted = true;
  }

  onResponseStart(_controller: Controller, status: number, headers: WireHeaders): void {
    // 1xx are no answers yet.
    if (status < 200) return;
    this.#status = status;
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    if (Number(this.#headers['content-length'] ?? 0) > this.#options.maxBytes) this.#endTooLarge();
  }

  onResponseData(_controller: Controller, chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.#options.maxBytes) this.#endTooLarge();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#endedBy !== null) return;
    this.#close();
    this.#settle.resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.end(error);
  }

  readonly #cancel = (): void => {
    this.end(new ExchangeEnded('cancelled', 'The caller gave up'));
  };

  #endTooLarge(): void {
    this.#chunks = [];
    this.end(new ExchangeEnded('too-large', `The answer is larger than ${this.#options.maxBytes} bytes`));
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#cancel);
  }
}

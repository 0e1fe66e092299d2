/**
 * One request and its answer, watched byte by byte. It knows the two things that matter when something fails: whether
 * the request can have reached the service, and whether the answer is complete.
 *
 * - API-4 An exchange never writes a request twice: if the layer below starts it again, it is ended.
 * - API-5 An exchange that was given up before its first byte never sends one.
 * - API-10 An upload whose last byte was never written cannot have been accepted.
 */
import { ExchangeEnded } from './network-failure.ts';

export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** A body that leaves little by little. */
export interface SentBody {
  readonly sizeBytes: number;
  onSent(bytes: number): void;
}

export interface ExchangeOptions {
  /** For the whole of it; with an upload, for each step forward. */
  readonly timeoutMs: number;
  readonly upload?: SentBody | undefined;
  /** From the last byte of an upload to the last byte of the answer; `timeoutMs` unless told. */
  readonly answerTimeoutMs?: number | undefined;
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
  #timer: NodeJS.Timeout;
  readonly #settle: PromiseWithResolvers<ExchangeAnswer>;
  #controller: Controller | null = null;
  #endedBy: Error | null = null;
  #hasStarted = false;
  #sentBytes = 0;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#settle = Promise.withResolvers();
    this.answer = this.#settle.promise;
    this.#timer = this.#startTimer(options.timeoutMs);
    options.signal?.addEventListener('abort', this.#cancel, { once: true });
    if (options.signal?.aborted === true) this.#cancel();
  }

  /** Whether a byte of the request can have been written. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Bytes that an upload has to write, 0 without one. */
  get bodyBytes(): number {
    return this.#options.upload?.sizeBytes ?? 0;
  }

  /** Whether the service can have accepted it: a request without its end is none. */
  get canBeAccepted(): boolean {
    return this.#hasStarted && this.#sentBytes >= this.bodyBytes;
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

  /** A piece of the body was handed to the socket. */
  onBodySent(piece: Uint8Array): void {
    const { upload, timeoutMs, answerTimeoutMs = timeoutMs } = this.#options;
    if (upload === undefined || this.#endedBy !== null) return;
    this.#sentBytes += piece.byteLength;
    if (this.#sentBytes < upload.sizeBytes) {
      this.#timer.refresh();
    } else {
      clearTimeout(this.#timer);
      this.#timer = this.#startTimer(answerTimeoutMs);
    }
    upload.onSent(this.#sentBytes);
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

  #startTimer(timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.end(new ExchangeEnded('timeout', `No complete answer within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  #endTooLarge(): void {
    this.#chunks = [];
    this.end(new ExchangeEnded('too-large', `The answer is larger than ${this.#options.maxBytes} bytes`));
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#cancel);
  }
}

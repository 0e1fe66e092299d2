/**
 * The only importer of undici: connections, proxies, certificates, time limits. It knows nothing of the service.
 *
 * Reading and writing have connections of their own. A kept-alive connection may be dead without anybody knowing; a
 * reader simply asks again, but a message that went into it has an unknown fate. So connections for writing are kept
 * for a second only: long enough for a batch, too short for a router to forget them.
 */
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { Agent, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { Exchange } from './network/exchange.ts';
import type { ExchangeAnswer } from './network/exchange.ts';
import type { StreamedBody } from './uploads/multipart.ts';
import { toNetworkError } from './network/network-failure.ts';
import { parseProxyRoute } from './network/proxy-route.ts';
import type { ProxyRoute } from './network/proxy-route.ts';
import { createPublicLookup, mayBePublicHost, PrivateAddress } from './network/public-address.ts';
import { createTrust } from './network/trust.ts';
import { unpack } from './network/unpack.ts';

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** Row of the specification, for messages; never holds a number or a name. */
  readonly row: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody | null;
  /** For the whole exchange, from here to the last byte of the answer; for each step forward of a streamed body. */
  readonly timeoutMs: number;
  /** From the last byte of a streamed body to the last byte of the answer. */
  readonly answerTimeoutMs?: number | undefined;
  readonly maxBytes: number;
  /** The service named this address, and the user did not: it may not lead into this computer or its own network. */
  readonly isPublicOnly?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Carries one request there and its answer back. */
export interface Transport {
  /** Any status is an answer. @throws AppError whose outcome says whether the request can have arrived */
  send(request: TransportRequest): Promise<ExchangeAnswer>;
  /** Ends what is under way. */
  dispose(): Promise<void>;
}

export interface TransportOptions {
  readonly userAgent: string;
  /** The desktop's proxy for an address, in the form of proxy scripts; null: none. */
  readonly resolveProxy?: ((url: string) => Promise<string | null>) | undefined;
  /** Certificates to trust beside those of Node and the system, PEM. */
  readonly extraCertificates?: readonly string[] | undefined;
  readonly connectTimeoutMs?: number | undefined;
  /** How names are resolved; the system's own way unless told. */
  readonly lookup?: LookupFunction | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** As many as the limiter lets be under way: a request that has its turn never waits for a connection. */
const CONNECTIONS = 20;
const KEEP_READING_MS = 4_000;
const KEEP_WRITING_MS = 1_000;

/** Opens nothing until the first request. */
export function createTransport(options: TransportOptions): Transport {
  return new UndiciTransport(options);
}

interface ConnectionKind {
  readonly keepMs: number;
  readonly isPublicOnly: boolean;
  readonly isSecure: boolean;
}

class UndiciTransport implements Transport {
  readonly #options: TransportOptions;
  readonly #dispatchers = new Map<string, Dispatcher>();
  #trust: SecureContext | null = null;
  #isDisposed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send(request: TransportRequest): Promise<ExchangeAnswer> {
    const upload = typeof request.body === 'string' || request.body === null ? undefined : request.body;
    const exchange = new Exchange({ ...request, upload });
    // Reads nothing before the first byte of it is wanted.
    const stream = upload && Readable.from(upload.open(), { objectMode: false });
    stream?.on('error', (error) => exchange.end(error));
    try {
      await this.#dispatch(request, exchange, stream);
      const answer = await exchange.answer;
      const bytes = await unpack(answer.bytes, answer.headers['content-encoding'], request.maxBytes);
      return { ...answer, bytes };
    } catch (error) {
      throw toFailure(request, exchange, error);
    } finally {
      // Whatever ended it: nothing reads on, and the file is closed.
      stream?.destroy();
    }
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const dispatchers = [...this.#dispatchers.values()];
    this.#dispatchers.clear();
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
  }

  async #dispatch(request: TransportRequest, exchange: Exchange, stream: Readable | undefined): Promise<void> {
    const { method, url } = request;
    const body = stream ?? (typeof request.body === 'string' ? request.body : null);
    // The exchange may end while the proxy is looked up: whichever comes first counts.
    const proxy = await Promise.race([this.#resolveProxy(url), exchange.answer.then(() => null)]);
    // Also where a proxy resolves names: it would reach its own computer, and the network around it.
    if (request.isPublicOnly === true && !mayBePublicHost(url.hostname)) throw new PrivateAddress();
    const dispatcher = this.#getDispatcher(parseProxyRoute(proxy), request);
    const common = { 'user-agent': this.#options.userAgent, 'accept-encoding': 'gzip' };
    const length = stream === undefined ? {} : { 'content-length': String(exchange.bodyBytes) };
    const headers = { ...common, ...request.headers, ...length };
    dispatcher.dispatch({ origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, body }, exchange);
  }

  async #resolveProxy(url: URL): Promise<string | null> {
    return (await this.#options.resolveProxy?.(url.href)) ?? null;
  }

  #getDispatcher(route: ProxyRoute, { method, url, isPublicOnly = false }: TransportRequest): Dispatcher {
    if (this.#isDisposed) throw Object.assign(new Error('The transport is closed'), { code: 'UND_ERR_CLOSED' });
    const keepMs = method === 'GET' ? KEEP_READING_MS : KEEP_WRITING_MS;
    const way = route.kind === 'proxy' ? route.uri : isPublicOnly ? 'public' : 'direct';
    const key = `${url.protocol} ${keepMs} ${way}`;
    const known = this.#dispatchers.get(key);
    if (known !== undefined) return known;
    const created = this.#createDispatcher(route, { keepMs, isPublicOnly, isSecure: url.protocol === 'https:' });
    this.#dispatchers.set(key, created);
    return created;
  }

  #createDispatcher(route: ProxyRoute, { keepMs, isPublicOnly, isSecure }: ConnectionKind): Dispatcher {
    const { lookup } = this.#options;
    const timeout = this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
    const shared = {
      connections: CONNECTIONS,
      // One request at a time on a connection: only so is it plain which of them a broken one took along.
      allowH2: false,
      keepAliveTimeout: keepMs,
      keepAliveMaxTimeout: keepMs,
      // The exchange has its own time limit for the whole; undici's limits for parts of it are off.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    if (route.kind === 'direct') {
      const connect = {
        timeout,
        ...(isPublicOnly ? { lookup: createPublicLookup(lookup) } : lookup === undefined ? {} : { lookup }),
        ...(isSecure ? { secureContext: this.#getTrust() } : {}),
      };
      return new Agent({ ...shared, connect });
    }
    const tls = { timeout, secureContext: this.#getTrust() };
    return new ProxyAgent({ ...shared, uri: route.uri, requestTls: tls, proxyTls: tls, connectTimeout: timeout });
  }

  #getTrust(): SecureContext {
    this.#trust ??= createTrust(this.#options.extraCertificates ?? []);
    return this.#trust;
  }
}

function toFailure(request: TransportRequest, exchange: Exchange, error: unknown): AppError {
  exchange.end(error instanceof Error ? error : new Error('Unknown failure', { cause: error }));
  // The file to upload is not the one it was: no failure of the network.
  if (isAppError(error, 'validation')) return error;
  return toNetworkError({ row: request.row, error, hasStarted: exchange.canBeAccepted });
}

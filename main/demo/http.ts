import type { ServerResponse } from 'node:http';

/** One request as the demo service sees it, from a socket or from a caller in the same process. */
export interface DemoRequest {
  readonly method: string;
  /** Percent-encoded path without the query. */
  readonly path: string;
  /** Raw query without its question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body was larger than anything that the service takes: it has been read and thrown away, `body` is empty. */
  readonly isTooLarge?: boolean;
}

/** One answer. `reset` means that the connection breaks instead: status, headers and body never reach the caller. */
export interface DemoResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly connection: 'whole' | 'reset';
  /** Writes the body where it does not come whole and at once; the head is written before. */
  readonly send?: (outgoing: ServerResponse, body: Uint8Array) => void;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/** What a handler answers with; no body means an empty one. */
export interface Reply {
  readonly status: number;
  readonly body?: Json;
}

const EMPTY = new Uint8Array(0);

export function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function toJsonResponse(reply: Reply): DemoResponse {
  if (reply.body === undefined) return { status: reply.status, headers: {}, body: EMPTY, connection: 'whole' };
  const headers = { 'content-type': 'application/json' };
  return { status: reply.status, headers, body: toBytes(JSON.stringify(reply.body)), connection: 'whole' };
}

export function toHtmlResponse(status: number, html: string): DemoResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: toBytes(html), connection: 'whole' };
}

/** What is answered to HEAD where GET would be answered so: how long the body is, without it. */
export function toHeadResponse(response: DemoResponse): DemoResponse {
  if (response.status === 204) return response;
  const headers = { ...response.headers, 'content-length': String(response.body.length) };
  return { ...response, headers, body: EMPTY };
}

export function toResetResponse(): DemoResponse {
  return { status: 0, headers: {}, body: EMPTY, connection: 'reset' };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { toHtmlResponse, toJsonResponse, toResetResponse } from '../http.ts';
import type { DemoResponse } from '../http.ts';
import { Refusal, toErrorReply } from '../refusal.ts';
import type { Shape } from '../settings.ts';
import type { Fault } from './faults.ts';

/** In how many pieces a slow body comes. */
const DRIBBLES = 20;

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  401: 'Wrong username or API key',
  403: 'Not allowed',
  429: 'Too many requests',
  500: 'Internal error, try later',
  502: 'Bad gateway',
  503: 'Unavailable due to maintenance',
  504: 'Gateway time-out',
};

function toPage(title: string, text: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${text}</h1></body></html>`;
}

/** Kinds that answer in place of the service: nothing is done. */
export function isBefore({ kind }: Fault): boolean {
  return kind.startsWith('status')
    ? kind !== 'status-after'
    : kind.startsWith('maintenance') || kind === 'redirect' || kind === 'reset-before';
}

/** The answer of a fault that keeps the request from the service. */
export function toFaultResponse(fault: Fault, shape: Shape): DemoResponse {
  const { kind } = fault;
  if (kind === 'reset-before') return toResetResponse();
  if (kind === 'redirect') return withHeaders(toHtmlResponse(302, ''), { location: fault.location ?? '' });
  const status = kind.startsWith('status') ? (fault.status ?? 500) : 503;
  const text = STATUS_TEXTS[status] ?? 'Error';
  const response = kind.endsWith('-page')
    ? toHtmlResponse(status, kind === 'maintenance-page' ? toPage('Maintenance', 'Back soon') : toPage('Error', text))
    : toJsonResponse(toErrorReply(new Refusal(status, text), shape));
  return withHeaders(response, toRetryHeader(fault));
}

function toRetryHeader({ retryAfterSeconds }: Fault): Readonly<Record<string, string>> {
  return retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
}

function withHeaders(response: DemoResponse, headers: Readonly<Record<string, string>>): DemoResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** A page that comes instead of an answer, at the time of that. */
function toGatewayPage(fault: Fault, { headers: { date } }: DemoResponse): DemoResponse {
  const page = toHtmlResponse(fault.status ?? 502, toPage('Gateway', 'No answer'));
  return withHeaders(page, { ...toRetryHeader(fault), ...(date === undefined ? {} : { date }) });
}

/** Breaks the connection in the middle of the body. */
function cut(outgoing: ServerResponse, body: Uint8Array): void {
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
}

/** Writes a body piece by piece, until it is complete or the caller is gone. */
async function dribble(outgoing: ServerResponse, body: Uint8Array, overMs: number): Promise<void> {
  const pieces = Math.max(1, Math.min(DRIBBLES, body.length));
  for (let piece = 0; piece < pieces && !outgoing.destroyed; piece += 1) {
    const [from, to] = [piece, piece + 1].map((at) => Math.round((at * body.length) / pieces));
    outgoing.write(body.subarray(from, to));
    if (piece < pieces - 1) await sleep(overMs / (pieces - 1), undefined, { ref: false });
  }
  if (!outgoing.destroyed) outgoing.end();
}

/** What becomes of an answer whose work is done. `delayMs` is how long this one takes, of the kinds that take time. */
export function toSpoilt(fault: Fault, response: DemoResponse, delayMs: number): DemoResponse {
  switch (fault.kind) {
    case 'reset-after':
      return toResetResponse();
    case 'cut-after':
      return { ...response, send: cut };
    case 'status-after':
      return toGatewayPage(fault, response);
    case 'truncated':
      return { ...response, body: response.body.subarray(0, Math.floor(response.body.length / 2)) };
    case 'slow-body':
      return { ...response, send: (outgoing, body) => void dribble(outgoing, body, delayMs) };
    default:
      return response;
  }
}

/** Who is asking: against pages of other sites and against names that were made to point here. Pure. */
import type { IncomingHttpHeaders } from 'node:http';

const NAMES = ['127.0.0.1', 'localhost'];

/** Whether the request was made to our own address: a name that somebody else made resolve to us is refused. */
export function isOwnHost(headers: IncomingHttpHeaders, port: number): boolean {
  return NAMES.some((name) => headers.host === `${name}:${String(port)}`);
}

/** Whether a page of ours made the request. For whatever changes something and for the socket: no origin, no entry. */
export function isOwnOrigin(headers: IncomingHttpHeaders, port: number): boolean {
  return isOwnHost(headers, port) && headers.origin === `http://${headers.host ?? ''}`;
}

/**
 * Whether a read may be answered: pages of other origins, also those of another port on this computer (to which a
 * browser sends our cookie), may lead here but not embed or fetch from here.
 */
export function isOwnRead(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

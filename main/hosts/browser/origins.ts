/** Who is asking: against pages of other sites and against names that were made to point here. Pure. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the request was made to our own address: a name that somebody else made resolve to us is refused. So is
 * `localhost`, which may also lead to [::1], where another program can have the same port.
 */
export function isOwnHost(headers: IncomingHttpHeaders, port: number): boolean {
  return headers.host === `127.0.0.1:${String(port)}`;
}

/** Whether a page of ours made the request. For whatever changes something and for the socket: no origin, no entry. */
export function isOwnOrigin(headers: IncomingHttpHeaders, port: number): boolean {
  return isOwnHost(headers, port) && headers.origin === `http://${headers.host ?? ''}`;
}

/**
 * Whether a read may be answered: pages of other origins, also those of another port on this computer, may lead here but
 * not embed or fetch from here.
 */
export function isOwnRead(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

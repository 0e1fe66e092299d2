/** Which requests may be answered, against pages of other sites and foreign names for this computer, and the headers of every answer. Pure. */
import type { IncomingHttpHeaders } from 'node:http';
import { toPagePolicy } from '#main/platform/page-policy.ts';

/**
 * Whether the request was made to our own address. A foreign name that resolves to this computer is refused; so is
 * `localhost`, which may also mean [::1], where another program can have the same port.
 */
export function isOwnHost(headers: IncomingHttpHeaders, port: number): boolean {
  return headers.host === `127.0.0.1:${String(port)}`;
}

/** Whether our page made the request: required for whatever changes something, and for the socket. */
export function isOwnOrigin(headers: IncomingHttpHeaders, port: number): boolean {
  return isOwnHost(headers, port) && headers.origin === `http://${headers.host ?? ''}`;
}

/**
 * Whether a read may be answered: pages of other origins, also those of another port on this computer, may link here but
 * not embed or fetch from here.
 */
export function isAllowedRead(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** The policy of the page at that port. */
export function toContentSecurityPolicy(port: number, isDeveloped: boolean): string {
  return toPagePolicy({ sockets: [`ws://127.0.0.1:${String(port)}`], isDeveloped });
}

export function toSecurityHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

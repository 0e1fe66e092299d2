/** Addresses of the service as people type them. Pure, and without `URL`, which is not part of the language. */

export type AddressFault = 'not-an-address' | 'https-required';
export type AddressCheck =
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly fault: AddressFault };

interface Address {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** With its colon; empty for the scheme's own. */
  readonly port: string;
  readonly path: string;
}

/** scheme, host, port, path; a query or fragment is left behind, a name before `@` fits nothing. */
const SHAPE = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#\s@:[\]]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(\/[^?#\s]*)?(?:[?#]\S*)?$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;
/** First labels that name the interface and not the place. */
const INTERFACE_LABEL = /^(?:api|rest)\.(?=[^.]+\.)/;
const VERSION_PATH = /\/api(?:\/v2)?\/*$/;
const OWN_PORTS = { http: '80', https: '443' };

/**
 * An address made whole: `https://` is added where no scheme was typed (`http://` for this computer), query and
 * fragment go, and so does a pasted `/api/v2`, which is part of each call. Only this computer may do without https.
 */
export function checkServiceAddress(typed: string): AddressCheck {
  const address = findAddress(typed);
  if (address === null) return { ok: false, fault: 'not-an-address' };
  if (address.scheme === 'http' && !LOOPBACK.test(address.host)) return { ok: false, fault: 'https-required' };
  return { ok: true, url: toText(address) };
}

/**
 * Where the web application of a service most likely stands: the same name without a leading `api.` or `rest.`,
 * else the same origin. Empty while `baseUrl` is not an address. A guess: the person has the last word.
 */
export function guessWebUrl(baseUrl: string): string {
  const address = findAddress(baseUrl);
  if (address === null) return '';
  return toText({ ...address, host: address.host.replace(INTERFACE_LABEL, ''), path: '' });
}

function findAddress(typed: string): Address | null {
  const parts = SHAPE.exec(typed.trim());
  const host = parts?.[2]?.toLowerCase();
  if (parts === null || host === undefined) return null;
  if (!isHost(host)) return null;
  const scheme = parts[1]?.toLowerCase() ?? (LOOPBACK.test(host) ? 'http' : 'https');
  if ((scheme !== 'http' && scheme !== 'https') || Number(parts[3] ?? 0) > 65_535) return null;
  return { scheme, host, port: toPort(parts[3], scheme), path: parts[4] ?? '' };
}

function isHost(text: string): boolean {
  return LOOPBACK.test(text) || NAME.test(text) || text.startsWith('[');
}

/** Empty where none was typed, or the scheme's own. */
function toPort(typed: string | undefined, scheme: Address['scheme']): string {
  return typed === undefined || Number(typed) === Number(OWN_PORTS[scheme]) ? '' : `:${String(Number(typed))}`;
}

function toText({ scheme, host, port, path }: Address): string {
  return `${scheme}://${host}${port}${path.replace(VERSION_PATH, '').replace(/\/+$/, '')}`;
}

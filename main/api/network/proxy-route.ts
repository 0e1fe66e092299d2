/** Which way a request takes, from the answer of the desktop's proxy settings. Pure. */
export type ProxyRoute = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly uri: string };

const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS', 'socks5'],
  ['SOCKS5', 'socks5'],
]);

const DIRECT: ProxyRoute = { kind: 'direct' };

/**
 * Reads an answer such as `PROXY proxy.office:3128; DIRECT` (the form of proxy scripts). The first way that we can take
 * is taken; with none, the direct one.
 */
export function parseProxyRoute(answer: string | null): ProxyRoute {
  for (const entry of (answer ?? '').split(';')) {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return DIRECT;
    const scheme = SCHEMES.get(kind.toUpperCase());
    const url = scheme === undefined ? null : URL.parse(`${scheme}://${address}`);
    if (url !== null && url.hostname !== '') return { kind: 'proxy', uri: url.href };
  }
  return DIRECT;
}

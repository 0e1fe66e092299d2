/** The proxy that the environment names, where there is no desktop to ask. Pure. */

/** The usual variables, lower case before upper; null where there is none. */
export interface EnvironmentProxies {
  readonly http: string | null;
  readonly https: string | null;
  /** Names that are reached directly, comma separated; `*`: all. */
  readonly except: string | null;
}

const KINDS: Readonly<Record<string, string>> = {
  'http:': 'PROXY',
  'https:': 'HTTPS',
  'socks:': 'SOCKS5',
  'socks5:': 'SOCKS5',
  'socks5h:': 'SOCKS5',
};
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The answer of a proxy script for an address: `PROXY host:port`, `DIRECT`. This computer is never behind a proxy. */
export function toProxyAnswer(proxies: EnvironmentProxies, address: string): string {
  const target = URL.parse(address);
  const named = target?.protocol === 'https:' ? proxies.https : proxies.http;
  if (target === null || named === null || LOOPBACK.test(target.hostname)) return 'DIRECT';
  if (isExcepted(target, proxies.except ?? '')) return 'DIRECT';
  const proxy = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(named) ? named : `http://${named}`);
  const kind = proxy === null ? undefined : KINDS[proxy.protocol];
  if (proxy === null || kind === undefined || proxy.hostname === '') return 'DIRECT';
  const credentials = proxy.username === '' ? '' : `${proxy.username}:${proxy.password}@`;
  return `${kind} ${credentials}${proxy.hostname}${proxy.port === '' ? '' : `:${proxy.port}`}`;
}

/** `.example.com` and `example.com` mean the name and all below it; a port narrows it. */
function isExcepted(target: URL, list: string): boolean {
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = '', onlyPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry) ?? [];
      const isName = name === '*' || target.hostname === name || target.hostname.endsWith(`.${name}`);
      return isName && (onlyPort === undefined || onlyPort === port);
    });
}

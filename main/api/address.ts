import { AppError } from '#shared/domain/app-error.ts';

export type QueryValue = string | number | undefined;

/**
 * The address of a service as a person types it: the path of the interface and what follows a question mark are cut
 * off, a name and password inside it are refused rather than sent along.
 * @throws AppError `validation`, with that field
 */
export function parseBaseUrl(raw: string, field: 'baseUrl' | 'webUrl' = 'baseUrl'): URL {
  const url = URL.parse(raw.trim());
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb || url.username !== '' || url.password !== '') {
    throw new AppError({
      code: 'validation',
      message: 'The address is not a web address',
      outcome: 'not-accepted',
      fields: { [field]: ['Not a web address.'] },
    });
  }
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v2)?$/i, '');
  return url;
}

/** The address of one call. `path` is below `/api/v2` and already percent-encoded; undefined query values are left out. */
export function toCallUrl(base: URL, path: string, query: Readonly<Record<string, QueryValue>>): URL {
  const prefix = base.pathname.replace(/\/+$/, '');
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeText(String(value))}`],
  );
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return new URL(`${base.origin}${prefix}/api/v2${path}${search}`);
}

/**
 * One segment of a path.
 * @throws AppError `not-found` for the few texts that no segment can be: nothing, and steps in the tree
 */
export function toSegment(value: string | number): string {
  const text = String(value);
  if (text !== '' && text !== '.' && text !== '..') return encodeText(text);
  throw new AppError({ code: 'not-found', message: 'An empty path leads nowhere', outcome: 'refused' });
}

/**
 * Text as it stands in an address. Half a pair of UTF-16, as pasted text may have it, becomes a mark of replacement
 * rather than a failure.
 */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Where a redirect of a GET leads: only inside the origin that was asked, null otherwise. */
export function findRedirectTarget(from: URL, location: string | undefined): URL | null {
  if (location === undefined || location === '') return null;
  const target = URL.parse(toHeaderText(location), from.href);
  return target !== null && target.origin === from.origin ? target : null;
}

/** Headers are read byte by byte; services that write other letters in them than Latin ones write UTF-8. */
function toHeaderText(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}

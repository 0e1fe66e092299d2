/** Addresses of the service as people type them. Pure. */
import { AppError } from '#shared/domain/app-error.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export interface ServiceAddresses {
  /** Origin and path prefix without a slash at the end; `/api/v2` is part of each call. */
  readonly baseUrl: string;
  readonly webUrl: string;
}

/**
 * Checks and tidies both addresses. An empty web address becomes the guess. Throws `validation` whose fields are
 * `baseUrl` and `webUrl` and whose words are `not-an-address` and `https-required` (for the window's catalogue).
 */
export function parseServiceAddresses(typed: ServiceAddresses): ServiceAddresses {
  const base = parseAddress(typed.baseUrl);
  const web = typed.webUrl.trim() === '' ? null : parseAddress(typed.webUrl);
  const fields = {
    ...(typeof base === 'string' ? { baseUrl: [base] } : {}),
    ...(typeof web === 'string' ? { webUrl: [web] } : {}),
  };
  if (typeof base === 'string' || typeof web === 'string') {
    throw new AppError({ code: 'validation', message: 'an address does not fit', fields, outcome: 'refused' });
  }
  base.pathname = base.pathname.replace(/\/api(\/v2)?\/*$/, '/');
  return { baseUrl: toText(base), webUrl: toText(web ?? guessWebAddress(base)) };
}

/** The web application commonly stands at the same name without `api.` or `rest.` in front. */
function guessWebAddress(base: URL): URL {
  const guess = new URL(base.origin);
  guess.hostname = guess.hostname.replace(/^(api|rest)\.(?=[^.]+\.)/, '');
  return guess;
}

function parseAddress(typed: string): URL | 'not-an-address' | 'https-required' {
  const text = typed.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const isTypedLoopback = /^(localhost|127\.|\[::1\])/.test(text);
  const whole = hasScheme ? text : `${isTypedLoopback ? 'http' : 'https'}://${text}`;
  if (text === '' || !URL.canParse(whole)) return 'not-an-address';
  const url = new URL(whole);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return 'not-an-address';
  if (!LOOPBACK.test(url.hostname) && !url.hostname.includes('.')) return 'not-an-address';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return 'https-required';
  url.search = '';
  url.hash = '';
  return url;
}

const toText = (url: URL): string => `${url.origin}${url.pathname}`.replace(/\/+$/, '');

import { AppError } from '#shared/domain/app-error.ts';

/** As `URL` writes them. What listens everywhere is called `0.0.0.0` and `[::]`: from here both lead here. */
const LOOPBACK = [
  /^127(?:\.\d{1,3}){3}$/,
  /^0\.0\.0\.0$/,
  /^(?:.+\.)?localhost\.?$/,
  /^\[::1?\]$/,
  /^\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\]$/,
];
/** The end of a callback address, which a person may have pasted with the rest. */
const OWN_PATH = /\/switchboard\/(?:in|out)(?:\/[^/]*)?$/;

/** Whether a host, as `URL` writes it, is this computer. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.some((pattern) => pattern.test(hostname));
}

/**
 * The address that forwards to this computer, as a person types it: https, or http for this computer itself where the
 * service is here as well; a path before ours may be in it. Without a slash at its end.
 * @throws AppError `validation`, field `publicUrl`, in the words `not-an-address`, `https-required` and `nothing-after-path`
 */
export function parsePublicUrl(typed: string, { isLocalService }: { readonly isLocalService: boolean }): string {
  const trimmed = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refuse('not-an-address');
  if (url.username !== '' || url.password !== '') throw refuse('not-an-address');
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !(isLoopback && isLocalService)) throw refuse('https-required');
  // A service elsewhere would look for it on its own computer, while a test from here would find it.
  if (isLoopback && !isLocalService) throw refuse('not-an-address');
  if (url.search !== '' || url.hash !== '') throw refuse('nothing-after-path');
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(OWN_PATH, '')}`;
}

function refuse(word: string): AppError {
  const fields = { publicUrl: [word] };
  return new AppError({ code: 'validation', message: 'the public address does not fit', outcome: 'refused', fields });
}

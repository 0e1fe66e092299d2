import { AppError } from '#shared/domain/app-error.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { openLink } from '#main/services/host/host.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { AccountCredentials } from '#main/services/account/ports.ts';
import type { Services } from '#main/services/services.ts';

/**
 * Opens a file of a message outside the app where the file lies with the service itself; for any other place the address
 * comes back, and the page asks the user first. Throws `not-found` for an unknown file or where nothing opens links,
 * `validation` for an address that no browser opens.
 */
export async function openAttachment(
  { session, host }: Services,
  { mediaId }: RequestInput<'files.openAttachment'>,
): Promise<RequestOutput<'files.openAttachment'>> {
  const { store, credentials } = session.getAccount();
  const known = await store.findMedia({ mediaId });
  if (known === null) throw toNotFound('file');
  const url = toUrl(known.href, credentials);
  if (!isOwn(url, credentials)) return { askFirst: url.href };
  await openLink(host, url.href);
  return { askFirst: null };
}

type Places = Pick<AccountCredentials, 'baseUrl' | 'webUrl'>;

/** An address without a place belongs to the web application. */
function toUrl(href: string, { webUrl }: Places): URL {
  const url = URL.parse(href, webUrl.endsWith('/') ? webUrl : `${webUrl}/`);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new AppError({
    code: 'validation',
    message: 'not an address that may be opened',
    fields: { mediaId: ['not-an-address'] },
    outcome: 'refused',
  });
}

/** Whether the service or its web application is there, and nothing before the host says otherwise. */
function isOwn(url: URL, { baseUrl, webUrl }: Places): boolean {
  const hosts = [baseUrl, webUrl].map((place) => URL.parse(place)?.host);
  return url.username === '' && url.password === '' && hosts.includes(url.host);
}

import { AppError } from '#shared/domain/app-error.ts';
import type { HostAccess } from '#main/services/host-access.ts';
import { toNotFound } from '#main/services/health/refusals.ts';
import type { AccountCredentials } from '#main/services/ports.ts';
import type { Session } from '#main/services/account/session.ts';

interface Needs {
  readonly session: Session;
  readonly hostAccess: Pick<HostAccess, 'openLink'>;
}

/** Files of messages, which lie with the service or wherever it keeps them. */
export class Attachments {
  readonly #session: Session;
  readonly #hostAccess: Needs['hostAccess'];

  constructor(needs: Needs) {
    this.#session = needs.session;
    this.#hostAccess = needs.hostAccess;
  }

  /**
   * Opens a file outside the app where it lies with the service itself; of any other place the address comes back, to be
   * asked about. Throws `not-found` for an unknown file or where nothing opens links, `validation` for an address that no
   * browser opens.
   */
  async open(mediaId: string): Promise<{ readonly askFirst: string | null }> {
    const { store, credentials } = this.#session.getAccount();
    const known = await store.findMedia({ mediaId });
    if (known === null) throw toNotFound('file');
    const url = toUrl(known.href, credentials);
    if (!isOwn(url, credentials)) return { askFirst: url.href };
    await this.#hostAccess.openLink(url.href);
    return { askFirst: null };
  }
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

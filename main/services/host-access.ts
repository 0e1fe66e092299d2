import type { HostInfo } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { Host } from './ports.ts';

const OPENABLE = /^(https?|mailto|tel):$/;

/** What the window may know of the host, and the links that it may open there. */
export class HostAccess {
  readonly #host: Pick<Host, 'kind' | 'openLink'>;
  readonly #info: HostInfo;

  constructor(host: Pick<Host, 'kind' | 'openLink'>, about: Pick<HostInfo, 'platform' | 'version' | 'dataId'>) {
    this.#host = host;
    const { platform, version, dataId } = about;
    // A browser zooms by itself.
    this.#info = { kind: host.kind, platform, canZoom: host.kind === 'electron', version, dataId };
  }

  getInfo(): HostInfo {
    return this.#info;
  }

  /** Only addresses that cannot start a program. Throws `validation`; `not-found` where nothing opens links. */
  async openLink(address: string): Promise<void> {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || !OPENABLE.test(url.protocol)) {
      throw new AppError({
        code: 'validation',
        message: 'not an address that may be opened',
        fields: { url: ['not-an-address'] },
        outcome: 'refused',
      });
    }
    if (await this.#host.openLink(url.href)) return;
    throw new AppError({ code: 'not-found', message: 'nothing here opens links', outcome: 'refused' });
  }
}

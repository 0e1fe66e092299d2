import type { HostInfo } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { Desktop as WholeDesktop } from './ports.ts';

type DesktopPort = Pick<WholeDesktop, 'kind' | 'openLink'>;

const OPENABLE = /^(https?|mailto|tel):$/;

/** What the window may know and ask of the computer that it runs on. */
export class Desktop {
  readonly #host: DesktopPort;
  readonly #info: HostInfo;

  constructor(host: DesktopPort, about: Pick<HostInfo, 'platform' | 'version' | 'dataId'>) {
    this.#host = host;
    const { platform, version, dataId } = about;
    // A browser's zoom is its own.
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

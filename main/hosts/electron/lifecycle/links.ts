/** Addresses of other programs that the app opens: in its arguments, and as what the desktop starts for them. */
import { LINK_SCHEMES, OWN_SCHEME, type LinkScheme } from '#shared/domain/desktop.ts';
import type { ElectronApi } from '../electron-api.ts';

const LINK = new RegExp(`^(?:${[OWN_SCHEME, ...LINK_SCHEMES].join('|')}):`, 'i');
/** Longer ones come from no address book. */
const LONGEST_LINK = 8_000;

/** What looks like a link among arguments; nothing of it is checked yet. Chromium may have changed their order. */
export function findLinks(argv: readonly string[]): readonly string[] {
  return argv.filter((argument) => argument.length <= LONGEST_LINK && LINK.test(argument));
}

export interface LinkDefaultsNeeds {
  readonly app: Pick<
    ElectronApi['app'],
    'isDefaultProtocolClient' | 'removeAsDefaultProtocolClient' | 'setAsDefaultProtocolClient'
  >;
  readonly platform: NodeJS.Platform;
  /** A program started from its sources would register Electron itself. */
  readonly isInstalled: boolean;
}

/**
 * Which addresses the desktop gives to this app. Not on Linux: there Electron cannot take it back, the package names the
 * schemes, and the desktop's own settings choose.
 */
export class LinkDefaults {
  readonly #needs: LinkDefaultsNeeds;

  constructor(needs: LinkDefaultsNeeds) {
    this.#needs = needs;
  }

  /** The app's own scheme is always the app's. */
  registerOwnScheme(): void {
    const { app } = this.#needs;
    if (this.#canSet && !app.isDefaultProtocolClient(OWN_SCHEME)) app.setAsDefaultProtocolClient(OWN_SCHEME);
  }

  find(): Readonly<Record<LinkScheme, boolean>> | null {
    const { app } = this.#needs;
    if (!this.#canSet) return null;
    return { sms: app.isDefaultProtocolClient('sms'), tel: app.isDefaultProtocolClient('tel') };
  }

  /** False where it could not be set. */
  set(scheme: LinkScheme, isOn: boolean): boolean {
    const { app } = this.#needs;
    if (!this.#canSet) return false;
    if (app.isDefaultProtocolClient(scheme) === isOn) return true;
    return isOn ? app.setAsDefaultProtocolClient(scheme) : app.removeAsDefaultProtocolClient(scheme);
  }

  get #canSet(): boolean {
    return this.#needs.isInstalled && this.#needs.platform !== 'linux';
  }
}

/** Whether the app starts with the user's session, without a window. Windows and macOS by Electron, Linux by a file. */
import type { LoginItemSettingsOptions } from 'electron';
import type { ElectronApi } from '../electron-api.ts';
import { findAutostartFile, isAutostartOn, setAutostart } from './autostart-file.ts';

export const HIDDEN = '--hidden';

export interface LoginStartNeeds {
  readonly app: Pick<ElectronApi['app'], 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  /** Not from sources, and not the demo: the session would start something else than what runs here. */
  readonly isInstalled: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly homeFolder: string;
  readonly execPath: string;
}

/** What is asked must be what was set, or Windows answers about another entry. macOS takes no arguments. */
const WINDOWS: LoginItemSettingsOptions = { args: [HIDDEN] };

export class LoginStart {
  readonly #needs: LoginStartNeeds;

  constructor(needs: LoginStartNeeds) {
    this.#needs = needs;
  }

  /** Null: it cannot be set here. */
  async find(): Promise<boolean | null> {
    const { app, platform, isInstalled } = this.#needs;
    if (!isInstalled) return null;
    if (platform === 'darwin') return app.getLoginItemSettings().openAtLogin;
    if (platform === 'win32') {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(WINDOWS);
      // The user can switch the entry off in Windows' own settings, and it stays.
      return openAtLogin && executableWillLaunchAtLogin;
    }
    const file = findAutostartFile(this.#needs);
    return file === null ? null : isAutostartOn(file, this.#needs);
  }

  /** False: it cannot be set here. */
  async set(isOn: boolean): Promise<boolean> {
    const { app, platform, isInstalled } = this.#needs;
    if (!isInstalled) return false;
    if (platform === 'darwin') app.setLoginItemSettings({ openAtLogin: isOn });
    else if (platform === 'win32') app.setLoginItemSettings({ openAtLogin: isOn, ...WINDOWS });
    else {
      const file = findAutostartFile(this.#needs);
      return file !== null && (await setAutostart(file, isOn, this.#needs));
    }
    return true;
  }

  /** macOS says itself that it started the app with the session. Once Electron is ready. */
  get isFromLogin(): boolean {
    const { app, platform, isInstalled } = this.#needs;
    return platform === 'darwin' && isInstalled && app.getLoginItemSettings().wasOpenedAtLogin;
  }
}

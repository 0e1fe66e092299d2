import path from 'node:path';
import type { NotificationResponse } from 'electron';
import type { ElectronApi } from '../electron-api.ts';
import type { DesktopShell } from '../shell/desktop-shell.ts';
import { UserActions } from '../shell/user-actions.ts';
import { WindowState } from '../window/window-state.ts';
import { MainWindow, type WindowNeeds } from '../window/window.ts';
import type { HostedApp } from './hosted-app.ts';
import { toWindowFolder } from './prepare.ts';
import type { QuitState } from './quit.ts';
import { SessionEnd } from './session-end.ts';
import type { DesktopUpdates } from './updates.ts';

export interface RunningNeeds extends Pick<WindowNeeds, 'hasDeveloperTools' | 'platform' | 'preloadPath'> {
  readonly dataFolder: string;
  readonly print: (line: string) => void;
  readonly now: () => number;
}

type WindowTextMenu = ReturnType<WindowNeeds['findTextMenu']>;

/** What comes to be while the app starts, and what its parts ask of each other. */
export class Running {
  app: HostedApp | null = null;
  /** Null: this installation does not update itself, or Electron is not ready. */
  updates: DesktopUpdates | null = null;
  /** Null before Electron is ready. */
  textMenu: WindowTextMenu = null;
  /** Somebody asked for the window before there was an app. */
  isWindowWanted = false;
  findQuitState: () => QuitState = () => 'open';
  #desktop: DesktopShell | null = null;
  /** A notification of an earlier run started this one, and Electron told before there was a desktop. */
  #response: NotificationResponse | null = null;
  readonly acts = new UserActions();
  readonly sessionEnd: SessionEnd;
  readonly state: WindowState;
  readonly window: MainWindow;
  readonly #print: (line: string) => void;
  readonly #electron: Pick<ElectronApi, 'dialog'>;

  constructor(electron: ElectronApi, needs: RunningNeeds) {
    const { report } = this;
    this.#print = needs.print;
    this.#electron = electron;
    this.sessionEnd = new SessionEnd(needs.now);
    const file = path.join(toWindowFolder(needs.dataFolder), 'window-state.json');
    this.state = new WindowState({ file, screen: electron.screen, report });
    const closing = {
      findQuitStage: () => this.#findQuitStage(),
      hasTray: () => this.hasTray(),
      quit: () => electron.app.quit(),
    };
    const onSessionEnd = this.sessionEnd.noted;
    const findTextMenu = (): WindowTextMenu => this.textMenu;
    this.window = new MainWindow({
      ...needs,
      electron,
      report,
      state: this.state,
      closing,
      onSessionEnd,
      findTextMenu,
    });
  }

  get desktop(): DesktopShell | null {
    return this.#desktop;
  }

  setDesktop(desktop: DesktopShell): void {
    this.#desktop = desktop;
    if (this.#response !== null) desktop.notifications.started(this.#response);
    this.#response = null;
  }

  /** What started the app on macOS, as Electron's `ready` tells it. */
  started(info: object): void {
    if (!isResponse(info)) return;
    if (this.#desktop === null) this.#response = info;
    else this.#desktop.notifications.started(info);
  }

  readonly report = (what: string, error: unknown): void => {
    if (this.app === null) this.#print(`${what}: ${String(error)}`);
    else this.app.reportBug(what, error);
  };

  /** Shows the window, a new one where there is none. False while the app ends: its window is about to go. */
  readonly reveal = (): boolean => {
    const quitState = this.findQuitState();
    if (quitState !== 'open' && quitState !== 'asking') return false;
    if (this.app === null) this.isWindowWanted = true;
    else this.window.open(this.app).catch((error: unknown) => this.report('window.notLoaded', error));
    return true;
  };

  readonly close = async (): Promise<void> => {
    this.#desktop?.tray.dispose();
    await Promise.all([this.app?.dispose(), this.state.settle()]);
    this.#tellLostReplies();
  };

  hasTray(): Promise<boolean> {
    return this.#desktop?.tray.check() ?? Promise.resolve(false);
  }

  /** A reply that was typed into a notification while the app closed: it has no other place any more. */
  #tellLostReplies(): void {
    for (const text of this.acts.takeReplies()) {
      const words = `Switchboard was closing when you replied. You wrote:\n\n${text}`;
      this.#electron.dialog.showErrorBox('Your reply wasn’t sent', words);
    }
  }

  #findQuitStage(): 'open' | 'busy' | 'free' {
    const quitState = this.findQuitState();
    if (quitState === 'installing' || quitState === 'closed' || this.sessionEnd.isNear) return 'free';
    return quitState === 'open' ? 'open' : 'busy';
  }
}

/** It may also be the `userInfo` of another kind of notification. */
function isResponse(info: object): info is NotificationResponse {
  return 'identifier' in info && typeof info.identifier === 'string' && info.identifier !== '';
}

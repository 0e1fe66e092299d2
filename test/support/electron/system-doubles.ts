/** What the desktop keeps for the app, as doubles: displays, what it starts with the session, what opens which address. */
import type { Display, LoginItemSettings, Rectangle } from 'electron';
import type { ElectronApi } from '#main/hosts/electron/electron-api.ts';
import type { ScreenEvents } from './event-tables.ts';
import { EventsDouble, standIn, type CallRecorder } from './stand-in.ts';

export class ScreenDouble {
  readonly events: EventsDouble<ScreenEvents>;
  readonly real: ElectronApi['screen'];
  /** The primary display first. */
  workAreas: Rectangle[] = [{ x: 0, y: 0, width: 1920, height: 1040 }];

  constructor(recorder: CallRecorder) {
    this.events = new EventsDouble(recorder, 'screen');
    const list = (): Display[] => this.workAreas.map((workArea, id) => standIn<Display>({ id, workArea }));
    this.real = {
      ...this.events.methods<ElectronApi['screen'] & { once: unknown }>(),
      getAllDisplays: list,
      getPrimaryDisplay: () => list()[0] ?? standIn<Display>({}),
    };
  }
}

type SystemMembers = Pick<
  ElectronApi['app'],
  | 'getLoginItemSettings'
  | 'isDefaultProtocolClient'
  | 'relaunch'
  | 'removeAsDefaultProtocolClient'
  | 'setAsDefaultProtocolClient'
  | 'setLoginItemSettings'
>;

export class SystemDouble {
  readonly members: SystemMembers;
  readonly schemes = new Set<string>();
  /** With which arguments the app starts with the session; null: it does not. */
  login: readonly string[] | null = null;
  /** The user switched it off in Windows' own settings. */
  isLoginDenied = false;
  wasOpenedAtLogin = false;
  takesSchemes = true;

  constructor(recorder: CallRecorder) {
    this.members = {
      relaunch: (options) => recorder.note('app.relaunch', options),
      isDefaultProtocolClient: (scheme) => this.schemes.has(scheme),
      setAsDefaultProtocolClient: (scheme) => {
        recorder.note('app.setAsDefaultProtocolClient', scheme);
        if (this.takesSchemes) this.schemes.add(scheme);
        return this.takesSchemes;
      },
      removeAsDefaultProtocolClient: (scheme) => {
        recorder.note('app.removeAsDefaultProtocolClient', scheme);
        return this.schemes.delete(scheme);
      },
      setLoginItemSettings: ({ openAtLogin = false, args = [] }) => {
        recorder.note('app.setLoginItemSettings', openAtLogin, args);
        this.login = openAtLogin ? args : null;
      },
      getLoginItemSettings: (options) => {
        const isSame = JSON.stringify(this.login) === JSON.stringify(options?.args ?? []);
        return standIn<LoginItemSettings>({
          openAtLogin: isSame,
          executableWillLaunchAtLogin: this.login !== null && !this.isLoginDenied,
          wasOpenedAtLogin: this.wasOpenedAtLogin,
        });
      },
    };
  }
}

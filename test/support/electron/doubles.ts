/**
 * A whole Electron of doubles: it keeps what was called, in order, refuses what the real one would refuse at that
 * moment, and lets a test play Electron's part. It says nothing of how Electron itself behaves.
 */
import { existsSync } from 'node:fs';
import type {
  Dock,
  IpcMainInvokeEvent,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  Session,
  UtilityProcess,
  WebFrameMain,
} from 'electron';
import type { ElectronApi } from '#main/hosts/electron/electron-api.ts';
import type { AppEvents, PowerEvents, ProcessEvents, SessionEvents, ThemeEvents } from './event-tables.ts';
import { NotificationCenterDouble, TrayDouble, createImage, toPath } from './shell-doubles.ts';
import { EventDouble, EventsDouble, CallRecorder, standIn } from './stand-in.ts';
import { MenuDouble } from './menu-doubles.ts';
import { ScreenDouble, SystemDouble } from './system-doubles.ts';
import { UpdaterDouble } from './updater-double.ts';
import { WindowDouble } from './window-doubles.ts';

type RequestFilter = (details: { readonly url: string }, callback: (answer: { cancel?: boolean }) => void) => void;

export class ProcessDouble {
  readonly events: EventsDouble<ProcessEvents>;
  readonly real: UtilityProcess;
  pid: number | undefined = undefined;

  constructor(recorder: CallRecorder) {
    this.events = new EventsDouble(recorder, 'utilityProcess');
    const members: Partial<UtilityProcess> = {
      ...this.events.methods<UtilityProcess>(),
      postMessage: (message: unknown) => recorder.note('utilityProcess.postMessage', message),
    };
    Object.defineProperty(members, 'pid', { get: () => this.pid });
    this.real = standIn<UtilityProcess>(members);
  }
}

export class ElectronDouble {
  readonly recorder = new CallRecorder();
  readonly app = new EventsDouble<AppEvents>(this.recorder, 'app');
  readonly power = new EventsDouble<PowerEvents>(this.recorder, 'powerMonitor');
  readonly theme = new EventsDouble<ThemeEvents>(this.recorder, 'nativeTheme');
  readonly session = new EventsDouble<SessionEvents>(this.recorder, 'session');
  readonly windows: WindowDouble[] = [];
  readonly processes: ProcessDouble[] = [];
  readonly notifications = new NotificationCenterDouble(this.recorder);
  readonly trays: TrayDouble[] = [];
  readonly screen = new ScreenDouble(this.recorder);
  readonly system = new SystemDouble(this.recorder);
  readonly updater = new UpdaterDouble(this.recorder);
  getsLock = true;
  isOnline = true;
  systemIsDark = false;
  taskbarIsDark = false;
  /** Whether the desktop has a number on icons. */
  takesBadge = true;
  themeSource: 'system' | 'light' | 'dark' = 'system';
  /** What the next window is like. */
  nextWindow: Partial<Pick<WindowDouble, 'loadFault' | 'paintsHidden'>> = {};
  /** Which button a person presses. */
  press: (options: MessageBoxOptions) => number | Promise<number> = () => 0;
  opens: (url: string) => Promise<void> = () => Promise.resolve();
  /** What was handed to Electron to be asked later. */
  scheme: Parameters<ElectronApi['protocol']['handle']>[1] | null = null;
  /** The menu that was made last, of the app, the tray or a right click. */
  menu: MenuItemConstructorOptions[] = [];
  builtMenu: MenuDouble | null = null;
  appMenu: MenuDouble | null = null;
  systemLanguages = ['en-GB', 'en'];
  /** Of the session, as Chromium keeps them. */
  spellingLanguages: string[] = ['en-US'];
  permit: Parameters<Session['setPermissionRequestHandler']>[0] = null;
  check: Parameters<Session['setPermissionCheckHandler']>[0] = null;
  permitDevice: Parameters<Session['setDevicePermissionHandler']>[0] = null;
  readonly questions = new Map<string, (event: IpcMainInvokeEvent, ...values: unknown[]) => unknown>();
  readonly parts: ElectronApi;
  readonly #ready = Promise.withResolvers<undefined>();
  #filter: RequestFilter | null = null;

  constructor() {
    this.parts = {
      app: this.#createApp(),
      ...this.#createTalk(),
      ...this.#createSurroundings(),
      getSession: () => this.#createSession(),
      createWindow: (options) => this.#createWindow(options).real,
      ...this.#createShell(),
      screen: this.screen.real,
      loadUpdater: () => {
        this.recorder.late('electron-updater');
        return Promise.resolve(this.updater.real);
      },
      forkProcess: (file, args, options) => {
        this.recorder.late('utilityProcess.fork', file, args, options);
        const child = new ProcessDouble(this.recorder);
        this.processes.push(child);
        return child.real;
      },
    };
  }

  /** Electron gets ready, and what waited for it goes on. */
  async makeReady(): Promise<void> {
    this.recorder.note('ready');
    this.recorder.isReady = true;
    this.#ready.resolve(undefined);
    await this.settle();
  }

  /** Lets everything run that waits for promises only: all of them come before the next turn of the event loop. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Asks main as a frame would; null: a frame that is gone already. */
  invoke(channel: string, frame: Pick<WebFrameMain, 'url' | 'parent'> | null, value: unknown): Promise<unknown> {
    const senderFrame = frame === null ? null : standIn<WebFrameMain>(frame);
    return Promise.resolve(this.questions.get(channel)?.(standIn<IpcMainInvokeEvent>({ senderFrame }), value));
  }

  /** Whether the session lets a request out. */
  letsOut(url: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#filter === null) reject(new Error('Nobody looks at requests'));
      this.#filter?.({ url }, ({ cancel }) => resolve(cancel !== true));
    });
  }

  /** Quits as Electron does once windows may close; answers whether somebody held it back. */
  quit(): boolean {
    const event = new EventDouble();
    this.app.emit('before-quit', event);
    return event.defaultPrevented;
  }

  #createApp(): ElectronApi['app'] {
    const { recorder } = this;
    return {
      on: this.app.methods<ElectronApi['app'] & { once: unknown; off: unknown }>().on,
      ...this.system.members,
      isReady: () => recorder.isReady,
      whenReady: () => this.#ready.promise.then(() => undefined),
      enableSandbox: () => recorder.early('app.enableSandbox'),
      setAppUserModelId: (id) => recorder.early('app.setAppUserModelId', id),
      setPath: (name, folder) => {
        if (!existsSync(folder)) throw new Error(`There is no ${folder}`);
        recorder.early('app.setPath', name, folder);
      },
      requestSingleInstanceLock: () => {
        recorder.early('app.requestSingleInstanceLock');
        return this.getsLock;
      },
      configureHostResolver: (options) => recorder.late('app.configureHostResolver', options),
      setBadgeCount: (count) => {
        recorder.late('app.setBadgeCount', count);
        return this.takesBadge;
      },
      setToastActivatorCLSID: (id) => recorder.note('app.setToastActivatorCLSID', id),
      dock: standIn<Dock>({ setBadge: (text) => recorder.late('dock.setBadge', text) }),
      getPreferredSystemLanguages: () => this.systemLanguages,
      setAboutPanelOptions: (options) => recorder.late('app.setAboutPanelOptions', options),
      quit: () => recorder.note('app.quit'),
      exit: (code) => recorder.note('app.exit', code),
    };
  }

  #createTalk(): Pick<ElectronApi, 'dialog' | 'ipcMain' | 'menu' | 'protocol' | 'shell'> {
    const { recorder } = this;
    return {
      dialog: {
        showErrorBox: (title, words) => recorder.note('dialog.showErrorBox', title, words),
        showMessageBox: async (...values: unknown[]) => {
          const options = values.at(-1) as MessageBoxOptions;
          recorder.late('dialog.showMessageBox', options);
          return { response: await this.press(options), checkboxChecked: false };
        },
      },
      ipcMain: {
        handle: (channel, listener) => {
          recorder.note('ipcMain.handle', channel);
          this.questions.set(channel, listener);
        },
        removeHandler: (channel) => void this.questions.delete(channel),
      },
      menu: {
        buildFromTemplate: (template) => {
          this.menu = template as MenuItemConstructorOptions[];
          this.builtMenu = new MenuDouble(recorder, this.menu);
          return this.builtMenu.real;
        },
        setApplicationMenu: () => {
          recorder.late('Menu.setApplicationMenu');
          this.appMenu = this.builtMenu;
        },
      },
      protocol: {
        registerSchemesAsPrivileged: (schemes) => recorder.early('protocol.registerSchemesAsPrivileged', schemes),
        handle: (name, handler) => {
          recorder.late('protocol.handle', name);
          this.scheme = handler;
        },
      },
      shell: {
        openExternal: (url) => {
          recorder.note('shell.openExternal', url);
          return this.opens(url);
        },
      },
    };
  }

  #createSurroundings(): Pick<ElectronApi, 'commandLine' | 'nativeTheme' | 'net' | 'powerMonitor'> {
    const { recorder } = this;
    const nativeTheme = { ...this.theme.methods<ElectronApi['nativeTheme'] & { once: unknown }>() };
    Object.defineProperties(nativeTheme, {
      themeSource: {
        get: () => this.themeSource,
        set: (source: 'system' | 'light' | 'dark') => {
          recorder.note('nativeTheme.themeSource', source);
          this.themeSource = source;
        },
      },
      shouldUseDarkColorsForSystemIntegratedUI: { get: () => this.taskbarIsDark },
      shouldUseDarkColors: {
        get: () => (this.themeSource === 'system' ? this.systemIsDark : this.themeSource === 'dark'),
      },
    });
    return {
      commandLine: { appendSwitch: (name) => recorder.early('commandLine.appendSwitch', name) },
      nativeTheme: standIn<ElectronApi['nativeTheme']>(nativeTheme),
      net: { isOnline: () => this.isOnline },
      powerMonitor: {
        ...this.power.methods<ElectronApi['powerMonitor'] & { once: unknown }>(),
      },
    };
  }

  #createShell(): Pick<ElectronApi, 'createNotification' | 'createTray' | 'nativeImage' | 'notificationCenter'> {
    return {
      notificationCenter: this.notifications.statics,
      createNotification: (options) => this.notifications.create(options).real,
      nativeImage: { createFromPath: createImage },
      createTray: (image) => {
        this.recorder.late('new Tray', toPath(image));
        const tray = new TrayDouble(this.recorder, () => this.menu);
        this.trays.push(tray);
        return tray.real;
      },
    };
  }

  #createSession(): ReturnType<ElectronApi['getSession']> {
    const { recorder } = this;
    recorder.late('session.defaultSession');
    return {
      on: this.session.methods<Session>().on,
      resolveProxy: (url) => {
        recorder.note('session.resolveProxy', url);
        return Promise.resolve('DIRECT');
      },
      addWordToSpellCheckerDictionary: (word) => {
        recorder.note('session.addWordToSpellCheckerDictionary', word);
        return true;
      },
      availableSpellCheckerLanguages: ['de', 'en-GB', 'en-US', 'es', 'fr'],
      getSpellCheckerLanguages: () => this.spellingLanguages,
      setSpellCheckerDictionaryDownloadURL: (url) => recorder.note('session.setSpellCheckerDictionaryDownloadURL', url),
      setSpellCheckerLanguages: (languages) => {
        recorder.note('session.setSpellCheckerLanguages', languages);
        this.spellingLanguages = languages;
      },
      setSpellCheckerEnabled: (isOn) => recorder.note('session.setSpellCheckerEnabled', isOn),
      setPermissionRequestHandler: (handler) => {
        recorder.note('session.setPermissionRequestHandler');
        this.permit = handler;
      },
      setPermissionCheckHandler: (handler) => {
        recorder.note('session.setPermissionCheckHandler');
        this.check = handler;
      },
      setDevicePermissionHandler: (handler) => {
        recorder.note('session.setDevicePermissionHandler');
        this.permitDevice = handler;
      },
      webRequest: {
        onBeforeRequest: (...values: unknown[]) => {
          recorder.note('webRequest.onBeforeRequest');
          this.#filter = values.at(-1) as RequestFilter;
        },
      },
    };
  }

  #createWindow(options: ConstructorParameters<typeof WindowDouble>[1]): WindowDouble {
    this.recorder.late('new BrowserWindow');
    const window = Object.assign(new WindowDouble(this.recorder, options), this.nextWindow);
    this.windows.push(window);
    this.app.emit('browser-window-created', new EventDouble(), window.real);
    this.app.emit('web-contents-created', new EventDouble(), window.contents.real);
    return window;
  }
}

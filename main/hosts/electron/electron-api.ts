import type {
  App,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  CommandLine,
  Dialog,
  IpcMain,
  Menu,
  NativeTheme,
  nativeImage,
  NativeImage,
  Net,
  Notification,
  NotificationConstructorOptions,
  PowerMonitor,
  Protocol,
  Screen,
  Session,
  Shell,
  Tray,
  utilityProcess,
} from 'electron';
import type { UpdaterLibrary } from './lifecycle/updates.ts';

/**
 * Everything of Electron that the app uses, and nothing else, typed by Electron's own declarations: the real objects come
 * from `main/index.ts`, doubles from the tests.
 */
export interface ElectronApi {
  readonly app: Pick<
    App,
    | 'configureHostResolver'
    | 'dock'
    | 'enableSandbox'
    | 'exit'
    | 'getLoginItemSettings'
    | 'getPreferredSystemLanguages'
    | 'isDefaultProtocolClient'
    | 'isReady'
    | 'on'
    | 'quit'
    | 'relaunch'
    | 'removeAsDefaultProtocolClient'
    | 'requestSingleInstanceLock'
    | 'setAboutPanelOptions'
    | 'setAppUserModelId'
    | 'setAsDefaultProtocolClient'
    | 'setBadgeCount'
    | 'setLoginItemSettings'
    | 'setPath'
    | 'setToastActivatorCLSID'
    | 'whenReady'
  >;
  readonly commandLine: Pick<CommandLine, 'appendSwitch'>;
  readonly dialog: Pick<Dialog, 'showErrorBox' | 'showMessageBox'>;
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  readonly menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
  readonly nativeImage: Pick<typeof nativeImage, 'createFromPath'>;
  readonly nativeTheme: Pick<
    NativeTheme,
    'off' | 'on' | 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI' | 'themeSource'
  >;
  readonly net: Pick<Net, 'isOnline'>;
  readonly notificationCenter: Pick<typeof Notification, 'getHistory' | 'handleActivation' | 'isSupported' | 'remove'>;
  readonly powerMonitor: Pick<PowerMonitor, 'off' | 'on'>;
  readonly protocol: Pick<Protocol, 'handle' | 'registerSchemesAsPrivileged'>;
  /** Answers once Electron is ready. */
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'off' | 'on'>;
  readonly shell: Pick<Shell, 'openExternal'>;
  /** There is no session before Electron is ready. */
  readonly getSession: () => Pick<
    Session,
    | 'addWordToSpellCheckerDictionary'
    | 'availableSpellCheckerLanguages'
    | 'getSpellCheckerLanguages'
    | 'on'
    | 'resolveProxy'
    | 'setDevicePermissionHandler'
    | 'setPermissionCheckHandler'
    | 'setPermissionRequestHandler'
    | 'setSpellCheckerDictionaryDownloadURL'
    | 'setSpellCheckerEnabled'
    | 'setSpellCheckerLanguages'
  > & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> };
  readonly forkProcess: (typeof utilityProcess)['fork'];
  /** Of electron-updater, loaded when it is needed. */
  readonly loadUpdater: () => Promise<UpdaterLibrary>;
  readonly createNotification: (options: NotificationConstructorOptions) => Notification;
  readonly createTray: (image: NativeImage) => Tray;
  readonly createWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow;
}

export type ElectronSession = ReturnType<ElectronApi['getSession']>;

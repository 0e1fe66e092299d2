import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE_URL } from '#main/hosts/electron/security/page-protocol.ts';
import type { HostedApp, HostedStart } from '#main/hosts/electron/lifecycle/hosted-app.ts';
import { APP_ID, TOAST_ACTIVATOR } from '#main/hosts/electron/lifecycle/prepare.ts';
import { startElectron } from '#main/hosts/electron/lifecycle/start.ts';
import type { Host } from '#main/hosts/host.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import type { TrayView } from '#shared/domain/desktop.ts';
import { inProject } from '#main/start/paths.mjs';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { EventDouble } from '#test/support/electron/stand-in.ts';

const ARGV = ['/opt/switchboard', '--data', 'here'] as const;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sb-electron-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Setup {
  readonly platform?: NodeJS.Platform;
  readonly start?: (host: Host) => HostedStart | Promise<HostedStart>;
  readonly startsHidden?: boolean;
  readonly argv?: readonly string[];
}

function setup(options: Setup = {}) {
  const double = new ElectronDouble();
  const app = new AppDouble(double.recorder);
  const nodeProcess = new EventEmitter();
  const printed: string[] = [];
  const dataFolder = path.join(folder, 'data');
  const begin = () =>
    startElectron(double.parts, {
      homeFolder: '/home/nobody',
      dataFolder,
      rendererFolder: folder,
      iconFolder: '/icons',
      resourcesFolder: '/resources',
      version: '1.2.3',
      preloadPath: '/app/preload.cjs',
      platform: options.platform ?? 'linux',
      hasDeveloperTools: false,
      isInstalled: true,
      startsHidden: options.startsHidden ?? false,
      environment: { XDG_CONFIG_HOME: folder },
      usesKeyring: false,
      process: Object.assign(nodeProcess, {
        argv: options.argv ?? ARGV,
        execPath: ARGV[0],
      }) as unknown as NodeJS.Process,
      createApp: (host) => {
        double.recorder.note('createApp', host.kind);
        return Promise.resolve(options.start?.(host) ?? { kind: 'app', app: app satisfies HostedApp });
      },
      print: (line) => printed.push(line),
      now: () => 0,
    });
  return { double, recorder: double.recorder, app, nodeProcess, printed, dataFolder, begin };
}

const TRAY: TrayView = {
  shape: 'read',
  tooltip: 'Switchboard',
  status: 'Live. Nothing unread',
  open: 'Open Switchboard',
  newMessage: 'New message',
  pause: { label: 'Turn notifications back on', choices: [] },
  quit: 'Quit Switchboard',
};

/** What keeps a page, whatever it holds, from reaching out or asking for rights. */
const SESSION_GUARDS = [
  'webRequest.onBeforeRequest',
  'session.setPermissionRequestHandler',
  'session.setPermissionCheckHandler',
  'session.setDevicePermissionHandler',
];

describe('the start of Electron', () => {
  it('does before the first await all that must be done before Electron is ready', () => {
    const { recorder, begin, dataFolder } = setup();
    void begin();
    expect(recorder.callsOf('app.').filter(([name]) => !name.endsWith('.on'))).toEqual([
      ['app.enableSandbox'],
      ['app.setPath', 'userData', path.join(dataFolder, 'window')],
      ['app.requestSingleInstanceLock'],
    ]);
    expect(recorder.callsOf('protocol')).toHaveLength(1);
    expect(recorder.callsOf('commandLine').map(([, name]) => name)).toEqual([
      'disable-background-networking',
      'disable-breakpad',
      'disable-component-update',
      'disable-domain-reliability',
      'no-pings',
    ]);
  });

  it('guards every page, and quitting, before anything of ours can run', async () => {
    const { double, recorder, begin } = setup();
    const started = begin();
    await double.makeReady();
    await started;
    for (const event of ['web-contents-created', 'before-quit', 'render-process-gone', 'child-process-gone']) {
      expect(recorder.placeOf('app.on', event)).toBeLessThan(recorder.placeOf('ready'));
    }
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
      expect(recorder.placeOf('contents.on', event)).toBeLessThan(recorder.placeOf('window.loadURL', PAGE_URL));
    }
    for (const guard of SESSION_GUARDS) {
      expect(recorder.placeOf(guard), guard).toBeLessThan(recorder.placeOf('new BrowserWindow'));
    }
    expect(recorder.placeOf('session.on', 'will-download')).toBeLessThan(recorder.placeOf('new BrowserWindow'));
  });

  it('carries on Windows the name by which it was installed', () => {
    const { recorder, begin } = setup({ platform: 'win32' });
    void begin();
    expect(recorder.callsOf('app.setAppUserModelId')).toEqual([['app.setAppUserModelId', APP_ID]]);
    expect(readFileSync(inProject('electron-builder.yml'), 'utf8')).toContain(`appId: ${APP_ID}\n`);
  });

  it('hears on Windows what a notification started it for, before anything waits', async () => {
    const { double, recorder, begin } = setup({ platform: 'win32' });
    const started = begin();
    expect(recorder.callsOf('app.setToastActivatorCLSID')).toEqual([['app.setToastActivatorCLSID', TOAST_ACTIVATOR]]);
    await double.makeReady();
    await started;
    expect(recorder.placeOf('Notification.handleActivation')).toBeLessThan(recorder.placeOf('createApp'));
  });

  it('takes the tray icon away before it closes the app', async () => {
    const stage = setup({
      platform: 'win32',
      start: (host) => {
        host.setTray(TRAY);
        return { kind: 'app', app: stage.app };
      },
    });
    const { double, recorder, begin } = stage;
    const started = begin();
    await double.makeReady();
    await started;
    expect(double.quit()).toBe(true);
    await vi.waitFor(() => expect(recorder.callsOf('app.quit')).not.toEqual([]));
    expect(recorder.placeOf('tray.destroy')).toBeLessThan(recorder.placeOf('app.dispose'));
  });

  it('leaves to the first instance what a second one was started for', async () => {
    const { double, recorder, begin } = setup();
    double.getsLock = false;
    await begin();
    expect(recorder.calls.at(-1)).toEqual(['app.quit']);
    expect(recorder.callsOf('app.on')).toEqual([]);
  });

  it('says who else has the data, and quits', async () => {
    const { double, recorder, begin } = setup({ start: () => ({ kind: 'held', pid: 7, url: null }) });
    const started = begin();
    await double.makeReady();
    await started;
    expect(recorder.callsOf('dialog.showErrorBox')).toHaveLength(1);
    expect(recorder.calls.at(-1)).toEqual(['app.quit']);
    expect(double.windows).toEqual([]);
  });

  it('closes the app again when the page cannot be loaded', async () => {
    const { double, recorder, app, begin } = setup();
    double.nextWindow = { loadFault: new Error('ERR_FAILED') };
    const started = begin();
    started.catch(() => undefined);
    await double.makeReady();
    await expect(started).rejects.toThrow('ERR_FAILED');
    expect(app.disposals).toBe(1);
    expect(recorder.callsOf('window.destroy')).toHaveLength(1);
  });

  it('shows the window again on a second start, and opens no other', async () => {
    const { double, recorder, begin } = setup();
    const started = begin();
    await double.makeReady();
    await started;
    const [window] = double.windows;
    if (window !== undefined) window.isMinimized = true;
    double.app.emit('second-instance', { preventDefault: () => undefined, defaultPrevented: false }, []);
    expect(recorder.callsOf('window.restore')).toHaveLength(1);
    expect(double.windows).toHaveLength(1);
  });

  it('tells the terminal of a crash while there is no log, then the log', async () => {
    const { double, app, nodeProcess, printed, begin } = setup();
    const started = begin();
    nodeProcess.emit('unhandledRejection', new Error('early'));
    expect(printed).toEqual(['main.unhandledRejection: Error: early']);
    await double.makeReady();
    await started;
    nodeProcess.emit('uncaughtException', new Error('late'));
    expect(app.bugs).toEqual(['main.uncaught']);
  });

  it('hides the window and closes the app before it quits', async () => {
    const { double, recorder, app, begin } = setup();
    const started = begin();
    await double.makeReady();
    await started;
    expect(double.quit()).toBe(true);
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toEqual(['app.quit']));
    expect(recorder.calls.slice(-3)).toEqual([['window.hide'], ['app.dispose'], ['app.quit']]);
    expect(app.disposals).toBe(1);
    expect(double.quit()).toBe(false);
  });

  it('asks before it quits with unsent texts, and sends them where the user says so', async () => {
    const { double, recorder, app, begin } = setup();
    const started = begin();
    await double.makeReady();
    await started;
    app.waiting = { held: 1, queued: 1, sending: 0, canSendNow: true };
    double.press = ({ buttons = [] }) => buttons.indexOf('Cancel');
    expect(double.quit()).toBe(true);
    await double.settle();
    expect([app.disposals, recorder.callsOf('app.quit'), recorder.callsOf('dialog.showMessageBox').length]).toEqual([
      0,
      [],
      1,
    ]);
    double.press = ({ buttons = [] }) => buttons.indexOf('Send now and quit');
    expect(double.quit()).toBe(true);
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toEqual(['app.quit']));
    expect(recorder.calls.slice(-4).map(([name]) => name)).toEqual([
      'window.hide',
      'app.flush',
      'app.dispose',
      'app.quit',
    ]);
  });

  it('brings the window back where it is gone and the user cancels', async () => {
    const { double, app, begin } = setup();
    const started = begin();
    await double.makeReady();
    await started;
    app.waiting = { held: 1, queued: 0, sending: 0, canSendNow: true };
    double.press = ({ cancelId }) => cancelId ?? -1;
    double.windows[0]?.vanish();
    double.quit();
    await double.settle();
    expect(double.windows).toHaveLength(2);
  });

  it('does not ask when a signal ends it', async () => {
    const { double, recorder, app, nodeProcess, begin } = setup();
    const started = begin();
    await double.makeReady();
    await started;
    app.waiting = { held: 1, queued: 0, sending: 0, canSendNow: true };
    nodeProcess.emit('SIGTERM');
    double.quit();
    await double.settle();
    expect(recorder.callsOf('app.quit').length).toBeGreaterThan(0);
    expect(recorder.callsOf('dialog.showMessageBox')).toEqual([]);
    expect(recorder.callsOf('app.flush')).toEqual([]);
  });

  it.each(['win32', 'linux'] as const)('asks nobody when the session of %s ends', async (platform) => {
    const { double, recorder, app, begin } = setup({ platform });
    const started = begin();
    await double.makeReady();
    await started;
    app.waiting = { held: 1, queued: 0, sending: 0, canSendNow: true };
    if (platform === 'linux') double.power.emit('shutdown');
    else
      double.windows[0]?.events.emit('session-end', Object.assign(new EventDouble(), { reasons: ['logoff' as const] }));
    double.quit();
    await double.settle();
    expect(recorder.callsOf('dialog.showMessageBox')).toEqual([]);
    expect(recorder.callsOf('app.flush')).toEqual([]);
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toEqual(['app.quit']));
  });

  it('takes SIGTERM only once Electron is ready, which sets its own handler after the entry has run', async () => {
    const { double, nodeProcess, begin } = setup();
    const started = begin();
    expect(nodeProcess.listenerCount('SIGTERM')).toBe(0);
    await double.makeReady();
    await started;
    expect(nodeProcess.listenerCount('SIGTERM')).toBe(1);
  });
});

async function run(options: Setup = {}) {
  const stage = setup(options);
  const started = stage.begin();
  await stage.double.makeReady();
  await started;
  return stage;
}

const withTray: Pick<Setup, 'platform'> = { platform: 'win32' };
const SECOND = ['/opt/switchboard'];

describe('a start for a link', () => {
  it('hands over the links of its arguments, of macOS and of a second start, also those before the app was there', async () => {
    const told: unknown[] = [];
    const app = Promise.withResolvers<HostedStart>();
    const stage = setup({
      platform: 'darwin',
      argv: [...ARGV, 'sms:1'],
      start(host) {
        host.watchActs((act) => told.push(act));
        return app.promise;
      },
    });
    const started = stage.begin();
    stage.double.app.emit('open-url', new EventDouble(), 'tel:2');
    await stage.double.makeReady();
    await vi.waitFor(() => expect(told).toHaveLength(2));
    stage.double.app.emit('second-instance', new EventDouble(), [...SECOND, 'switchboard:new']);
    app.resolve({ kind: 'app', app: stage.app });
    await started;
    expect(told).toEqual(['sms:1', 'tel:2', 'switchboard:new'].map((url) => ({ kind: 'link', url })));
  });

  it('registers the own scheme where the app is installed', async () => {
    const { recorder } = await run({ platform: 'win32' });
    expect(recorder.callsOf('app.setAsDefaultProtocolClient')).toEqual([
      ['app.setAsDefaultProtocolClient', 'switchboard'],
    ]);
  });
});

describe('what is done with a notification of macOS', () => {
  const response = { identifier: '7/1', actionIdentifier: 'REPLY', date: 0, userInfo: {}, userText: 'On my way' };
  const tell = ({ double }: ReturnType<typeof setup>) => double.app.emit('ready', new EventDouble(), response);

  it.each(['before', 'after'] as const)('is told where Electron tells it %s the app goes on', async (when) => {
    const told: unknown[] = [];
    const start = (host: Host): HostedStart => {
      host.watchActs((act) => told.push(act));
      return { kind: 'app', app: stage.app };
    };
    const stage = setup({ platform: 'darwin', start });
    const started = stage.begin();
    if (when === 'before') tell(stage);
    await stage.double.makeReady();
    await started;
    if (when === 'after') tell(stage);
    stage.double.app.emit('ready', new EventDouble(), {});
    expect(told).toEqual([{ kind: 'notification-reply', id: '7/1', text: 'On my way' }]);
  });

  it('is shown where the app closes: nothing sends the reply any more', async () => {
    const stage = await run({ platform: 'darwin' });
    stage.double.quit();
    tell(stage);
    await vi.waitFor(() => expect(stage.recorder.calls.at(-1)).toEqual(['app.quit']));
    const words = 'Switchboard was closing when you replied. You wrote:\n\nOn my way';
    const boxes = stage.recorder.callsOf('dialog.showErrorBox');
    expect(boxes).toEqual([['dialog.showErrorBox', 'Your reply wasn’t sent', words]]);
  });
});

describe('a start with the session', () => {
  const showTray = (stage: () => ReturnType<typeof setup>) => (host: Host) => {
    host.setTray(TRAY);
    return { kind: 'app' as const, app: stage().app };
  };

  it('makes no window where a tray icon or the dock can', async () => {
    const stage = setup({ ...withTray, startsHidden: true, start: showTray(() => stage) });
    const started = stage.begin();
    await stage.double.makeReady();
    await started;
    const onMac = await run({ platform: 'darwin', startsHidden: true });
    expect([stage.double.windows, onMac.double.windows]).toEqual([[], []]);
    stage.double.app.emit('second-instance', new EventDouble(), SECOND);
    onMac.double.app.emit('activate', new EventDouble());
    await stage.double.settle();
    expect([stage.recorder.callsOf('window.show'), onMac.recorder.callsOf('window.show')]).toEqual([
      [['window.show']],
      [['window.show']],
    ]);
  });

  it('is known on macOS without an argument', async () => {
    const stage = setup({ platform: 'darwin' });
    stage.double.system.wasOpenedAtLogin = true;
    const started = stage.begin();
    await stage.double.makeReady();
    await started;
    expect(stage.double.windows).toEqual([]);
  });

  it('is minimised where nothing else could bring a window', async () => {
    const { recorder } = await run({ platform: 'win32', startsHidden: true });
    expect([recorder.callsOf('window.show'), recorder.callsOf('window.minimize')]).toEqual([[], [['window.minimize']]]);
  });

  it('shows the window that somebody asked for while it started', async () => {
    const stage = setup({ platform: 'darwin', startsHidden: true });
    const started = stage.begin();
    stage.double.app.emit('second-instance', new EventDouble(), SECOND);
    await stage.double.makeReady();
    await started;
    expect(stage.recorder.callsOf('window.show')).toHaveLength(1);
  });

  it('quits from out of sight as from the window', async () => {
    const { double, recorder } = await run({ platform: 'darwin', startsHidden: true });
    expect(double.quit()).toBe(true);
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toEqual(['app.quit']));
    expect(double.quit()).toBe(false);
  });
});

describe('closing the window', () => {
  it('keeps the app, and holds neither quitting nor the end of a Windows session', async () => {
    const { double, recorder } = await run(withTray);
    const [window] = double.windows;
    expect(window?.close()).toBe(true);
    await double.settle();
    expect(recorder.callsOf('window.minimize')).toHaveLength(1);
    expect(double.quit()).toBe(true);
    expect(window?.close()).toBe(true);
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toEqual(['app.quit']));
    expect([double.quit(), window?.close()]).toEqual([false, false]);
  });

  it('is not held once the session of Windows ends', async () => {
    const { double } = await run(withTray);
    const [window] = double.windows;
    window?.events.emit('session-end', Object.assign(new EventDouble(), { reasons: ['logoff' as const] }));
    expect(window?.close()).toBe(false);
  });

  it('asks about unsent texts with the window still there where the user chose to quit', async () => {
    const { double, app, recorder } = await run(withTray);
    app.settings = { ...DEFAULT_SETTINGS, closingWindow: 'quit' };
    app.waiting = { held: 1, queued: 0, sending: 0, canSendNow: true };
    double.press = ({ cancelId }) => cancelId ?? -1;
    double.windows[0]?.close();
    await double.settle();
    expect(recorder.calls.at(-1)).toEqual(['app.quit']);
    double.quit();
    await double.settle();
    expect(recorder.callsOf('dialog.showMessageBox')).toHaveLength(1);
    expect([double.windows.length, double.windows[0]?.contents.isGone, app.disposals]).toEqual([1, false, 0]);
  });
});

describe('a second start while the app ends', () => {
  it('brings the window to the front while the question is open', async () => {
    const { double, app, recorder } = await run();
    app.waiting = { held: 1, queued: 0, sending: 0, canSendNow: true };
    const answer = Promise.withResolvers<number>();
    double.press = () => answer.promise;
    double.quit();
    await double.settle();
    const before = recorder.callsOf('window.focus').length;
    double.app.emit('second-instance', new EventDouble(), SECOND);
    expect(recorder.callsOf('window.focus')).toHaveLength(before + 1);
    answer.resolve(2);
    await double.settle();
    expect(recorder.callsOf('app.relaunch')).toEqual([]);
  });

  it('does not show the dying window, and starts the app again once it has closed', async () => {
    const { double, recorder, app } = await run();
    const closing = Promise.withResolvers<undefined>();
    app.dispose = () => closing.promise;
    double.quit();
    await double.settle();
    const shows = recorder.callsOf('window.show').length;
    double.app.emit('second-instance', new EventDouble(), [...SECOND, 'sms:5']);
    expect(recorder.callsOf('window.show')).toHaveLength(shows);
    expect(recorder.callsOf('app.relaunch')).toEqual([]);
    closing.resolve(undefined);
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toEqual(['app.quit']));
    expect(recorder.calls.at(-2)).toEqual(['app.relaunch', { args: ['--data', 'here', 'sms:5'] }]);
  });
});

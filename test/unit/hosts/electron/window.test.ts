import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepWindow, MainWindow } from '#main/hosts/electron/window/window.ts';
import { PAGE_URL } from '#main/hosts/electron/security/page-protocol.ts';
import { followTheme } from '#main/hosts/electron/window/theme.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import { inProject } from '#main/start/paths.mjs';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { EventDouble } from '#test/support/electron/stand-in.ts';
import { toWindowNeeds } from '#test/support/electron/window-needs.ts';
import { toHex } from '#test/support/oklch.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function setup(platform: NodeJS.Platform = 'linux') {
  const double = new ElectronDouble();
  double.recorder.isReady = true;
  const app = new AppDouble(double.recorder);
  const told: string[] = [];
  const mainWindow = new MainWindow(
    toWindowNeeds(double, {
      platform,
      report: (what) => told.push(what),
      onSessionEnd: () => told.push('session ends'),
    }),
  );
  const open = async () => {
    await mainWindow.open(app);
    const window = double.windows.at(-1);
    if (window === undefined) throw new Error('There is no window');
    return window;
  };
  return { double, recorder: double.recorder, app, mainWindow, told, open };
}

describe('the Electron window', () => {
  it('is sandboxed, isolated and without Node', async () => {
    const { open } = setup();
    expect((await open()).options).toEqual({
      width: 1280,
      height: 800,
      minWidth: 400,
      minHeight: 480,
      show: false,
      backgroundColor: '#ebf0f2',
      title: 'Switchboard',
      titleBarStyle: 'hidden',
      titleBarOverlay: { color: '#ebf0f2', symbolColor: '#444f53', height: 40 },
      webPreferences: {
        preload: '/app/preload.cjs',
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: true,
        devTools: false,
      },
    });
  });

  it('loads nothing into a window that went while its size was asked for', async () => {
    const { double, mainWindow, app, recorder } = setup('win32');
    app.findSettings = () => {
      double.windows.at(-1)?.vanish();
      return Promise.resolve(DEFAULT_SETTINGS);
    };
    await mainWindow.open(app);
    expect(double.windows.at(-1)?.contents.isGone).toBe(true);
    expect(recorder.callsOf('window.loadURL')).toEqual([]);
  });

  it('has the title bar of the page, with the buttons of the system in it', async () => {
    const overlay = { color: '#ebf0f2', symbolColor: '#444f53', height: 40 };
    for (const platform of ['win32', 'linux'] as const) {
      const { options } = await setup(platform).open();
      expect(options).toMatchObject({ titleBarStyle: 'hidden', titleBarOverlay: overlay });
      expect(options).not.toHaveProperty('trafficLightPosition');
    }
    expect((await setup('darwin').open()).options).toMatchObject({
      ...{ titleBarStyle: 'hidden', titleBarOverlay: { height: 40 }, trafficLightPosition: { x: 14, y: 14 } },
    });
  });

  it('has on Linux the title bar of the system where the user wants that, with no menu bar below it', async () => {
    const bars = async (platform: NodeJS.Platform, titleBar: 'app' | 'system') => {
      const { app, recorder, open } = setup(platform);
      app.settings = { ...DEFAULT_SETTINGS, titleBar };
      const window = await open();
      window.events.emit('blur');
      const { titleBarStyle } = window.options;
      return [
        titleBarStyle ?? 'system',
        recorder.callsOf('window.setMenuBarVisibility').length,
        recorder.callsOf('window.setTitleBarOverlay').length > 0,
      ];
    };
    expect(await bars('linux', 'system')).toEqual(['system', 1, false]);
    expect(await bars('linux', 'app')).toEqual(['hidden', 0, true]);
    expect(await bars('win32', 'system')).toEqual(['hidden', 0, true]);
  });

  it('is made once where it is asked for again while it comes, and not minimised then', async () => {
    for (const platform of ['linux', 'win32'] as const) {
      const { double, mainWindow, app, recorder } = setup(platform);
      double.nextWindow = { paintsHidden: false };
      const opening = mainWindow.open(app, 'minimised');
      await mainWindow.open(app);
      await opening;
      // Nothing is painted yet.
      expect([double.windows.length, recorder.callsOf('window.show')]).toEqual([1, []]);
      double.windows[0]?.events.emit('ready-to-show');
      expect([recorder.callsOf('window.minimize'), recorder.callsOf('window.show')]).toEqual([[], [['window.show']]]);
      await mainWindow.open(app);
      expect(recorder.callsOf('window.focus')).toHaveLength(1);
    }
  });

  it('can be asked for again where it could not be made', async () => {
    const { double, mainWindow, app } = setup();
    const { createWindow } = double.parts;
    Object.assign(double.parts, {
      createWindow: () => {
        throw new Error('no display');
      },
    });
    await expect(mainWindow.open(app)).rejects.toThrow('no display');
    Object.assign(double.parts, { createWindow });
    await mainWindow.open(app);
    expect(double.windows).toHaveLength(1);
  });

  it('shows itself only when it has something to show, and once', async () => {
    const { recorder, open } = setup();
    const window = await open();
    window.events.emit('ready-to-show');
    await vi.runAllTimersAsync();
    expect(recorder.callsOf('window.').filter(([name]) => /loadURL|show/.test(name))).toEqual([
      ['window.loadURL', PAGE_URL],
      ['window.show'],
    ]);
  });

  it('shows itself two seconds after its load where it does not paint while it is hidden', async () => {
    const { double, recorder, open } = setup();
    double.nextWindow = { paintsHidden: false };
    await open();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(recorder.callsOf('window.show')).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(recorder.callsOf('window.show')).toHaveLength(1);
  });

  it('leaves nothing that waits when it is closed before', async () => {
    const { double, recorder, open } = setup();
    double.nextWindow = { paintsHidden: false };
    (await open()).vanish();
    await vi.runAllTimersAsync();
    expect(recorder.callsOf('window.show')).toEqual([]);
    expect(double.theme.listenerCount).toBe(0);
  });

  it('goes away, and can be tried again, when its page cannot be loaded', async () => {
    const { double, mainWindow, open } = setup();
    double.nextWindow = { loadFault: new Error('ERR_FAILED') };
    await expect(open()).rejects.toThrow('ERR_FAILED');
    expect(mainWindow.current).toBeNull();
    double.nextWindow = {};
    await open();
    expect(double.windows).toHaveLength(2);
  });

  it('is revealed, not doubled, when it is there already', async () => {
    const { double, recorder, open } = setup();
    (await open()).isMinimized = true;
    const before = recorder.calls.length;
    await open();
    expect(double.windows).toHaveLength(1);
    expect(recorder.calls.slice(before)).toEqual([['window.restore'], ['window.show'], ['window.focus']]);
  });

  it('is inactive once it is closed, and created again after that', async () => {
    const { double, mainWindow, app, open } = setup();
    (await open()).vanish();
    expect(mainWindow.current).toBeNull();
    expect(app.inputsOf('host.setActivity').at(-1)).toEqual({ isVisible: false, isFocused: false });
    await open();
    expect(double.windows).toHaveLength(2);
  });
});

describe('a page that hangs', () => {
  it('is waited for, or killed so that it comes back, as the user chooses', async () => {
    const { double, recorder, told, open } = setup();
    const window = await open();
    window.events.emit('unresponsive');
    await double.settle();
    expect(told).toEqual(['window.unresponsive']);
    expect(recorder.callsOf('contents.forcefullyCrashRenderer')).toEqual([]);
    double.press = () => 1;
    window.events.emit('unresponsive');
    await double.settle();
    expect(recorder.callsOf('contents.forcefullyCrashRenderer')).toHaveLength(1);
  });

  it('takes its question back when it moves again', async () => {
    const { double, recorder, open } = setup();
    const answered = Promise.withResolvers<number>();
    let signal: AbortSignal | undefined;
    double.press = (options) => {
      signal = options.signal;
      return answered.promise;
    };
    const window = await open();
    window.events.emit('unresponsive');
    window.events.emit('responsive');
    expect(signal?.aborted).toBe(true);
    answered.resolve(1);
    await double.settle();
    expect(recorder.callsOf('contents.forcefullyCrashRenderer')).toEqual([]);
  });
});

describe('the theme', () => {
  it('colours the empty window as the page will be', async () => {
    const tokens = readFileSync(inProject('renderer/styles/tokens.css'), 'utf8');
    const chromes = [...tokens.matchAll(/--chrome: (oklch\([^)]+\))/g)].map(([, colour]) => toHex(colour ?? ''));
    const signs = [...tokens.matchAll(/--text-2: (oklch\([^)]+\))/g)].map(([, colour]) => toHex(colour ?? ''));
    for (const [index, systemIsDark] of [false, true].entries()) {
      const { double, open } = setup();
      double.systemIsDark = systemIsDark;
      const { backgroundColor, titleBarOverlay } = (await open()).options;
      expect(backgroundColor).toBe(chromes[index]);
      expect(titleBarOverlay).toEqual({ color: chromes[index], symbolColor: signs[index], height: 40 });
    }
  });

  it('dims the signs of the buttons while another window is used', async () => {
    const tokens = readFileSync(inProject('renderer/styles/tokens.css'), 'utf8');
    const [light, dark] = [...tokens.matchAll(/--text-3: (oklch\([^)]+\))/g)].map(([, colour]) => toHex(colour ?? ''));
    for (const [systemIsDark, dimmed, bright] of [
      [false, light, '#444f53'],
      [true, dark, '#afb7ba'],
    ] as const) {
      const { double, recorder, open } = setup('win32');
      double.systemIsDark = systemIsDark;
      const window = await open();
      window.events.emit('blur');
      double.theme.emit('updated');
      window.events.emit('focus');
      const signs = recorder.callsOf('window.setTitleBarOverlay').flatMap(([, options]) => {
        const { symbolColor } = options as { symbolColor?: string };
        return symbolColor ?? [];
      });
      expect(signs).toEqual([dimmed, dimmed, bright]);
    }
  });

  it.each(['win32', 'linux', 'darwin'] as const)(
    'colours the buttons of the title bar on %s, also later',
    async (platform) => {
      const { double, recorder, open } = setup(platform);
      const window = await open();
      double.systemIsDark = true;
      double.theme.emit('updated');
      window.vanish();
      double.theme.emit('updated');
      const painted = recorder
        .callsOf('window.setTitleBarOverlay')
        .filter(([, options]) => 'color' in (options as object));
      const dark = ['window.setTitleBarOverlay', { color: '#0d1214', symbolColor: '#afb7ba' }];
      expect(painted).toEqual(platform === 'darwin' ? [] : [dark]);
    },
  );

  it('is what the user chose before there is a window, and changes with the choice', async () => {
    const { double, recorder, app, open } = setup();
    app.settings = { ...DEFAULT_SETTINGS, theme: 'dark' };
    const undo = await followTheme(double.parts.nativeTheme, app);
    expect((await open()).options.backgroundColor).toBe('#0d1214');
    app.settings = { ...DEFAULT_SETTINGS, theme: 'light' };
    app.tell({ sequence: 8, name: 'settings.changed', payload: { settings: app.settings } } as never);
    await double.settle();
    expect(double.themeSource).toBe('light');
    double.theme.emit('updated');
    expect(recorder.callsOf('window.setBackgroundColor')).toEqual([['window.setBackgroundColor', '#ebf0f2']]);
    const others = app.listeners.size - 1;
    undo();
    expect(app.listeners.size).toBe(others);
  });

  it('stays the system’s when the setting cannot be read', async () => {
    const { double, app } = setup();
    app.settings = null;
    await followTheme(double.parts.nativeTheme, app);
    expect(double.themeSource).toBe('system');
  });
});

describe('the last window', () => {
  it.each([
    ['win32', [['app.quit']]],
    ['linux', [['app.quit']]],
    ['darwin', []],
  ] as const)('closed on %s leads to %j', (platform, calls) => {
    const double = new ElectronDouble();
    const { app } = double.parts;
    keepWindow(app, { platform, reopen: () => undefined });
    double.app.emit('window-all-closed');
    expect(double.recorder.callsOf('app.quit')).toEqual(calls);
  });

  it('comes back from the dock', () => {
    const double = new ElectronDouble();
    const reopen = vi.fn();
    keepWindow(double.parts.app, { platform: 'darwin', reopen });
    double.app.emit('activate', new EventDouble());
    expect(reopen).toHaveBeenCalledTimes(1);
  });
});

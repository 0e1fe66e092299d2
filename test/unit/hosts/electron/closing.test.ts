import { describe, expect, it } from 'vitest';
import { MainWindow } from '#main/hosts/electron/window/window.ts';
import { DEFAULT_SETTINGS, type SettingsView } from '#shared/contract/index.ts';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { toWindowNeeds } from '#test/support/electron/window-needs.ts';

interface Setup {
  readonly platform?: NodeJS.Platform;
  readonly hasTray?: boolean;
  readonly settings?: Partial<SettingsView> | null;
}

async function setup({ platform = 'linux', hasTray = true, settings = {} }: Setup = {}) {
  const double = new ElectronDouble();
  double.recorder.isReady = true;
  const app = new AppDouble(double.recorder);
  app.settings = settings === null ? null : { ...DEFAULT_SETTINGS, ...settings };
  const quit = { stage: 'open' as 'open' | 'busy' | 'free' };
  const told: string[] = [];
  const tray = { check: () => Promise.resolve(hasTray) };
  const mainWindow = new MainWindow(
    toWindowNeeds(double, {
      platform,
      report: (what) => told.push(what),
      closing: {
        findQuitStage: () => quit.stage,
        hasTray: () => tray.check(),
        quit: () => double.parts.app.quit(),
      },
    }),
  );
  await mainWindow.open(app);
  const [window] = double.windows;
  if (window === undefined) throw new Error('There is no window');
  const before = double.recorder.calls.length;
  const acts = () =>
    double.recorder.calls
      .slice(before)
      .map(([name]) => name)
      .filter((name) => !/\.on(ce)?$/.test(name));
  const close = async () => {
    const isHeld = window.close();
    await double.settle();
    return isHeld;
  };
  return { double, app, quit, told, tray, window, acts, close };
}

describe('the close button', () => {
  it.each([
    ['win32', true, ['window.hide', 'dialog.showMessageBox']],
    ['linux', true, ['window.hide', 'dialog.showMessageBox']],
    ['win32', false, ['window.minimize']],
    ['linux', false, ['window.minimize']],
    ['darwin', false, ['window.hide']],
  ] as const)('on %s, a tray being there: %s, does %j', async (platform, hasTray, acts) => {
    const stage = await setup({ platform, hasTray });
    expect(await stage.close()).toBe(true);
    expect(stage.acts()).toEqual(acts);
    expect(stage.app.inputsOf('host.setActivity').at(-1)).toEqual({ isVisible: false, isFocused: false });
  });

  it('quits where the user chose so, with the window still there for the question', async () => {
    for (const platform of ['win32', 'linux', 'darwin'] as const) {
      const { acts, close, window } = await setup({ platform, settings: { closingWindow: 'quit' } });
      expect(await close()).toBe(true);
      expect(acts()).toEqual(['app.quit']);
      expect(window.contents.isGone).toBe(false);
    }
  });

  it('keeps the app where the setting cannot be read', async () => {
    const { acts, close } = await setup({ settings: null });
    await close();
    expect(acts()).toEqual(['window.hide']);
  });

  it('tells once that the app goes on in the tray', async () => {
    const { double, app, acts, close } = await setup();
    await close();
    expect(double.recorder.callsOf('dialog.showMessageBox')[0]?.[1]).toMatchObject({
      message: 'Switchboard is still running in the tray, so texts keep arriving.',
      detail: 'To quit, use the tray icon.',
    });
    expect(app.inputsOf('settings.set')).toEqual([{ knowsTray: true }]);
    await close();
    expect(acts()).toEqual(['window.hide', 'dialog.showMessageBox', 'window.hide']);
  });

  it('leaves full screen on macOS first, which would leave a black one behind', async () => {
    const { acts, close, window } = await setup({ platform: 'darwin' });
    window.isFullScreen = true;
    await close();
    expect(acts()).toEqual(['window.setFullScreen']);
    window.events.emit('leave-full-screen');
    expect(acts()).toEqual(['window.setFullScreen', 'window.hide']);
  });

  it('lets the window go at the end of quitting and of the session', async () => {
    const { acts, close, quit, window } = await setup();
    quit.stage = 'free';
    expect(await close()).toBe(false);
    expect([acts(), window.contents.isGone]).toEqual([[], true]);
  });

  it('does nothing while quitting is asked about or under way', async () => {
    const { acts, close, quit } = await setup();
    quit.stage = 'busy';
    expect(await close()).toBe(true);
    expect(acts()).toEqual([]);
  });

  it('pressed twice decides once, and not at all where quitting began meanwhile', async () => {
    const { double, acts, quit, tray, window } = await setup({ settings: { knowsTray: true } });
    const looked = Promise.withResolvers<boolean>();
    tray.check = () => looked.promise;
    window.close();
    window.close();
    await double.settle();
    quit.stage = 'busy';
    looked.resolve(true);
    await double.settle();
    expect(acts()).toEqual([]);
    quit.stage = 'open';
    window.close();
    window.close();
    await double.settle();
    expect(acts()).toEqual(['window.hide']);
  });

  it('tells a fault, and can be pressed again', async () => {
    const { acts, close, tray, told } = await setup({ settings: { knowsTray: true } });
    tray.check = () => Promise.reject(new Error('no bus'));
    await close();
    expect(told).toEqual(['window.notClosed']);
    tray.check = () => Promise.resolve(true);
    await close();
    expect(acts()).toEqual(['window.hide']);
  });
});

describe('whether the user looks', () => {
  it('is told as the window hides, minimises and comes back', async () => {
    const { app, window } = await setup();
    const last = () => app.inputsOf('host.setActivity').at(-1);
    window.isFocused = true;
    window.real.minimize();
    expect(last()).toEqual({ isVisible: false, isFocused: false });
    window.events.emit('restore');
    expect(last()).toEqual({ isVisible: true, isFocused: true });
    window.real.hide();
    expect(last()).toEqual({ isVisible: false, isFocused: false });
    window.real.show();
    expect(last()).toEqual({ isVisible: true, isFocused: true });
  });
});

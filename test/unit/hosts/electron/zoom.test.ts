import { describe, expect, it } from 'vitest';
import { MainWindow } from '#main/hosts/electron/window/window.ts';
import { DEFAULT_SETTINGS, type SettingsView } from '#shared/contract/index.ts';
import { planZoom } from '#shared/domain/zoom.ts';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { EventDouble } from '#test/support/electron/stand-in.ts';
import { toWindowNeeds } from '#test/support/electron/window-needs.ts';

describe('a step of zooming', () => {
  it('goes to the next size and stops at both ends, also from a size between two steps', () => {
    expect(planZoom(100, 'in')).toBe(110);
    expect(planZoom(104, 'in')).toBe(110);
    expect(planZoom(104, 'out')).toBe(100);
    expect(planZoom(300, 'in')).toBe(300);
    expect(planZoom(50, 'out')).toBe(50);
    expect(planZoom(230, 'reset')).toBe(100);
  });
});

describe('the size of the window', () => {
  async function open(settings: SettingsView | null = DEFAULT_SETTINGS) {
    const double = new ElectronDouble();
    double.recorder.isReady = true;
    const app = new AppDouble(double.recorder);
    app.settings = settings;
    const mainWindow = new MainWindow(toWindowNeeds(double));
    await mainWindow.open(app);
    const [window] = double.windows;
    if (window === undefined) throw new Error('There is no window');
    const choose = async (zoomPercent: number, name: 'settings.changed' | 'session.changed') => {
      app.settings = { ...DEFAULT_SETTINGS, zoomPercent };
      app.tell({ sequence: 8, name, payload: {} });
      await double.settle();
    };
    return { double, app, mainWindow, window, contents: window.contents, choose };
  }

  it('makes the buttons of the title bar as high as the bar of the page', async () => {
    const { double, choose } = await open();
    await choose(150, 'settings.changed');
    expect(double.recorder.callsOf('window.setTitleBarOverlay').at(-1)).toEqual([
      ...['window.setTitleBarOverlay', { height: 60 }],
    ]);
  });

  it('is the one that was chosen before the page is loaded, and after each load (HOST-13)', async () => {
    const { double, contents } = await open({ ...DEFAULT_SETTINGS, zoomPercent: 150 });
    expect(double.recorder.placeOf('contents.setZoomFactor', 1.5)).toBeLessThan(
      double.recorder.placeOf('window.loadURL'),
    );
    // As Chromium remembered it for this place.
    contents.zoomFactor = 1;
    contents.events.emit('did-finish-load');
    expect(contents.zoomFactor).toBe(1.5);
  });

  it('follows the setting, also to that of another account', async () => {
    const { contents, choose } = await open();
    await choose(75, 'settings.changed');
    expect(contents.zoomFactor).toBe(0.75);
    await choose(200, 'session.changed');
    expect(contents.zoomFactor).toBe(2);
  });

  it('is changed by keys and wheel at once, between a half and three times, and kept', async () => {
    const { double, app, mainWindow, contents } = await open();
    mainWindow.zoom('in');
    expect(contents.zoomFactor).toBe(1.1);
    for (let turn = 0; turn < 20; turn += 1) contents.events.emit('zoom-changed', new EventDouble(), 'in');
    expect(contents.zoomFactor).toBe(3);
    for (let turn = 0; turn < 20; turn += 1) contents.events.emit('zoom-changed', new EventDouble(), 'out');
    expect(contents.zoomFactor).toBe(0.5);
    await double.settle();
    expect(app.inputsOf('settings.set').at(-1)).toEqual({ zoomPercent: 50 });
    mainWindow.zoom('reset');
    await double.settle();
    expect(app.settings).toMatchObject({ zoomPercent: 100 });
    expect(contents.zoomFactor).toBe(1);
  });

  it('does not leap back while a step is being kept', async () => {
    const { double, app, mainWindow, contents } = await open();
    const kept = Promise.withResolvers<never>();
    const handle = app.handle.bind(app);
    app.handle = (name, input) => (name === 'settings.set' ? kept.promise : handle(name, input));
    mainWindow.zoom('in');
    app.tell({ sequence: 8, name: 'settings.changed', payload: {} });
    await double.settle();
    expect(contents.zoomFactor).toBe(1.1);
  });

  it('stays where the setting cannot be read, and is left alone once the window is gone', async () => {
    const { double, app, mainWindow, window, contents, choose } = await open();
    app.settings = null;
    app.tell({ sequence: 8, name: 'settings.changed', payload: {} });
    await double.settle();
    expect(contents.zoomFactor).toBe(1);
    window.vanish();
    mainWindow.zoom('in');
    await choose(200, 'settings.changed');
    expect(contents.zoomFactor).toBe(1);
    expect(app.listeners.size).toBe(0);
  });
});

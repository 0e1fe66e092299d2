import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Display } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WindowState } from '#main/hosts/electron/window/window-state.ts';
import { MainWindow } from '#main/hosts/electron/window/window.ts';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { EventDouble } from '#test/support/electron/stand-in.ts';
import { toWindowNeeds } from '#test/support/electron/window-needs.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sb-window-'));
  file = path.join(folder, 'window-state.json');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const BOUNDS = { x: 300, y: 200, width: 900, height: 700 };
const save = (value: unknown) => writeFileSync(file, JSON.stringify(value));
const readSaved = () => JSON.parse(readFileSync(file, 'utf8')) as unknown;

async function open(prepare: (double: ElectronDouble) => void = () => undefined) {
  const double = new ElectronDouble();
  double.recorder.isReady = true;
  prepare(double);
  const told: string[] = [];
  const state = new WindowState({ file, screen: double.screen.real, report: (what) => told.push(what) });
  await state.load();
  const mainWindow = new MainWindow(toWindowNeeds(double, { state }));
  await mainWindow.open(new AppDouble(double.recorder));
  const [window] = double.windows;
  if (window === undefined) throw new Error('There is no window');
  return { double, recorder: double.recorder, state, told, window };
}

describe('the window of an earlier run', () => {
  it('comes back where it stood', async () => {
    save({ bounds: BOUNDS, shape: 'normal' });
    const { window, recorder } = await open();
    expect(window.options).toMatchObject(BOUNDS);
    expect([recorder.callsOf('window.maximize'), recorder.callsOf('window.setFullScreen')]).toEqual([[], []]);
  });

  it.each([
    ['maximised', 'window.maximize'],
    ['full-screen', 'window.setFullScreen'],
  ] as const)('comes back %s, once it is shown: Electron would show it empty before', async (shape, call) => {
    save({ bounds: BOUNDS, shape });
    const { window, recorder } = await open();
    expect(window.options).toMatchObject(BOUNDS);
    expect(recorder.placeOf(call)).toBeGreaterThan(recorder.placeOf('window.show'));
  });

  it('comes back on a display that is there', async () => {
    save({ bounds: { ...BOUNDS, x: 9_000 }, shape: 'normal' });
    const { window } = await open();
    expect(window.options).toMatchObject({ x: 510, y: 170, width: 900, height: 700 });
  });

  it.each([['{'], ['[]'], ['{"bounds":{"x":1},"shape":"normal"}'], [JSON.stringify({ bounds: BOUNDS, shape: 'odd' })]])(
    'counts as none where the file holds %s, and then fits the screen',
    async (text) => {
      writeFileSync(file, text);
      const { window, told } = await open(({ screen }) => {
        screen.workAreas = [{ x: 0, y: 0, width: 1024, height: 700 }];
      });
      expect(window.options).toMatchObject({ width: 1024, height: 700 });
      expect(window.options).not.toHaveProperty('x');
      expect(told).toEqual([]);
    },
  );
});

describe('what becomes of the window', () => {
  it('is saved once it rests, and at once when it hides or closes', async () => {
    const { window, state } = await open();
    window.bounds = BOUNDS;
    window.events.emit('move');
    window.events.emit('resize');
    await vi.advanceTimersByTimeAsync(499);
    await state.settle();
    expect(() => readSaved()).toThrow('ENOENT');
    await vi.advanceTimersByTimeAsync(1);
    await state.settle();
    expect(readSaved()).toEqual({ bounds: BOUNDS, shape: 'normal' });
    window.isMaximized = true;
    window.real.hide();
    await state.settle();
    expect(readSaved()).toEqual({ bounds: BOUNDS, shape: 'maximised' });
    window.isFullScreen = true;
    window.close();
    await state.settle();
    expect(readSaved()).toEqual({ bounds: BOUNDS, shape: 'full-screen' });
  });

  it('is not saved while it is minimised', async () => {
    const { window, state } = await open();
    window.isMinimized = true;
    window.events.emit('resize');
    await vi.runAllTimersAsync();
    await state.settle();
    expect(() => readSaved()).toThrow('ENOENT');
  });

  it('that cannot be saved is told, and keeps nothing from going on', async () => {
    const { window, state, told } = await open();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in its way');
    window.bounds = BOUNDS;
    window.real.hide();
    await state.settle();
    expect(told).toEqual(['window.stateNotSaved']);
  });

  it('leaves nothing that waits or listens', async () => {
    const { double, window } = await open();
    window.events.emit('resize');
    window.vanish();
    expect(vi.getTimerCount()).toBe(0);
    expect(double.screen.events.listenerCount).toBe(0);
  });
});

describe('a display that goes', () => {
  it.each(['display-removed', 'display-metrics-changed'] as const)('brings the window back at "%s"', async (name) => {
    const { double, recorder, window } = await open();
    window.bounds = { ...BOUNDS, x: 2_500 };
    const tell = () =>
      name === 'display-removed'
        ? double.screen.events.emit(name, new EventDouble(), {} as Display)
        : double.screen.events.emit(name, new EventDouble(), {} as Display, ['bounds']);
    tell();
    expect(recorder.callsOf('window.setBounds')).toEqual([
      ['window.setBounds', { x: 510, y: 170, width: 900, height: 700 }],
    ]);
    tell();
    expect(recorder.callsOf('window.setBounds')).toHaveLength(1);
  });

  it.each(['isMaximized', 'isFullScreen', 'isMinimized'] as const)('leaves a window alone that %s', async (what) => {
    const { double, recorder, window } = await open();
    window.bounds = { ...BOUNDS, x: 2_500 };
    window[what] = true;
    double.screen.events.emit('display-removed', new EventDouble(), {} as Display);
    expect(recorder.callsOf('window.setBounds')).toEqual([]);
  });
});

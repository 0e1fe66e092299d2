import type { App, BrowserWindow, NativeTheme, Notification, PowerMonitor } from 'electron';
import type { Screen, Session, Tray, UtilityProcess, WebContents } from 'electron';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { compareWithElectron } from '#test/support/electron/event-tables.ts';
import { EventsDouble, CallRecorder, standIn } from '#test/support/electron/stand-in.ts';

describe('the doubles of Electron', () => {
  it('have the events of Electron, with what Electron carries (which the compiler compares)', () => {
    const recorder = new CallRecorder();
    const events = <Real extends { on: unknown; once: unknown; off: unknown }>() =>
      new EventsDouble(recorder, 'any').methods<Real>();
    compareWithElectron(
      {
        app: standIn<App>(events<App>()),
        contents: standIn<WebContents>(events<WebContents>()),
        window: standIn<BrowserWindow>(events<BrowserWindow>()),
        power: standIn<PowerMonitor>(events<PowerMonitor>()),
        theme: standIn<NativeTheme>(events<NativeTheme>()),
      },
      {
        session: standIn<Session>(events<Session>()),
        process: standIn<UtilityProcess>(events<UtilityProcess>()),
        notification: standIn<Notification>(events<Notification>()),
        tray: standIn<Tray>(events<Tray>()),
        screen: standIn<Screen>(events<Screen>()),
      },
    );
    expect(recorder.callsOf('any.on')).toHaveLength(53);
  });

  it('refuse what Electron would refuse at that moment', async () => {
    const double = new ElectronDouble();
    const { app, protocol, getSession, createWindow } = double.parts;
    expect(() => getSession()).toThrow('before Electron is ready');
    expect(() => createWindow({})).toThrow('before Electron is ready');
    expect(() => app.setPath('userData', '/nowhere/at/all')).toThrow('There is no');
    await double.makeReady();
    expect(() => app.enableSandbox()).toThrow('before Electron is ready');
    expect(() => app.setPath('userData', tmpdir())).toThrow('before Electron is ready');
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('before Electron is ready');
  });

  it('have only the members that they were given', () => {
    expect(() => standIn<App>({}).getName()).toThrow('The double has no "getName"');
  });
});

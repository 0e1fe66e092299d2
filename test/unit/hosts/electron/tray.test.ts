import { describe, expect, it } from 'vitest';
import { hasOwner } from '#main/hosts/electron/shell/tray-host.ts';
import type { TrayView } from '#shared/domain/desktop.ts';
import { HostOnDoubles } from '#test/support/electron/host-on-doubles.ts';

const VIEW: TrayView = {
  shape: 'read',
  tooltip: 'Switchboard',
  status: 'Live. Nothing unread',
  open: 'Open Switchboard',
  newMessage: 'New message',
  pause: { label: 'Pause notifications', choices: [{ label: 'For an hour', until: 3_600_000 }] },
  quit: 'Quit Switchboard',
};
const UNREAD: TrayView = { ...VIEW, shape: 'unread', tooltip: 'Switchboard, 7 unread chats' };

function setup(platform: NodeJS.Platform) {
  const stage = new HostOnDoubles(platform);
  const calls = () => stage.double.recorder.calls.filter(([name]) => /^(new Tray|tray\.(set|destroy))/.test(name));
  const click = (...labels: string[]) => {
    let items = stage.double.menu;
    for (const label of labels) {
      const item = items.find((candidate) => candidate.label === label);
      if (Array.isArray(item?.submenu)) items = item.submenu;
      else (item?.click as (() => void) | undefined)?.();
    }
  };
  return { stage, ...stage, calls, click };
}

describe('the tray icon', () => {
  it('is made once on Windows, then updated, with its menu set each time', () => {
    const { host, calls } = setup('win32');
    expect(calls()).toEqual([]);
    expect(host.setTray(VIEW)).toBe(true);
    expect(host.setTray(UNREAD)).toBe(true);
    expect(calls()).toEqual([
      ['new Tray', '/icons/tray/read-on-light.ico'],
      ['tray.setToolTip', 'Switchboard'],
      ['tray.setContextMenu', 7],
      ['tray.setImage', '/icons/tray/unread-on-light.ico'],
      ['tray.setToolTip', 'Switchboard, 7 unread chats'],
      ['tray.setContextMenu', 7],
    ]);
  });

  it('takes on Windows the colours of the taskbar, also when they change', () => {
    const { host, double, tray, calls } = setup('win32');
    double.taskbarIsDark = true;
    host.setTray(VIEW);
    expect(calls()[0]).toEqual(['new Tray', '/icons/tray/read-on-dark.ico']);
    double.taskbarIsDark = false;
    double.theme.emit('updated');
    expect(calls().at(-1)).toEqual(['tray.setImage', '/icons/tray/read-on-light.ico']);
    tray.dispose();
    expect(calls().at(-1)).toEqual(['tray.destroy']);
    expect(double.theme.listenerCount).toBe(0);
    expect(host.setTray(UNREAD)).toBe(false);
    expect(calls().at(-1)).toEqual(['tray.destroy']);
  });

  it('is not there on macOS, which has the dock', async () => {
    const { host, calls } = setup('darwin');
    expect(host.setTray(VIEW)).toBe(false);
    expect(await host.getDesktop()).toMatchObject({ hasTray: false });
    expect(calls()).toEqual([]);
  });

  it('opens the window by a click and by its menu, and quits', () => {
    const { host, double, stage, click } = setup('win32');
    host.setTray(VIEW);
    const none = { x: 0, y: 0 };
    double.trays[0]?.events.emit('click', {}, { ...none, width: 1, height: 1 }, none);
    click('Open Switchboard');
    expect(stage.opens).toBe(2);
    click('Quit Switchboard');
    expect(double.recorder.callsOf('app.quit')).toHaveLength(1);
  });

  it('begins its menu with the state, which cannot be chosen, and shows the key of a new message', () => {
    const { host, double } = setup('win32');
    host.setTray(VIEW);
    expect(double.menu[0]).toEqual({ label: 'Live. Nothing unread', enabled: false });
    const item = double.menu.find(({ label }) => label === 'New message');
    expect(item).toMatchObject({ accelerator: 'CmdOrCtrl+N', registerAccelerator: false });
  });

  it('tells of a new message, of a pause and of its end', () => {
    const { host, acts, click } = setup('win32');
    host.setTray(VIEW);
    click('New message');
    click('Pause notifications', 'For an hour');
    host.setTray({ ...VIEW, shape: 'paused', pause: { label: 'Turn notifications back on', choices: [] } });
    click('Turn notifications back on');
    expect(acts).toEqual([
      { kind: 'new-message' },
      { kind: 'pause', until: 3_600_000 },
      { kind: 'pause', until: null },
    ]);
  });
});

describe('the tray icon on Linux', () => {
  it('is made once the desktop says that it shows such icons', async () => {
    const { host, double, calls } = setup('linux');
    let changes = 0;
    host.watchDesktop(() => (changes += 1));
    expect(host.setTray(VIEW)).toBe(false);
    await double.settle();
    expect(calls()[0]).toEqual(['new Tray', '/icons/tray/read.png']);
    expect(await host.getDesktop()).toMatchObject({ hasTray: true });
    expect(changes).toBe(1);
    expect(host.setTray(UNREAD)).toBe(true);
    expect(double.trays).toHaveLength(1);
  });

  it('is not made where nothing shows it', async () => {
    const { host, stage, double, calls } = setup('linux');
    stage.hasTrayHost = false;
    host.setTray(VIEW);
    await double.settle();
    expect(calls()).toEqual([]);
    expect(stage.tray.isShown).toBe(false);
  });

  it('goes with what showed it, and comes back with it', async () => {
    const { host, stage, double, tray, calls } = setup('linux');
    host.setTray(VIEW);
    expect(await tray.check()).toBe(true);
    stage.hasTrayHost = false;
    expect(await tray.check()).toBe(false);
    expect(calls().at(-1)).toEqual(['tray.destroy']);
    host.setTray(UNREAD);
    await double.settle();
    stage.hasTrayHost = true;
    expect(await tray.check()).toBe(true);
    expect(calls().filter(([name]) => name === 'new Tray')).toHaveLength(2);
  });

  it('is not made after the end, however late the answer comes', async () => {
    const { host, tray, calls } = setup('linux');
    host.setTray(VIEW);
    const checking = tray.check();
    tray.dispose();
    expect(await checking).toBe(false);
    expect(calls()).toEqual([]);
  });
});

describe('whether the desktop shows tray icons', () => {
  it('is asked by the first program that there is', async () => {
    const asked: string[] = [];
    const answer = await hasOwner('org.example.Watcher', (program, args) => {
      asked.push(`${program} ${args.at(-1)}`);
      return Promise.resolve(program === 'busctl' ? 'b true\n' : null);
    });
    expect([answer, asked]).toEqual([true, ['gdbus org.example.Watcher', 'busctl org.example.Watcher']]);
  });

  it.each(['(false,)\n', ''])('is no for %j', async (answer) => {
    expect(await hasOwner('org.example.Watcher', () => Promise.resolve(answer))).toBe(false);
  });

  it('is no where no program can ask', async () => {
    expect(await hasOwner('org.example.Watcher', () => Promise.resolve(null))).toBe(false);
  });
});

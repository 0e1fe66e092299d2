import { describe, expect, it } from 'vitest';
import type { NotificationContent } from '#shared/domain/desktop.ts';
import { HostOnDoubles } from '#test/support/electron/host-on-doubles.ts';
import { EventDouble } from '#test/support/electron/stand-in.ts';

const NONE = { count: 0, text: '', description: '' };
const SEVEN = { count: 7, text: '7', description: '7 unread chats' };
const MANY = { count: 120, text: '99+', description: '120 unread chats' };
const NOTIFICATION: NotificationContent = {
  id: '7/447700900318',
  group: { id: '7', title: 'Harbour Vets' },
  title: 'Deborah Okonkwo',
  body: 'Can he have breakfast?',
  isSilent: true,
  reply: null,
  buttons: null,
};

function setup(platform: NodeJS.Platform) {
  const stage = new HostOnDoubles(platform);
  const { recorder } = stage.double;
  const open = () => {
    stage.double.parts.createWindow({});
    const window = stage.double.windows.at(-1);
    if (window === undefined) throw new Error('There is no window');
    return window;
  };
  return { ...stage, recorder, open };
}

describe('the number on the icon', () => {
  it('is the text in the dock of macOS, set again with the focus, and 0 clears it', () => {
    const { host, double, recorder, open } = setup('darwin');
    expect(host.setBadge(MANY)).toBe(true);
    double.app.emit('browser-window-focus', new EventDouble(), open().real);
    host.setBadge(NONE);
    expect(recorder.callsOf('dock')).toEqual([
      ['dock.setBadge', '99+'],
      ['dock.setBadge', '99+'],
      ['dock.setBadge', ''],
    ]);
    expect(recorder.callsOf('app.setBadgeCount')).toEqual([]);
  });

  it('is a count on Linux, where the desktop says whether it takes it', async () => {
    const { host, double, recorder } = setup('linux');
    expect(await host.getDesktop()).toMatchObject({ hasBadge: false });
    expect(host.setBadge(SEVEN)).toBe(true);
    expect(await host.getDesktop()).toMatchObject({ hasBadge: true });
    double.takesBadge = false;
    expect(host.setBadge(NONE)).toBe(false);
    expect(recorder.callsOf('app.setBadgeCount')).toEqual([
      ['app.setBadgeCount', 7],
      ['app.setBadgeCount', 0],
    ]);
  });

  it('is a picture over the button of the taskbar on Windows, with its words', () => {
    const { host, recorder, open } = setup('win32');
    open();
    for (const view of [SEVEN, MANY, NONE]) expect(host.setBadge(view)).toBe(true);
    expect(recorder.callsOf('window.setOverlayIcon')).toEqual([
      ['window.setOverlayIcon', '/icons/overlay/7.png', '7 unread chats'],
      ['window.setOverlayIcon', '/icons/overlay/more.png', '120 unread chats'],
      ['window.setOverlayIcon', null, ''],
    ]);
  });

  it('is drawn anew each time a window is shown: its button is another one', () => {
    const { host, recorder, open } = setup('win32');
    host.setBadge(SEVEN);
    const window = open().real;
    window.show();
    window.hide();
    window.show();
    open().real.show();
    expect(recorder.callsOf('window.setOverlayIcon')).toHaveLength(3);
  });
});

describe('the button of the taskbar', () => {
  it('flashes on Windows with a notification until the window has the focus', () => {
    const { host, recorder, open } = setup('win32');
    const window = open();
    window.isVisible = true;
    host.showNotification(NOTIFICATION);
    window.events.emit('focus');
    expect(recorder.callsOf('window.flashFrame')).toEqual([
      ['window.flashFrame', true],
      ['window.flashFrame', false],
    ]);
  });

  it('does not flash while the user looks at the window, while it is hidden, or when nothing was shown', () => {
    const { host, double, recorder, open } = setup('win32');
    const window = open();
    host.showNotification(NOTIFICATION);
    window.isVisible = true;
    window.isFocused = true;
    host.showNotification(NOTIFICATION);
    window.isFocused = false;
    double.notifications.failure = 'Notification failed';
    host.showNotification(NOTIFICATION);
    expect(recorder.callsOf('window.flashFrame')).toEqual([]);
  });

  it.each(['darwin', 'linux'] as const)('is left alone on %s', (platform) => {
    const { host, recorder, open } = setup(platform);
    open().isVisible = true;
    host.showNotification(NOTIFICATION);
    expect(recorder.callsOf('window.flashFrame')).toEqual([]);
  });
});

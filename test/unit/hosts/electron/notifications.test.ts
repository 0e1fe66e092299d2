import { describe, expect, it } from 'vitest';
import type { NotificationContent } from '#shared/domain/desktop.ts';
import { NotificationDouble } from '#test/support/electron/shell-doubles.ts';
import { HostOnDoubles } from '#test/support/electron/host-on-doubles.ts';

const ID = '7/447700900318';
const CONTENT: NotificationContent = {
  id: ID,
  group: { id: '7', title: 'Harbour Vets' },
  title: 'Deborah Okonkwo',
  body: 'Can he have breakfast?',
  isSilent: false,
  reply: { placeholder: 'Reply' },
  buttons: { read: 'Mark as read', open: 'Open to reply' },
};

function setup(platform: NodeJS.Platform = 'win32') {
  const stage = new HostOnDoubles(platform);
  return { ...stage, stage, center: stage.double.notifications };
}

function show(platform?: NodeJS.Platform) {
  const parts = setup(platform);
  expect(parts.host.showNotification(CONTENT)).toBe(true);
  const [first] = parts.center.shown;
  if (first === undefined) throw new Error('Nothing was shown');
  return { ...parts, first };
}

describe('a notification in Electron', () => {
  it.each(['win32', 'darwin'] as const)('has on %s a box for a reply and one button', (platform) => {
    const { first, double } = show(platform);
    expect(first.options).toEqual({
      id: ID,
      groupId: '7',
      groupTitle: 'Harbour Vets',
      title: 'Deborah Okonkwo',
      body: 'Can he have breakfast?',
      silent: false,
      hasReply: true,
      replyPlaceholder: 'Reply',
      actions: [{ type: 'button', text: 'Mark as read' }],
    });
    expect(double.recorder.callsOf('notification.show')).toEqual([['notification.show', ID]]);
  });

  it('has on Linux two buttons instead of the box', () => {
    const { first } = show('linux');
    expect(first.options).not.toHaveProperty('hasReply');
    expect(first.options.actions).toEqual([
      { type: 'button', text: 'Mark as read' },
      { type: 'button', text: 'Open to reply' },
    ]);
  });

  it.each([
    ['linux', '&lt;b&gt;5 &amp; 6&lt;/b&gt;'],
    ['win32', '<b>5 & 6</b>'],
    ['darwin', '<b>5 & 6</b>'],
  ] as const)('shows on %s the letters of the text, no markup', (platform, body) => {
    const { host, center } = setup(platform);
    host.showNotification({ ...CONTENT, body: '<b>5 & 6</b>' });
    expect(center.shown[0]?.options.body).toBe(body);
  });

  it('offers nothing to press where nothing is offered', () => {
    const { host, center } = setup();
    host.showNotification({ ...CONTENT, reply: null, buttons: null, isSilent: true, group: { id: '', title: '' } });
    expect(center.shown[0]?.options).toEqual({
      id: ID,
      title: 'Deborah Okonkwo',
      body: 'Can he have breakfast?',
      silent: true,
      actions: [],
    });
  });

  it('tells what the user does with it', () => {
    const { first, acts } = show('linux');
    first.click();
    first.press(0);
    expect(acts).toEqual([
      { kind: 'notification-open', id: ID },
      { kind: 'notification-read', id: ID },
    ]);
    const other = show('linux');
    other.first.press(1);
    expect(other.acts).toEqual([{ kind: 'notification-open', id: ID }]);
  });

  it('closes the earlier one of the same id before it takes its place, and hears the later one alone', () => {
    const { first, host, center, double, acts } = show();
    host.showNotification({ ...CONTENT, body: 'And lunch?' });
    expect(double.recorder.callsOf('notification.').filter(([name]) => name !== 'notification.on')).toEqual([
      ['notification.show', ID],
      ['notification.close', ID],
      ['notification.show', ID],
    ]);
    first.close('applicationHidden');
    first.click();
    expect(acts).toEqual([]);
    center.shown[1]?.click();
    expect(acts).toEqual([{ kind: 'notification-open', id: ID }]);
  });

  it('is withdrawn without a word of having closed', () => {
    const { first, host, double, acts } = show();
    expect(host.withdrawNotification(ID)).toBe(true);
    first.close('applicationHidden');
    expect(acts).toEqual([]);
    expect(double.recorder.callsOf('notification.close')).toHaveLength(1);
    expect(host.withdrawNotification(ID)).toBe(false);
  });

  it('is told as closed, and a click that comes later still counts', () => {
    const { first, acts } = show('linux');
    first.close();
    first.click();
    expect(acts).toEqual([
      { kind: 'notification-closed', id: ID },
      { kind: 'notification-open', id: ID },
    ]);
  });

  it('goes on in the notification centre of Windows when its time is over', () => {
    const { first, acts } = show('win32');
    first.close('timedOut');
    expect(acts).toEqual([]);
    first.reply('Yes');
    expect(acts).toEqual([{ kind: 'notification-reply', id: ID, text: 'Yes' }]);
  });
});

describe('a reply', () => {
  it('that Windows tells twice is one reply, also when the notification was withdrawn in between', () => {
    const { first, host, center, acts } = show('win32');
    first.reply('Yes');
    host.withdrawNotification(ID);
    center.activate?.({ type: 'reply', reply: 'Yes', arguments: `type=reply&tag=${ID}` });
    first.reply('Yes');
    expect(acts).toEqual([{ kind: 'notification-reply', id: ID, text: 'Yes' }]);
  });

  it('can be given again once a notification is shown again, not when it closes', () => {
    const { first, host, center, acts } = show('win32');
    first.reply('Yes');
    first.close('userCanceled');
    first.reply('Yes');
    host.showNotification(CONTENT);
    center.shown[1]?.reply('And lunch');
    expect(acts.filter(({ kind }) => kind === 'notification-reply')).toEqual([
      { kind: 'notification-reply', id: ID, text: 'Yes' },
      { kind: 'notification-reply', id: ID, text: 'And lunch' },
    ]);
  });
});

describe('notifications that an earlier run left', () => {
  it('start the app on Windows with what the user did', () => {
    const { center, acts } = setup('win32');
    center.activate?.({ type: 'click', arguments: `type=click&tag=${ID}` });
    center.activate?.({ type: 'action', actionIndex: 0, arguments: `type=action&action=0&tag=${ID}` });
    center.activate?.({ type: 'reply', reply: 'On my way', arguments: `type=reply&tag=${ID}` });
    expect(acts).toEqual([
      { kind: 'notification-open', id: ID },
      { kind: 'notification-read', id: ID },
      { kind: 'notification-reply', id: ID, text: 'On my way' },
    ]);
  });

  it('bring at least the window where Windows does not say which one it was', () => {
    const { center, stage } = setup('win32');
    center.activate?.({ type: 'click', arguments: '' });
    expect(stage.reveals).toBe(1);
    expect(stage.acts).toEqual([]);
  });

  it('are taken over on macOS: they are heard, and can be withdrawn', async () => {
    const { host, center, double, acts } = setup('darwin');
    const earlier = new NotificationDouble(double.recorder, { id: ID });
    center.earlier.push(earlier);
    expect(await host.findEarlierNotifications()).toEqual([ID]);
    earlier.reply('Yes');
    expect(acts).toEqual([{ kind: 'notification-reply', id: ID, text: 'Yes' }]);
    expect(host.withdrawNotification(ID)).toBe(true);
    expect(host.withdrawNotification('7/1')).toBe(true);
    expect(double.recorder.callsOf('Notification.remove')).toEqual([['Notification.remove', '7/1']]);
  });

  it.each([
    ['a click', 'com.apple.UNNotificationDefaultActionIdentifier', undefined, { kind: 'notification-open', id: ID }],
    ['a reply', 'REPLY', 'On my way', { kind: 'notification-reply', id: ID, text: 'On my way' }],
    ['a button', 'ACTION_0', undefined, { kind: 'notification-open', id: ID }],
  ] as const)('start the app on macOS: %s is told once', async (_, actionIdentifier, userText, act) => {
    const { host, stage, center, double, acts } = setup('darwin');
    const response = { identifier: ID, actionIdentifier, date: 0, userInfo: {} };
    stage.notifications.started(userText === undefined ? response : { ...response, userText });
    const earlier = new NotificationDouble(double.recorder, { id: ID });
    center.earlier.push(earlier);
    await host.findEarlierNotifications();
    if (userText === undefined) earlier.click();
    else earlier.reply(userText);
    expect(acts).toEqual([act]);
  });

  it('that were dismissed start nothing', () => {
    const { stage, acts } = setup('darwin');
    const actionIdentifier = 'com.apple.UNNotificationDismissActionIdentifier';
    stage.notifications.started({ identifier: ID, actionIdentifier, date: 0, userInfo: {} });
    expect(acts).toEqual([]);
  });

  it.each(['win32', 'linux'] as const)('are not told by %s', async (platform) => {
    const { host, double } = setup(platform);
    expect(await host.findEarlierNotifications()).toEqual([]);
    expect(host.withdrawNotification(ID)).toBe(false);
    expect(double.recorder.callsOf('Notification.getHistory')).toEqual([]);
  });

  it.each([
    ['win32', 1],
    ['darwin', 0],
    ['linux', 0],
  ] as const)('are listened for on %s: %i', (platform, times) => {
    expect(setup(platform).double.recorder.callsOf('Notification.handleActivation')).toHaveLength(times);
  });
});

describe('whether notifications may be shown', () => {
  it('is not said before one fails because the user switched them off, and holds until one is shown', async () => {
    const { host, center, acts } = setup('darwin');
    let changes = 0;
    const undo = host.watchDesktop(() => (changes += 1));
    expect(await host.getDesktop()).toMatchObject({ notifications: 'allowed', hasReply: true });
    center.failure = 'Notifications are not allowed for this application';
    expect(host.showNotification(CONTENT)).toBe(false);
    expect(acts).toEqual([{ kind: 'notification-failed', id: ID, reason: center.failure }]);
    expect(await host.getDesktop()).toMatchObject({ notifications: 'denied' });
    center.failure = null;
    expect(host.showNotification(CONTENT)).toBe(true);
    expect(await host.getDesktop()).toMatchObject({ notifications: 'allowed' });
    expect(changes).toBe(2);
    undo();
    center.failure = 'Notification failed - Settings prevent the notification from being delivered.';
    host.showNotification(CONTENT);
    expect(changes).toBe(2);
  });

  it('is not changed by another failure', async () => {
    const { host, center } = setup('win32');
    center.failure = 'Notification failed - The size of the notification content is too large.';
    expect(host.showNotification(CONTENT)).toBe(false);
    expect(await host.getDesktop()).toMatchObject({ notifications: 'allowed' });
  });

  it('is no where the system has none', async () => {
    const { host, center } = setup('linux');
    center.isSupported = false;
    expect(host.showNotification(CONTENT)).toBe(false);
    expect(center.shown).toEqual([]);
    expect(await host.getDesktop()).toMatchObject({ notifications: 'absent', hasReply: false });
  });

  it('tells why Electron refuses to make one', () => {
    const { host, acts } = setup('win32');
    const id = 'x'.repeat(65);
    expect(host.showNotification({ ...CONTENT, id })).toBe(false);
    expect(acts).toEqual([{ kind: 'notification-failed', id, reason: 'The id is longer than 64 characters' }]);
  });
});

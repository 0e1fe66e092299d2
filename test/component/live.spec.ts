import { expect, type Page } from '@playwright/test';
import type { LiveView } from '#shared/contract/index.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { MINUTE_MS, fillSmall } from './inbox-page.ts';
import { buildPlace, button, choose, manual, openLive, SECRET, section, setLive } from './live-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const inputs = (name: string): unknown[] => main.asked.filter((frame) => frame.name === name).map(({ input }) => input);
const turnOn = (changes: Partial<LiveView> = {}): LiveView => setLive(main, changes);
const open = (page: Page, search = ''): Promise<void> => openLive(page, main, search);
const shared = (): Partial<LiveView> => ({
  state: 'degraded',
  pollSeconds: 20,
  places: [buildPlace('in'), buildPlace('out', { state: 'other', host: 'crm.northgate.example' })],
});

test.describe('turning live updates on and off', () => {
  test('asks for the public address, says what is wrong with it, and takes a right one', async ({ page }) => {
    await open(page);
    await choose(page, 'My public address');
    const field = section(page).getByLabel('Public address', { exact: true });
    await expect(field).toHaveAccessibleDescription(/forwards to this computer/);
    main.inbox.fail('live.turnOn', { ...toProblem('validation'), fields: { publicUrl: ['https-required'] } });
    await field.fill('http://quiet-heron.example');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(/must start with https/);
    await expect(field).toBeFocused();
    main.inbox.fail('live.turnOn', null);
    await field.fill('https://quiet-heron.example');
    await expect(field).toHaveAttribute('aria-invalid', 'false');
    await button(page, 'Turn on').click();
    await expect(button(page, 'Turn off')).toBeVisible();
    expect(inputs('live.turnOn').at(-1)).toMatchObject({ choice: manual, takeOver: [] });
  });

  test('asks for no address where the service runs on this computer', async ({ page }) => {
    main.inbox.settings.live = { ...main.inbox.settings.live, isLocalService: true };
    await open(page);
    await expect(section(page).getByRole('radio', { name: 'Straight to this computer' })).toBeChecked();
    await expect(section(page).getByLabel('Public address', { exact: true })).toHaveCount(0);
    await button(page, 'Turn on').click();
    await expect(button(page, 'Turn off')).toBeVisible();
    expect(inputs('live.turnOn')).toMatchObject([{ choice: { kind: 'none' }, takeOver: [] }]);
  });

  test('names the address to forward to, and lets the public one be changed', async ({ page }) => {
    turnOn();
    await open(page);
    await expect(section(page)).toContainText('http://127.0.0.1:48213');
    await button(page, 'Change').click();
    await expect(section(page).getByRole('radio', { name: 'My public address' })).toBeFocused();
    const field = section(page).getByLabel('Public address', { exact: true });
    await expect(field).toHaveValue('https://quiet-heron.example');
    await expect(field).toHaveAccessibleDescription(
      'An address on the internet that forwards to http://127.0.0.1:48213',
    );
    await button(page, 'Cancel').click();
    await expect(field).toHaveCount(0);
    await expect(button(page, 'Change')).toBeFocused();
  });

  test('turns off where only a timer is wanted, and has nothing to turn on for it', async ({ page }) => {
    turnOn();
    await open(page);
    await button(page, 'Change').click();
    await choose(page, 'Only check on a timer');
    await button(page, 'Save').click();
    await expect(section(page)).toContainText('Live updates are off');
    expect(inputs('live.turnOff')).toHaveLength(1);
    expect(inputs('live.turnOn')).toEqual([]);
    await choose(page, 'Only check on a timer');
    await expect(button(page, 'Turn on')).toHaveCount(0);
  });

  test('says what could not be done, and shows how it stands then', async ({ page }) => {
    turnOn();
    await open(page);
    main.inbox.fail('live.turnOff', toProblem('offline'));
    await button(page, 'Turn off').click();
    await expect(page.getByText('Live updates couldn’t be turned off. You’re offline.')).toBeVisible();
    await expect(button(page, 'Turn off')).toBeVisible();
  });
});

test.describe('a former address that the service refuses', () => {
  const problem = {
    kind: 'not-restored',
    detail: null,
    hosts: ['crm.northgate.example'],
    at: Date.now() - MINUTE_MS,
  } as const;

  test('is named, and emptied only with a yes', async ({ page }) => {
    turnOn({ isOn: false, state: 'off', localUrl: null, problem: { ...problem, hosts: [...problem.hosts] } });
    await open(page);
    await expect(section(page)).toContainText('crm.northgate.example');
    await button(page, 'Stop trying…').click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('will forget about');
    await expect(dialog.getByRole('button', { name: 'Keep trying' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect(inputs('live.turnOff')).toEqual([]);
    await button(page, 'Stop trying…').click();
    await dialog.getByRole('button', { name: 'Stop trying' }).click();
    await expect.poll(() => inputs('live.turnOff')).toMatchObject([{ emptiesRefused: true }]);
  });
});

test.describe('the way of an incoming text', () => {
  test('says what is known of each station, and shows no secret', async ({ page }) => {
    turnOn();
    await open(page);
    const stations = section(page).getByRole('list', { name: 'How an incoming text gets here' }).getByRole('listitem');
    await expect(stations).toHaveText([
      /Text service\s*Answered/,
      /Public address\s*Tested at .*84 ms/,
      /No event yet$/,
    ]);
    await expect(section(page).getByRole('group', { name: 'Incoming texts' })).toContainText('/switchboard/in/••••');
    expect(await page.content()).not.toContain(SECRET);
  });

  test('follows what main tells', async ({ page }) => {
    turnOn();
    await open(page);
    await expect(section(page).getByRole('heading')).toContainText('Live');
    const at = Date.now();
    const problem = { kind: 'refused', detail: 'URL is down', at } as const;
    main.emit('live.changed', { live: turnOn({ state: 'degraded', problem }) });
    await expect(section(page).getByRole('status')).toContainText('It says: “URL is down”');
    await expect(section(page).getByRole('heading')).toContainText('Not working yet');
  });
});

test.describe('an address of somebody else', () => {
  test('is left alone until a person says yes to a dialog that names it', async ({ page }) => {
    turnOn(shared());
    await open(page);
    const place = section(page).getByRole('group', { name: 'Delivery results' });
    await expect(place).toContainText(
      'Delivery results go to crm.northgate.example. We left that as it is and check for results every 20 seconds instead.',
    );
    await place.getByRole('button', { name: 'Take over delivery results' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Take over delivery results from crm.northgate.example?' });
    await expect(dialog).toContainText('restored when you turn off live updates or sign out');
    await expect(dialog.getByRole('button', { name: 'Leave it as it is' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(inputs('live.turnOn')).toEqual([]);
    await expect(place.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Take over delivery results' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => inputs('live.turnOn')).toMatchObject([{ choice: manual, takeOver: ['out'] }]);
  });

  test('that is another Switchboard’s is explained', async ({ page }) => {
    const desk = { state: 'desk', host: 'front-desk.example' } as const;
    turnOn({ state: 'polling', places: [buildPlace('in', desk), buildPlace('out', desk)], pollSeconds: 20 });
    await open(page);
    await expect(section(page)).toContainText('Incoming texts go to another Switchboard, at front-desk.example.');
    await expect(section(page)).toContainText('An account has one pair of addresses');
    await expect(section(page).getByRole('heading')).toContainText('On a timer');
  });
});

test.describe('where the service does not let its addresses be set', () => {
  for (const settings of ['absent', 'forbidden'] as const) {
    test(`both are there to copy, ${settings}`, async ({ page, clipboard }) => {
      const unknown = { state: 'unknown', host: null } as const;
      turnOn({ state: 'degraded', settings, places: [buildPlace('in', unknown), buildPlace('out', unknown)] });
      await open(page);
      await button(page, 'Copy address for delivery results').click();
      await expect(page.getByText('Copied')).toBeVisible();
      const copied = await clipboard.read();
      expect(copied).toBe(`https://quiet-heron.example/switchboard/out/${SECRET}`);
      await expect(button(page, 'Copy address for incoming texts')).toBeVisible();
    });
  }
});

test.describe('a test event', () => {
  test('is sent on request, and its result is said with its time', async ({ page }) => {
    turnOn({ lastTest: null });
    await open(page);
    const release = main.inbox.hold('live.test');
    await button(page, 'Send a test').click();
    await expect(button(page, 'Sending')).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(section(page)).toContainText(/The test event at \d\d:\d\d arrived after 84 ms\./);
  });
});

test.describe('the event log', () => {
  test('shows kind, number, mark and what came of each event, and gives the focus back', async ({ page }) => {
    turnOn();
    const receivedAt = Date.now() - MINUTE_MS;
    const event = { direction: 'in', messageId: 901_562, letter: null, receivedAt, settledAt: null, times: 1 } as const;
    main.inbox.settings.events = [
      { ...event, seq: 2, direction: 'out', letter: 'd', state: 'confirmed', settledAt: receivedAt + 900 },
      { ...event, seq: 1, state: 'refuted', times: 12 },
    ];
    await open(page);
    await button(page, 'Event log').click();
    const dialog = page.getByRole('dialog', { name: 'Event log' });
    await expect(dialog.getByRole('row')).toHaveCount(3);
    await expect(dialog.getByRole('row').nth(1)).toContainText(/Delivery result\s*901562\s*Delivered/);
    await expect(dialog.getByRole('row').nth(2)).toContainText('Unknown to the service');
    main.inbox.settings.events = [];
    main.emit('live.changed', { live: turnOn() });
    await expect(dialog).toContainText('No events yet.');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Event log')).toBeFocused();
    await expect(section(page)).toBeVisible();
  });
});

for (const { width, textSize, search } of listRows(
  [
    { width: 1440, textSize: '130%', search: '?locale=en-XB' },
    { width: 720, textSize: '200%', search: '?locale=en-XB' },
  ],
  1,
)) {
  test(`fits ${String(width)} wide with text at ${textSize}${search}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    turnOn({ ...shared(), settings: 'absent', problem: { kind: 'not-reached', detail: null, at: Date.now() } });
    await open(page, search);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, textSize);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.scroll, #settings-live *')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== 'inline')
        .map((box) => `${box.tagName} ${box.className}`),
    );
    expect(cut).toEqual([]);
  });
}

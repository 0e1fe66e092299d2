import { expect, type Page } from '@playwright/test';
import type { LiveView, TunnelFault } from '#shared/contract/index.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { MINUTE_MS, fillSmall } from './inbox-page.ts';
import { button, choose, openLive, section, setLive } from './live-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const FINGERPRINT = 'SHA256:Jp3uV9qk2mZr7tXyB4nWc8sLd1fGh5aE0oQiTuRvYzM';
const TRUSTED = 'SHA256:oldoldoldoldoldoldoldoldoldoldoldoldoldoldo';
const ssh = {
  kind: 'ssh',
  host: 'server.example.com',
  port: 22,
  user: 'desk',
  remotePort: 8080,
  publicUrl: 'https://quiet-heron.example',
  keyFile: null,
} as const;
const inputs = (name: string): unknown[] => main.asked.filter((frame) => frame.name === name).map(({ input }) => input);
const turnOn = (changes: Partial<LiveView> = {}): LiveView => setLive(main, changes);
const open = (page: Page, search = ''): Promise<void> => openLive(page, main, search);
const waiting = (fault: Pick<TunnelFault, 'kind' | 'detail' | 'trusted'>): Partial<LiveView> => ({
  choice: ssh,
  state: 'degraded',
  problem: { kind: 'tunnel', detail: null, at: Date.now() },
  tunnel: { state: 'waiting', since: Date.now(), nextAttemptAt: null, fault: { ...fault, at: Date.now() } },
});

test.describe('a program on this computer', () => {
  test('is looked for, and started by its usual command', async ({ page }) => {
    await open(page);
    await choose(page, 'A program on this computer');
    await expect(section(page)).toContainText('Found at /usr/local/bin/cloudflared');
    await section(page).getByLabel('Program', { exact: true }).selectOption('ngrok');
    await expect(section(page)).toContainText('Not found on this computer. Get it from ngrok.com');
    await section(page).getByLabel('Program', { exact: true }).selectOption('cloudflared');
    await button(page, 'Turn on').click();
    await expect(button(page, 'Turn off')).toBeVisible();
    const choice = { kind: 'command', program: 'cloudflared', commandLine: '', pattern: '' };
    expect(inputs('live.turnOn')).toMatchObject([{ choice, takeOver: [] }]);
  });

  test('of another kind needs its command, and a fault stands under the field it is about', async ({ page }) => {
    await open(page);
    await choose(page, 'A program on this computer');
    await section(page).getByLabel('Program', { exact: true }).selectOption('other');
    await button(page, 'Turn on').click();
    const command = section(page).getByLabel('Command line');
    await expect(command).toBeFocused();
    await expect(command).toHaveAccessibleDescription('Enter the command that starts the program.');
    expect(inputs('live.turnOn')).toEqual([]);
    await command.fill('bore local {port}');
    await section(page).getByLabel('Address pattern').fill('(https://');
    main.inbox.fail('live.turnOn', { ...toProblem('validation'), fields: { pattern: ['not-a-pattern'] } });
    await page.keyboard.press('Enter');
    const pattern = section(page).getByLabel('Address pattern');
    await expect(pattern).toHaveAccessibleDescription('This isn’t a valid regular expression.');
    await expect(pattern).toBeFocused();
  });

  test('says how it stands at its station, and counts down to the next attempt', async ({ page }) => {
    const since = Date.now() - 192 * MINUTE_MS;
    const choice = { kind: 'command', program: 'cloudflared', commandLine: '', pattern: '' } as const;
    const up = { state: 'up', since, nextAttemptAt: null, fault: null } as const;
    turnOn({ choice, tunnel: up });
    await open(page);
    const stations = section(page).getByRole('list', { name: 'How an incoming text gets here' }).getByRole('listitem');
    await expect(stations.nth(1)).toHaveText(/Tunnel\s*Up 3 h 12 min/);
    const fault = { kind: 'ended', detail: 'connection reset', at: Date.now() } as const;
    const tunnel = { state: 'waiting', since, nextAttemptAt: Date.now() + 30_000, fault } as const;
    const problem = { kind: 'tunnel', detail: null, at: Date.now() } as const;
    main.emit('live.changed', { live: turnOn({ choice, tunnel, problem, state: 'degraded' }) });
    await expect(stations.nth(1)).toHaveText(/Trying again in \d+ s/);
    await expect(section(page).getByRole('status').first()).toContainText('cloudflared stopped');
    await expect(section(page).getByRole('status').first()).toContainText('It reported: “connection reset”');
    await expect(section(page).getByRole('status').first()).toContainText('Nothing is lost');
  });
});

test.describe('a program that the user has not allowed yet', () => {
  const commandLine = '/usr/local/bin/cloudflared tunnel --url http://127.0.0.1:48213 --no-autoupdate';
  const choice = { kind: 'command', program: 'cloudflared', commandLine: '', pattern: '' } as const;
  const toTunnel = (changes: Partial<LiveView['tunnel']>): Partial<LiveView> => ({
    ...{ choice, state: 'degraded', publicUrl: null, lastTest: null },
    tunnel: { state: 'waiting', since: Date.now(), nextAttemptAt: null, fault: null, ...changes },
  });

  test('is shown whole while the question is open elsewhere, and can be given up', async ({ page }) => {
    turnOn(toTunnel({ state: 'asking', question: { place: 'terminal', commandLine } }));
    await open(page);
    const note = section(page).getByRole('status').first();
    await expect(note).toContainText('Allow this program in the terminal where you started Switchboard.');
    await expect(note.locator('code')).toHaveText(commandLine);
    await expect(section(page).getByRole('listitem').nth(1)).toContainText('Waiting for you');
    await note.getByRole('button', { name: 'Cancel' }).click();
    await expect(button(page, 'Turn on')).toBeVisible();
    expect(inputs('live.turnOff')).toHaveLength(1);
    // Nothing that a page can ask gives the answer.
    await expect(note.getByRole('button', { name: /allow/i })).toHaveCount(0);
  });

  test('is asked about again on request', async ({ page }) => {
    const fault = { kind: 'not-allowed', detail: null, at: Date.now() } as const;
    const problem = { kind: 'tunnel', detail: null, at: Date.now() } as const;
    turnOn({ ...toTunnel({ fault }), problem });
    await open(page);
    await expect(section(page).getByRole('status').first()).toContainText('You didn’t allow cloudflared to run.');
    await button(page, 'Ask again').click();
    await expect.poll(() => inputs('live.turnOn')).toMatchObject([{ choice, takeOver: [] }]);
  });
});

test.describe('the person’s own server', () => {
  test('is asked for whole, with what is missing under each field', async ({ page }) => {
    await open(page);
    await choose(page, 'My server, over SSH');
    await section(page).getByLabel('SSH port').fill('70000');
    await button(page, 'Turn on').click();
    await expect(section(page).getByLabel('Server', { exact: true })).toBeFocused();
    await expect(section(page).getByLabel('SSH port')).toHaveAccessibleDescription(/from 1 to 65535/);
    await section(page).getByLabel('Server', { exact: true }).fill('server.example.com');
    await section(page).getByLabel('SSH port').fill('22');
    await section(page).getByLabel('Username on the server').fill('desk');
    await section(page).getByLabel('Public address', { exact: true }).fill('https://quiet-heron.example');
    await section(page).getByLabel('Sign in with').selectOption('file');
    await button(page, 'Turn on').click();
    await expect(section(page).getByLabel('Key file path')).toBeFocused();
    await section(page).getByLabel('Key file path').fill('/home/desk/.ssh/id_ed25519');
    await button(page, 'Turn on').click();
    await expect(button(page, 'Turn off')).toBeVisible();
    expect(inputs('live.turnOn')).toMatchObject([{ choice: { ...ssh, keyFile: '/home/desk/.ssh/id_ed25519' } }]);
  });

  test('shows its fingerprint whole, and is trusted by a press', async ({ page }) => {
    turnOn(waiting({ kind: 'host-key-unknown', detail: FINGERPRINT }));
    await open(page);
    await expect(section(page)).toContainText('This computer hasn’t connected to server.example.com before');
    await expect(section(page).getByText(FINGERPRINT)).toBeVisible();
    await button(page, 'This is my server').click();
    await expect(button(page, 'This is my server')).toHaveCount(0);
    await expect.poll(() => inputs('live.trustHost')).toMatchObject([{ fingerprint: FINGERPRINT }]);
  });

  test('with another key than the trusted one is trusted only by who brings its fingerprint', async ({ page }) => {
    turnOn(waiting({ kind: 'host-key-changed', detail: FINGERPRINT, trusted: TRUSTED }));
    await open(page);
    await expect(section(page)).toContainText('no longer has the key you trusted');
    await expect(section(page).getByText(TRUSTED)).toBeVisible();
    await expect(section(page).getByText(FINGERPRINT)).toBeVisible();
    await expect(button(page, 'This is my server')).toHaveCount(0);
    await button(page, 'Stop trusting this key').click();
    const dialog = page.getByRole('alertdialog', { name: 'Trust a different key for server.example.com?' });
    await expect(dialog.getByRole('button', { name: 'Keep old key' })).toBeFocused();
    const replace = dialog.getByRole('button', { name: 'Trust new key' });
    await replace.click();
    await dialog.getByLabel('Fingerprint on the server').fill(TRUSTED);
    await replace.click();
    await expect(dialog).toContainText('That doesn’t match the key we received');
    expect(inputs('live.trustHost')).toEqual([]);
    await dialog.getByLabel('Fingerprint on the server').fill(`256 ${FINGERPRINT} root@server (ED25519)`);
    await replace.click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => inputs('live.trustHost')).toMatchObject([{ fingerprint: FINGERPRINT }]);
  });
});

for (const { way, search } of [
  { way: 'command', search: '?locale=en-XB' },
  { way: 'ssh', search: '' },
]) {
  test(`the fields of ${way} fit 720 wide with text at 130 %`, async ({ page }) => {
    await page.setViewportSize({ width: 720, height: 700 });
    turnOn(waiting({ kind: 'host-key-changed', detail: FINGERPRINT, trusted: TRUSTED }));
    await open(page, search);
    await page.evaluate(() => (document.documentElement.style.fontSize = '130%'));
    await page.locator('#settings-live [data-change]').click();
    await page.locator(`#settings-live input[value=${way}]`).check();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.scroll, #settings-live *')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== 'inline')
        .filter((box) => box.tagName !== 'INPUT' && box.tagName !== 'SELECT')
        .map((box) => `${box.tagName} ${box.className}`),
    );
    expect(cut).toEqual([]);
  });
}

/** Others on this computer: what a page of another port is shown, and what a program with that can do. Nothing. */
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import type { Browser, Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { WindowClient } from '#test/support/window-client.ts';
import { expect, test as base } from './support/fixtures.ts';
import { startApp, steerService, toSignInEnvironment, type Program, type ServiceAccount } from './support/programs.ts';

/** A program of another user that serves a port of 127.0.0.1, and keeps the cookies that browsers show it. */
class OtherPort {
  readonly cookies: string[] = [];
  readonly #server = createServer((request: IncomingMessage, response) => {
    this.cookies.push(request.headers.cookie ?? '');
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Another program</title>');
  });

  get origin(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The app with its page open, and everything in it that a stranger would like to have. */
interface Target {
  readonly origin: string;
  /** The address that its page was opened with. */
  readonly used: string;
  readonly picture: string;
  readonly file: string;
  /** A staged file that a stranger would like to write into. */
  readonly upload: string;
  readonly beside: WindowClient;
  /** A program that a stranger would like to have started leaves this file. */
  readonly trace: string;
  readonly account: ServiceAccount;
  /** What the service has of it at first. */
  readonly before: Record<string, unknown>;
}

const test = base.extend<{ readonly target: Target; readonly other: OtherPort }>({
  other: async ({ browserName: _ }, use) => {
    const other = new OtherPort();
    await other.listen();
    await use(other);
    other.close();
  },
  target: async ({ page, dataFolder, service }, use) => {
    const start = { dataFolder: `${dataFolder}/app`, env: toSignInEnvironment(service.account) };
    const app = await startApp(start);
    try {
      await page.goto(app.announced);
      await page.getByRole('option').first().waitFor();
      const picture = await page.locator('img[src*="/media/"]').first().getAttribute('src');
      const beside = await openBeside(start);
      const { origin } = new URL(app.announced);
      await use({
        origin,
        used: app.announced,
        picture: new URL(picture ?? '', origin).pathname,
        file: `/file/${(await beside.stage('list.csv', Buffer.from('name,phone\n'))) ?? ''}`,
        upload: `/bytes/${(await beside.get('files.stage', { name: 'a', mimeType: '', sizeBytes: 6 })).handle}`,
        beside,
        trace: `${dataFolder}/trace`,
        account: service.account,
        before: await readState(service.account),
      });
      beside.close();
    } finally {
      await app.stop();
    }
  },
});

/** A second window, by the address that a second start shows. */
async function openBeside(start: Parameters<typeof startApp>[0]): Promise<WindowClient> {
  const second: Program = await startApp(start);
  await second.stop();
  return await WindowClient.open(second.announced);
}

const toTurnOn = (trace: string) => ({
  requestId: 'an-intruder',
  takeOver: [],
  choice: {
    kind: 'command',
    program: 'other',
    commandLine: `${process.execPath} -e require('fs').writeFileSync('${trace}','') {port}`,
    pattern: '',
  },
});

/** What a program gets out of the socket with headers of its choice: every frame that is no question of main. */
async function knock(target: Target, headers: Record<string, string>): Promise<string[]> {
  const socket = new WebSocket(`${target.origin.replace('http', 'ws')}/bridge`, { headers });
  const frames: string[] = [];
  socket.on('message', (data: Buffer) => frames.push(data.toString('utf8')));
  socket.on('open', () => {
    const request = { type: 'request', id: 1, name: 'live.turnOn', input: toTurnOn(target.trace) };
    socket.send(JSON.stringify(request));
  });
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    // Answered: that is enough of a break-in.
    socket.on('message', (data: Buffer) => {
      if (data.toString('utf8').includes('"reply"')) socket.terminate();
    });
  });
  return frames.filter((frame) => !frame.includes('"challenge"'));
}

/** How main answers a program that asks for a picture, a file and an upload with headers of its choice. */
async function grab(target: Target, headers: Record<string, string>): Promise<number[]> {
  const answers = [
    await fetch(`${target.origin}${target.picture}`, { headers }),
    await fetch(`${target.origin}${target.file}`, { headers }),
    await fetch(`${target.origin}${target.upload}`, {
      method: 'POST',
      headers: { ...headers, 'x-offset': '0' },
      body: 'forged',
    }),
  ];
  return answers.map(({ status }) => status);
}

/** What the service has of the account, whenever it is asked. */
async function readState(account: ServiceAccount): Promise<Record<string, unknown>> {
  return { ...(await steerService(account, 'GET state')), nowAt: null };
}

/** No program ran, nothing was turned on, and the account is as it was. */
async function expectUntouched(target: Target): Promise<void> {
  expect(existsSync(target.trace)).toBe(false);
  expect((await target.beside.get('live.get', {})).choice.kind).not.toBe('command');
  expect(await readState(target.account)).toEqual(target.before);
}

test('a program opens nothing with whatever the browser shows it on another port', async ({
  page,
  context,
  target,
  other,
}) => {
  const elsewhere = await context.newPage();
  await elsewhere.goto(other.origin);
  // From a foreign site it takes one navigation more: the second is of its own site.
  await elsewhere.goto(`${other.origin}/again`);
  const { host } = new URL(target.origin);
  for (const cookie of new Set([...other.cookies, `switchboard-${host.split(':')[1] ?? ''}=guess`])) {
    const forged = { host, origin: target.origin, ...(cookie === '' ? {} : { cookie }) };
    expect(await knock(target, forged)).toEqual([]);
    expect(await grab(target, forged)).toEqual([403, 403, 403]);
  }
  expect(await knock(target, { host, origin: other.origin })).toEqual([]);
  expect(await knock(target, { host: 'evil.example', origin: 'http://evil.example' })).toEqual([]);
  await expectUntouched(target);
  // The user's own page goes on.
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('a page of another port opens nothing in the same browser', async ({ context, target, other }) => {
  const elsewhere = await context.newPage();
  await elsewhere.goto(other.origin);
  const { origin, picture, file, upload } = target;
  const seen = await elsewhere.evaluate(
    async (wanted) => {
      const show = (address: string): Promise<string> =>
        new Promise((resolve) => {
          const image = new Image();
          image.addEventListener('load', () => resolve('shown'));
          image.addEventListener('error', () => resolve('refused'));
          image.src = address;
        });
      const read = async (address: string, init: RequestInit = {}): Promise<string> =>
        await fetch(address, { credentials: 'include', ...init }).then(
          () => 'read',
          () => 'refused',
        );
      const listen = (address: string): Promise<string> =>
        new Promise((resolve) => {
          const socket = new WebSocket(address);
          socket.addEventListener('message', () => resolve('told'));
          socket.addEventListener('close', () => resolve('refused'));
        });
      return [
        await show(`${wanted.origin}${wanted.picture}`),
        await read(`${wanted.origin}${wanted.file}`),
        await read(`${wanted.origin}${wanted.upload}`, { method: 'POST', body: 'forged' }),
        await read(`${wanted.origin}/enter`, { method: 'POST', body: '{"token":""}' }),
        await listen(`${wanted.origin.replace('http', 'ws')}/bridge`),
      ];
    },
    { origin, picture, file, upload },
  );
  expect(seen).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);
  await expectUntouched(target);
});

async function openStranger(browser: Browser): Promise<Page> {
  return await (await browser.newContext()).newPage();
}

test('a used page address opens nothing, and says in plain words what to do', async ({ browser, target }) => {
  const stranger = await openStranger(browser);
  expect((await stranger.goto(target.used))?.status()).toBe(403);
  await expect(stranger.getByRole('heading', { name: 'This address has already been used' })).toBeVisible();
  await stranger.getByRole('link').click();
  await expect(stranger.getByText(/Look for a new one in the terminal/)).toBeVisible();
  await expect(stranger.getByRole('option')).toHaveCount(0);
  const token = new URL(target.used).searchParams.get('token') ?? '';
  const headers = { origin: target.origin };
  const traded = await fetch(`${target.origin}/enter`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  expect(traded.status).toBe(403);
  expect(await grab(target, headers)).toEqual([403, 403, 403]);
  await expectUntouched(target);
  await stranger.context().close();
});

test('another tab of the browser is let in by the open one, a reload goes on, and the address keeps no token', async ({
  page,
  context,
  target,
}) => {
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await page.getByRole('option').first().waitFor();
  const tab = await context.newPage();
  await tab.goto(target.origin);
  await tab.getByRole('option').first().waitFor();
  await page.close();
  await tab.reload();
  await tab.getByRole('option').first().waitFor();
});

test('a tab that waits at the door comes in by itself when another is let in', async ({
  browser,
  target,
  dataFolder,
}) => {
  const context = await browser.newContext();
  const waiting = await context.newPage();
  await waiting.goto(target.origin);
  await expect(waiting.getByText('This address has already been used')).toBeVisible();
  const second = await startApp({ dataFolder: `${dataFolder}/app` });
  await second.stop();
  const tab = await context.newPage();
  await tab.goto(second.announced);
  await tab.getByRole('option').first().waitFor();
  await waiting.getByRole('option').first().waitFor();
  await context.close();
});

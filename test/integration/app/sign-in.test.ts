import { readFile, readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#main/app.ts';
import { until } from '#test/support/until.ts';
import { BARE_HOST, AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

describe('signing in to a service', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;

  beforeEach(async () => {
    app = await AppOnDemo.open();
    running = await app.startService();
    window = await app.openWindow();
  });
  afterEach(async () => {
    await app.dispose();
  });

  const refuse = (changes: Partial<RunningService['credentials']> = {}) =>
    window.askForError('session.signIn', {
      requestId: toRequestId(),
      keepsKey: false,
      ...running.credentials,
      ...changes,
    });

  it('begins without an account and shows it at once when the key is good', async () => {
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-out', username: null });
    const session = await window.signIn(running.credentials);
    expect(session).toMatchObject({ state: 'signed-in', isDemo: false, username: running.credentials.username });
    expect(session.account).toMatchObject({ timeFormat: '24h', balance: { currency: 'GBP' } });
    await until(() => expect(window.heard('session.changed').length).toBeGreaterThan(0));
  });

  it('says that the key is wrong', async () => {
    expect(await refuse({ apiKey: 'wrong' })).toMatchObject({ code: 'unauthorized' });
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-out' });
  });

  it('says that there is no network', async () => {
    await running.listening.dispose();
    expect(await refuse()).toMatchObject({ code: 'offline' });
  });

  it('says that the service is closed for maintenance', async () => {
    running.service.faults.set([{ kind: 'maintenance' }]);
    expect(await refuse()).toMatchObject({ code: 'maintenance' });
  });

  it.each([
    ['a web page', 200, 'text/html', '<!doctype html><h1>Welcome</h1>'],
    ['another JSON service', 200, 'application/json', '{"hello":"world"}'],
    ['a server that has no such path', 404, 'text/plain', 'Not found'],
  ])('says that %s is not this service', async (_what, status, type, body) => {
    const server = http.createServer((_request, response) => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    expect(await refuse({ baseUrl })).toMatchObject({ code: 'not-this-service' });
    server.close();
  });

  it('says which address cannot be one', async () => {
    expect(await refuse({ baseUrl: 'http://service.example', webUrl: 'nothing' })).toMatchObject({
      code: 'validation',
      fields: { baseUrl: ['https-required'], webUrl: ['not-an-address'] },
    });
  });

  it('SESSION-5: shows after a restart what is kept here, keeps the data, and never wrote the key down', async () => {
    await window.signIn(running.credentials);
    await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
    const [chat] = (await window.listChats()).rows;
    await window.ask('drafts.save', { phone: chat?.phone ?? '', text: 'Half a thought' });
    await app.closeApps();

    for (const entry of await readdir(app.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(path.join(entry.parentPath, entry.name));
      expect(bytes.includes(running.credentials.apiKey), entry.name).toBe(false);
    }
    window = await app.openWindow();
    expect(await window.ask('session.get', {})).toMatchObject({
      state: 'signed-in',
      isKeyMissing: true,
      username: running.credentials.username,
      baseUrl: running.credentials.baseUrl,
    });
    expect((await window.listChats()).total).toBeGreaterThan(10);
    await window.signIn(running.credentials);
    const again = await window.ask('chats.find', { chatId: chat?.id ?? 0, phone: null });
    expect(again?.draft).toBe('Half a thought');
  });

  it('signs out: the window has nothing to show until somebody signs in', async () => {
    await window.signIn(running.credentials);
    expect(await window.ask('session.signOut', { requestId: toRequestId() })).toMatchObject({ state: 'key-needed' });
    expect(await window.askForError('chats.count', {})).toMatchObject({ code: 'unauthorized' });
    expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'starting', phase: 'idle' });
  });

  it('signs in from the environment, without a person', async () => {
    await app.closeApps();
    const { baseUrl, webUrl, username, apiKey } = running.credentials;
    const env = {
      SWITCHBOARD_BASE_URL: baseUrl,
      SWITCHBOARD_WEB_URL: webUrl,
      SWITCHBOARD_USERNAME: username,
      SWITCHBOARD_API_KEY: apiKey,
    };
    window = await app.openWindow(app.toConfig([], env));
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-in', username });
    await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
    await app.closeApps();

    // Known by now: the inbox opens from the cache although the service is away.
    await running.listening.dispose();
    window = await app.openWindow(app.toConfig([], env));
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-in' });
    expect((await window.listChats()).total).toBeGreaterThan(10);
    await until(async () => expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'offline' }));
  });

  it('runs on the embedded demo by itself with --demo, in a folder of its own', async () => {
    await app.closeApps();
    window = await app.openWindow(app.toConfig(['--demo']));
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-in', isDemo: true });
    await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
    expect(await readdir(path.join(app.folder, 'demo', 'accounts'))).toEqual(['demo']);
  });

  it('keeps the demo over a restart', async () => {
    await app.closeApps();
    window = await app.openWindow(app.toConfig(['--demo']));
    await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
    const phone = (await window.listChats()).rows.find((row) => row.name.startsWith('Deborah'))?.phone ?? '';
    await window.ask('sends.create', { requestId: toRequestId(), phone, text: 'Kept over night', from: null });
    await until(async () => {
      const found = await window.ask('chats.find', { chatId: null, phone });
      expect(found?.lastText).toBe('Kept over night');
      expect(found?.lastSendState).not.toBe('queued');
      expect(found?.lastSendState).not.toBe('sending');
    });
    await app.closeApps();
    window = await app.openWindow(app.toConfig(['--demo']));
    const chat = await window.ask('chats.find', { chatId: null, phone });
    const page = await window.ask('messages.list', { chatId: chat?.id ?? 0, before: null, limit: 50 });
    expect(page.items.filter((item) => item.text === 'Kept over night')).toHaveLength(1);
  });

  it('opens the demo from the sign-in screen, too', async () => {
    const session = await window.ask('session.startDemo', { requestId: toRequestId() });
    expect(session).toMatchObject({ state: 'signed-in', isDemo: true });
    await window.ask('session.signOut', { requestId: toRequestId() });
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-out', isDemo: false });
  });

  it('lets no second app have the same data, and says where the first one is', async () => {
    expect(await createApp(app.toConfig(), BARE_HOST)).toEqual({
      kind: 'held',
      pid: process.pid,
      url: 'http://127.0.0.1:1/?token=t',
    });
  });

  it('can be opened again as soon as it is closed', async () => {
    for (let round = 0; round < 3; round += 1) {
      await app.closeApps();
      window = await app.openWindow();
      await window.signIn(running.credentials);
    }
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-in' });
  });
});

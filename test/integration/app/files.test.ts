import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

/** What happened to the files of an account is told to the person whose account it is. */
describe('the files of an account', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;
  let folder: string;

  beforeEach(async () => {
    app = await AppOnDemo.open();
    running = await app.startService();
    window = await app.openWindow();
    await window.signIn(running.credentials);
    await window.ask('drafts.save', { phone: '447700900318', text: 'Half a thought' });
    await app.closeApps();
    const [name = ''] = await readdir(path.join(app.folder, 'accounts'));
    folder = path.join(app.folder, 'accounts', name);
  });
  afterEach(async () => {
    await app.dispose();
  });

  const signIn = () => window.signIn(running.credentials);

  it('cannot be read by other users of this computer', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such permissions');
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(path.dirname(folder))).mode & 0o077).toBe(0);
  });

  it('made by a newer version are left alone: signing in says so, and the window is no further', async () => {
    const owned = new Database(path.join(folder, 'owned.db'));
    owned.pragma('user_version = 999');
    owned.close();
    window = await app.openWindow();
    const typed = { ...running.credentials, keepsKey: false };
    const error = await window.askForError('session.signIn', { requestId: toRequestId(), ...typed });
    expect(error).toMatchObject({ code: 'disk-newer' });
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'key-needed', notices: [] });
  });

  it('made by a newer version are a notice where nobody waits for the answer', async () => {
    const owned = new Database(path.join(folder, 'owned.db'));
    owned.pragma('user_version = 999');
    owned.close();
    const { baseUrl, webUrl, username, apiKey } = running.credentials;
    const env = {
      SWITCHBOARD_BASE_URL: baseUrl,
      SWITCHBOARD_WEB_URL: webUrl,
      SWITCHBOARD_USERNAME: username,
      SWITCHBOARD_API_KEY: apiKey,
    };
    window = await app.openWindow(app.toConfig([], env));
    expect(await window.ask('session.get', {})).toMatchObject({
      state: 'key-needed',
      notices: [{ kind: 'not-opened', problem: { code: 'disk-newer' } }],
    });
  });

  it('a damaged cache is read again, which is told until somebody has read it', async () => {
    await rm(path.join(folder, 'cache.db-wal'), { force: true });
    await writeFile(path.join(folder, 'cache.db'), 'no database at all, whatever its name says');
    window = await app.openWindow();
    expect((await signIn()).notices).toEqual([{ kind: 'cache-rebuilt', at: expect.any(Number) as number }]);
    await until(async () => {
      expect(await window.ask('chats.find', { chatId: null, phone: '447700900318' })).toMatchObject({
        draft: 'Half a thought',
      });
    });
    await window.ask('session.dismissNotices', { requestId: toRequestId() });
    expect((await window.ask('session.get', {})).notices).toEqual([]);
    await until(() => expect(window.heard('session.changed').at(-1)).toMatchObject({ session: { notices: [] } }));
  });
});

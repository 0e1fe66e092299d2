import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Settings } from '#main/services/settings/settings.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import { createFakeSession, FakeAccountParts, SIGN_IN } from '../fakes.ts';

describe('settings', () => {
  let dataFolder: string;

  beforeEach(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'sb-settings-'));
  });
  afterEach(async () => {
    await rm(dataFolder, { recursive: true, force: true });
  });

  async function open(fakes = new FakeAccountParts(), isSignedIn = true): Promise<Settings> {
    const { session, bus } = createFakeSession(dataFolder, { fakes });
    if (isSignedIn) await session.signIn(SIGN_IN);
    return new Settings({ session, events: bus, dataFolder });
  }

  it('are the defaults until somebody chooses', async () => {
    expect(await (await open()).get()).toEqual(DEFAULT_SETTINGS);
  });

  it('keep what was named and leave the rest', async () => {
    const settings = await open();
    expect(await settings.set({ theme: 'dark' })).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
    expect(await settings.set({ enterSends: false })).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'dark',
      enterSends: false,
    });
  });

  it('lose nothing when two choices are made at once, also before anybody signed in', async () => {
    const settings = await open(new FakeAccountParts(), false);
    await Promise.all([settings.set({ theme: 'dark' }), settings.set({ enterSends: false })]);
    expect(await settings.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark', enterSends: false });
  });

  it('belong to the account', async () => {
    const ada = new FakeAccountParts();
    await (await open(ada)).set({ theme: 'dark' });
    const bea = new FakeAccountParts();
    await (await open(bea)).set({ theme: 'light' });
    expect((await (await open(ada)).get()).theme).toBe('dark');
  });

  it('of the last choice are there before anybody signs in, and for an account that never chose', async () => {
    await (await open()).set({ theme: 'dark' });
    expect((await (await open(new FakeAccountParts(), false)).get()).theme).toBe('dark');
    expect((await (await open(new FakeAccountParts())).get()).theme).toBe('dark');
  });

  it('can be chosen before anybody signs in', async () => {
    const settings = await open(new FakeAccountParts(), false);
    expect(await settings.set({ theme: 'dark' })).toMatchObject({ theme: 'dark' });
    expect(await settings.get()).toMatchObject({ theme: 'dark' });
  });

  it('that no longer make sense are the defaults', async () => {
    await writeFile(path.join(dataFolder, 'settings.json'), '{"theme":"mauve"}');
    const fakes = new FakeAccountParts();
    fakes.settings['window.enterSends'] = '"perhaps"';
    fakes.settings['window.theme'] = 'not json';
    expect(await (await open(fakes)).get()).toEqual(DEFAULT_SETTINGS);
  });

  it('hold texts for five seconds until somebody wants it otherwise', async () => {
    const settings = await open();
    expect((await settings.get()).holdSeconds).toBe(5);
    expect((await settings.set({ holdSeconds: 0 })).holdSeconds).toBe(0);
    expect((await settings.get()).holdSeconds).toBe(0);
  });

  it('give the own reference of one account to no other, and without the spaces around it', async () => {
    const ada = new FakeAccountParts();
    expect((await (await open(ada)).set({ ownReference: ' Desk  4 ' })).ownReference).toBe('Desk  4');
    expect((await (await open(ada)).get()).ownReference).toBe('Desk  4');
    expect((await (await open(new FakeAccountParts())).get()).ownReference).toBe('');
    expect((await (await open(new FakeAccountParts(), false)).get()).ownReference).toBe('');
  });

  it('take away what a person had chosen when they choose none', async () => {
    const settings = await open();
    const hours = [{ opensAt: 540, closesAt: 1_020 }, null, null, null, null, null, null];
    expect((await settings.set({ businessHours: hours, headerField: 'company' })).businessHours).toEqual(hours);
    const { businessHours, headerField } = await settings.set({ businessHours: null });
    expect({ businessHours, headerField }).toEqual({ businessHours: null, headerField: 'company' });
  });

  it('share the look and the keys of this computer, and neither the hours nor the fields of an account', async () => {
    const hours = Array.from({ length: 7 }, () => ({ opensAt: 540, closesAt: 1_020 }));
    const shared = { density: 'compact', textSize: 115, zoomPercent: 150, motion: 'reduced' } as const;
    const keys = { singleKeys: false, shortcuts: { pin: 'Ctrl+P' }, marksRead: 'by-hand' } as const;
    await (await open()).set({ ...shared, ...keys, businessHours: hours, headerField: 'field:7' });
    const other = await (await open(new FakeAccountParts())).get();
    expect(other).toEqual({ ...DEFAULT_SETTINGS, ...shared, ...keys });
  });

  it('survive one among them that no longer makes sense', async () => {
    const fakes = new FakeAccountParts();
    fakes.settings['window.textSize'] = '99';
    fakes.settings['window.gone'] = 'true';
    fakes.settings['window.density'] = '"compact"';
    expect(await (await open(fakes)).get()).toEqual({ ...DEFAULT_SETTINGS, density: 'compact' });
  });
});

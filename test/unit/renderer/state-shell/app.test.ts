import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { App } from '#renderer/app/app.svelte.ts';
import { signedOut } from '#test/support/session-views.ts';
import { live, MemoryBridge, refusal, signedIn } from './memory-bridge.ts';

const counts = {
  ...{ open: 42, unread: 9, closed: 3, deleted: 0, snoozed: 0, pinned: 0, muted: 0, waiting: 0 },
  ...{ drafts: 0, failed: 0, scheduled: 0, lamp: 7, views: [] },
};
const outbox = { counts: { waiting: 0, checking: 0, stopped: 0, actions: 0, drafts: 0 }, sends: [], actions: [] };
const settings = DEFAULT_SETTINGS;

describe('App', () => {
  let bridge: MemoryBridge;
  let app: App;

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 9, 45) });
    bridge = new MemoryBridge()
      .value('session.get', signedIn)
      .value('settings.get', settings)
      .value('sync.getStatus', { ...live, lastSyncedAt: Date.now() })
      .value('chats.count', counts)
      .value('outbox.get', outbox)
      .value('host.setActivity', {});
    app = new App(bridge, new Translator('en-GB'));
  });
  afterEach(() => {
    app.dispose();
    vi.useRealTimers();
  });

  it('knows nothing before main answered', () => {
    expect(app.session.screen).toBe('loading');
    expect(app.settings.isKnown).toBe(false);
    expect(app.link).toBe('starting');
    expect(app.counts.counts).toBeNull();
  });

  it('asks main for everything that it shows', async () => {
    await app.start();
    expect(app.session.screen).toBe('inbox');
    expect(app.settings.isKnown).toBe(true);
    expect(app.link).toBe('live');
    expect(app.counts.counts).toEqual(counts);
  });

  it('asks for what waits anew as its list is shown', async () => {
    await app.start();
    bridge.value('outbox.get', { ...outbox, counts: { ...outbox.counts, waiting: 9 } });
    vi.stubGlobal('document', { activeElement: null });
    app.waitingList.open();
    vi.unstubAllGlobals();
    expect(app.waitingList.isOpen).toBe(true);
    await vi.waitFor(() => expect(app.outbox.view?.counts.waiting).toBe(9));
    app.waitingList.close();
    expect(app.waitingList.isOpen).toBe(false);
  });

  it('writes times and money as the account wants them, as soon as it is known', async () => {
    expect(app.formats.time(Date.UTC(2026, 10, 20, 18, 0))).not.toContain('pm');
    await app.start();
    expect(app.formats.time(Date.UTC(2026, 10, 20, 18, 0))).toContain('pm');
    expect(app.formats.money(3)).toBe('£3.00');
  });

  it('STATE-1 asks again for all of it after a resync', async () => {
    await app.start();
    bridge.value('session.get', signedOut).value('chats.count', { ...counts, lamp: 8 });
    bridge.value('settings.get', { ...settings, theme: 'dark' }).value('sync.getStatus', { ...live, link: 'offline' });
    bridge.resync();
    await vi.waitFor(() => expect(app.session.screen).toBe('sign-in'));
    expect(app.counts.counts?.lamp).toBe(8);
    expect(app.settings.view.theme).toBe('dark');
    expect(app.link).toBe('offline');
  });

  it('says that main is gone, above everything else that it said', async () => {
    await app.start();
    bridge.connect(false);
    expect(app.link).toBe('lost');
    bridge.connect(true);
    expect(app.link).toBe('live');
  });

  it('tells main again who looks after a resync', async () => {
    app.tellActivity({ isVisible: true, isFocused: false });
    bridge.resync();
    await vi.waitFor(() => {
      const told = bridge.asked.filter(({ name }) => name === 'host.setActivity');
      expect(told.map(({ input }) => input)).toEqual([
        { isVisible: true, isFocused: false },
        { isVisible: true, isFocused: false },
      ]);
    });
  });

  it('moves its clock, seconds each second and the rest in steps of five', () => {
    const start = app.clock.now;
    vi.advanceTimersByTime(3_000);
    expect(app.clock.seconds - start).toBe(3_000);
    expect(app.clock.now).toBe(start);
    vi.advanceTimersByTime(2_000);
    expect(app.clock.now - start).toBe(5_000);
  });

  it('STATE-5 leaves no listener and no timer behind', () => {
    expect(bridge.listenerCount).toBeGreaterThan(0);
    app.toasts.show('Still here');
    app.dispose();
    expect(bridge.listenerCount).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('counts', () => {
  it('STATE-2 are asked for once at a time, and once more when something changed meanwhile', async () => {
    const answers: ((value: { ok: true; value: typeof counts }) => void)[] = [];
    const bridge = new MemoryBridge().answer('chats.count', () => new Promise((resolve) => answers.push(resolve)));
    const app = new App(bridge, new Translator('en-GB'));
    for (const id of [1, 2, 3]) bridge.emit('chats.changed', { chatIds: [id], everything: false });
    expect(answers).toHaveLength(1);
    answers[0]?.({ ok: true, value: { ...counts, lamp: 1 } });
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.({ ok: true, value: { ...counts, lamp: 2 } });
    await vi.waitFor(() => expect(app.counts.counts?.lamp).toBe(2));
    expect(answers).toHaveLength(2);
    app.dispose();
  });
});

describe('settings', () => {
  it('STATE-3 show a choice at once and put it back when it could not be kept', async () => {
    const bridge = new MemoryBridge().value('settings.get', settings);
    const app = new App(bridge, new Translator('en-GB'));
    await app.settings.refresh();
    bridge.answer('settings.set', () => refusal('disk'));
    const asked = app.settings.set({ theme: 'dark' });
    expect(app.settings.view.theme).toBe('dark');
    expect(await asked).toMatchObject({ ok: false });
    expect(app.settings.view.theme).toBe('system');
    app.dispose();
  });

  it('follow what another window chose', () => {
    const bridge = new MemoryBridge();
    const app = new App(bridge, new Translator('en-GB'));
    bridge.emit('settings.changed', { settings: { ...settings, theme: 'light' } });
    expect(app.settings.view.theme).toBe('light');
    app.dispose();
  });
});

describe('STATE-2', () => {
  it('no late answer replaces what an event said meanwhile', async () => {
    const bridge = new MemoryBridge();
    const finish = new Map<string, (reply: unknown) => void>();
    for (const name of ['session.get', 'settings.get', 'sync.getStatus', 'settings.set'] as const) {
      bridge.answer(name, () => new Promise((resolve) => finish.set(name, resolve as (reply: unknown) => void)));
    }
    const app = new App(bridge, new Translator('en-GB'));
    const asked = [app.session.refresh(), app.settings.refresh(), app.sync.refresh()];
    bridge.emit('session.changed', { session: signedIn });
    bridge.emit('settings.changed', { settings: { ...settings, theme: 'dark' } });
    bridge.emit('sync.statusChanged', { status: { ...live, link: 'offline' } });
    finish.get('session.get')?.({ ok: true, value: signedOut });
    finish.get('settings.get')?.({ ok: true, value: settings });
    finish.get('sync.getStatus')?.({ ok: true, value: live });
    await Promise.all(asked);
    expect([app.session.screen, app.settings.view.theme, app.link]).toEqual(['inbox', 'dark', 'offline']);

    const chosen = app.settings.set({ theme: 'system' });
    bridge.emit('settings.changed', { settings: { ...settings, theme: 'light' } });
    finish.get('settings.set')?.(refusal('disk'));
    await chosen;
    expect(app.settings.view.theme).toBe('light');
    app.dispose();
  });
});

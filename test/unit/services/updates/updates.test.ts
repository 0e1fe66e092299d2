import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Updates } from '#main/services/updates/updates.ts';
import type { UpdatesView } from '#shared/contract/index.ts';
import { toPlainNotes, type RestartReason, type UpdaterNews } from '#shared/domain/updates.ts';

const HOUR_MS = 60 * 60_000;

class UpdaterOnFakes {
  readonly told: UpdatesView[] = [];
  checks = 0;
  restarts = 0;
  reasons: readonly RestartReason[] | Error = [];
  bugs: unknown[] = [];
  /** What a look comes to. */
  news: UpdaterNews | null = { kind: 'none' };
  #listener: (news: UpdaterNews) => void = () => undefined;
  readonly updates: Updates;

  constructor(isThere = true) {
    const updater = {
      check: () => {
        this.checks += 1;
        if (this.news !== null) this.tell(this.news);
        return Promise.resolve();
      },
      watch: (listener: (news: UpdaterNews) => void) => {
        this.#listener = listener;
        return () => (this.#listener = () => undefined);
      },
      restart: () => (this.restarts += 1),
    };
    this.updates = new Updates({
      host: { updates: isThere ? updater : null },
      events: { updatesChanged: (view) => void this.told.push(view) },
      findReasons: () => (this.reasons instanceof Error ? Promise.reject(this.reasons) : Promise.resolve(this.reasons)),
      now: () => 5_000,
      onBug: (error) => this.bugs.push(error),
    });
  }

  tell(news: UpdaterNews): void {
    this.#listener(news);
  }
}

describe('newer versions of the app', () => {
  let world: UpdaterOnFakes;
  beforeEach(() => {
    vi.useFakeTimers();
    world = new UpdaterOnFakes();
  });
  afterEach(() => {
    world.updates.dispose();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
  const stage = (): void => world.tell({ kind: 'staged', version: '1.2.0', notes: '<p>Faster</p>' });

  it('are looked for a minute after the start, then every six hours', async () => {
    await vi.advanceTimersByTimeAsync(59_999);
    expect(world.checks).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect([world.checks, world.updates.get()]).toMatchObject([1, { state: 'idle', checkedAt: 5_000 }]);
    await vi.advanceTimersByTimeAsync(6 * HOUR_MS);
    expect(world.checks).toBe(2);
  });

  it('are told of while one is looked for, downloaded and here', async () => {
    world.news = { kind: 'downloading', version: '1.2.0', percent: 0 };
    await world.updates.check();
    world.tell({ kind: 'downloading', version: '1.2.0', percent: 41.7 });
    stage();
    expect(world.told.map(({ state, percent, version, notes }) => [state, percent, version, notes])).toEqual([
      ['checking', 0, null, ''],
      ['downloading', 0, '1.2.0', ''],
      ['downloading', 41, '1.2.0', ''],
      ['staged', 100, '1.2.0', 'Faster'],
    ]);
    // What is here is not looked for again.
    await world.updates.check();
    expect(world.checks).toBe(1);
  });

  it('can be asked for again after a look that failed', async () => {
    world.news = { kind: 'failed', fault: 'offline' };
    expect(await world.updates.check()).toMatchObject({ state: 'idle', fault: 'offline', checkedAt: null });
    world.news = { kind: 'none' };
    expect(await world.updates.check()).toMatchObject({ state: 'idle', fault: null, checkedAt: 5_000 });
  });

  it('end a look of which the host tells nothing', async () => {
    world.news = null;
    expect(await world.updates.check()).toMatchObject({ state: 'idle', fault: null });
  });

  it('stay here where a later failure is told', () => {
    stage();
    world.tell({ kind: 'failed', fault: 'disk' });
    expect(world.updates.get()).toMatchObject({ state: 'staged', version: '1.2.0', fault: 'disk' });
  });

  it('are never started by themselves, and at once where the user wants it and nothing runs', async () => {
    stage();
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    expect(world.restarts).toBe(0);
    await world.updates.restart(true);
    expect([world.restarts, world.updates.get().isRestartWanted]).toEqual([1, false]);
  });

  it('wait for an import and for texts that are being sent, and say for which', async () => {
    stage();
    world.reasons = ['import', 'sending'];
    expect(await world.updates.restart(true)).toMatchObject({ isRestartWanted: true, waitsFor: ['import', 'sending'] });
    world.reasons = ['import'];
    await vi.advanceTimersByTimeAsync(2_000);
    expect([world.restarts, world.updates.get().waitsFor]).toEqual([0, ['import']]);
    world.reasons = [];
    await vi.advanceTimersByTimeAsync(2_000);
    expect(world.restarts).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.restarts).toBe(1);
  });

  it('do not restart where the user no longer wants it', async () => {
    stage();
    world.reasons = ['import'];
    await world.updates.restart(true);
    expect(await world.updates.restart(false)).toMatchObject({ isRestartWanted: false, waitsFor: [] });
    world.reasons = [];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.restarts).toBe(0);
  });

  it('cut nothing short where it cannot be read what runs', async () => {
    stage();
    world.reasons = new Error('the disk is gone');
    await world.updates.restart(true);
    expect([world.restarts, world.bugs.length]).toEqual([0, 1]);
    world.reasons = [];
    await vi.advanceTimersByTimeAsync(2_000);
    expect(world.restarts).toBe(1);
  });

  it('are refused where there are none, and where the app does not update itself', async () => {
    await expect(world.updates.restart(true)).rejects.toMatchObject({ code: 'not-found' });
    const absent = new UpdaterOnFakes(false).updates;
    expect(absent.get().state).toBe('absent');
    await expect(absent.check()).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the notes of a version', () => {
  it('are lines of text, whatever was written', () => {
    const html =
      '<h2>New</h2><ul><li>Faster &amp; lighter</li>\n<li>No <b>flash</b></li></ul><script>alert(1)</script>';
    expect(toPlainNotes(html)).toBe('New\n\n• Faster & lighter\n• No flash');
    expect(toPlainNotes('Plain\n\n\n\ntext  here')).toBe('Plain\n\ntext here');
    expect(toPlainNotes('&lt;img onerror=x&gt;')).toBe('<img onerror=x>');
    expect(toPlainNotes('x'.repeat(50_000))).toHaveLength(4_000);
  });
});

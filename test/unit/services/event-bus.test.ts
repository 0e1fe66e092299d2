import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventBus, type NumberedEvent } from '#main/services/event-bus.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import { NO_CHANGES, type ChangeSet, type SyncStatus } from '#shared/domain/sync.ts';
import { makeStatus } from '#test/support/sync-status.ts';

const changes = (part: Partial<ChangeSet>): ChangeSet => ({ ...NO_CHANGES, ...part });
const chats = (...ids: number[]): ChangeSet => changes({ chatIds: ids.map(toChatId) });
const status = (done: number): SyncStatus => makeStatus({ lastSyncedAt: null, phase: 'chats', done });

describe('notices', () => {
  let notices: EventBus;
  let heard: NumberedEvent[];
  const bugs: unknown[] = [];

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    notices = new EventBus({ runId: 'run', now: () => Date.now(), onBug: (error) => bugs.push(error) });
    heard = [];
    notices.subscribe((event) => heard.push(event));
  });
  afterEach(() => {
    notices.dispose();
    vi.useRealTimers();
  });

  it('NOTICE-2: make one event of many commits within a tenth of a second', async () => {
    notices.storeChanged(chats(1, 2));
    await vi.advanceTimersByTimeAsync(100);
    notices.storeChanged(chats(2));
    notices.storeChanged(chats(3, 2));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard.map(({ payload }) => payload)).toEqual([
      { chatIds: [1, 2], everything: false },
      { chatIds: [2, 3], everything: false },
    ]);
  });

  it('tell the first change after a rest almost at once', async () => {
    notices.storeChanged(chats(1));
    await vi.advanceTimersByTimeAsync(20);
    expect(heard).toHaveLength(1);
  });

  it('NOTICE-2: keep batches a tenth of a second apart while changes stream in', async () => {
    for (let index = 0; index < 100; index += 1) {
      notices.storeChanged(chats(index));
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(heard.length).toBeGreaterThanOrEqual(9);
    expect(heard.length).toBeLessThanOrEqual(11);
  });

  it('NOTICE-1: number every event by one more than the last, heard or not', async () => {
    notices.storeChanged(chats(1));
    await vi.advanceTimersByTimeAsync(200);
    const deaf = new EventBus({ runId: 'other', now: () => Date.now(), onBug: () => undefined });
    deaf.storeChanged(chats(1));
    deaf.settingsChanged(DEFAULT_SETTINGS);
    await vi.advanceTimersByTimeAsync(200);
    notices.storeChanged(changes({ chatIds: [toChatId(1)], messageChatIds: [toChatId(1)] }));
    await vi.advanceTimersByTimeAsync(200);
    expect(heard.map(({ sequence, name }) => [sequence, name])).toEqual([
      [1, 'chats.changed'],
      [2, 'chats.changed'],
      [3, 'messages.changed'],
    ]);
    expect(notices.sequence).toBe(3);
    expect(deaf.sequence).toBe(2);
  });

  it('NOTICE-2: tell of each text that is uploaded how far it is by now', async () => {
    for (const sentBytes of [10, 20, 30]) notices.uploading({ sendId: 'a', sentBytes, totalBytes: 30 });
    notices.uploading({ sendId: 'b', sentBytes: 1, totalBytes: 5 });
    await vi.advanceTimersByTimeAsync(200);
    expect(heard.map(({ name, payload }) => [name, payload])).toEqual([
      ['sends.uploading', { sendId: 'a', sentBytes: 30, totalBytes: 30 }],
      ['sends.uploading', { sendId: 'b', sentBytes: 1, totalBytes: 5 }],
    ]);
  });

  it('NOTICE-3: tell of one import four times a second, of the draft beside it, and of the last change', async () => {
    const told = (): unknown[] => heard.map(({ payload }) => payload);
    notices.importChanged(7);
    await vi.advanceTimersByTimeAsync(20);
    expect(told()).toEqual([{ importId: 7 }]);
    notices.importChanged(null);
    for (let index = 0; index < 99; index += 1) {
      notices.importChanged(7);
      await vi.advanceTimersByTimeAsync(10);
    }
    const ofRun = told().filter((payload) => (payload as { importId: number | null }).importId === 7);
    expect(ofRun.length).toBeGreaterThanOrEqual(3);
    expect(ofRun.length).toBeLessThanOrEqual(5);
    expect(told()).toContainEqual({ importId: null });
    const before = heard.length;
    notices.importChanged(7);
    await vi.advanceTimersByTimeAsync(400);
    expect(heard.slice(before)).toMatchObject([{ name: 'imports.changed', payload: { importId: 7 } }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard).toHaveLength(before + 1);
  });

  it('NOTICE-2: tell once that what waits here changed, however much of it did', async () => {
    notices.storeChanged(changes({ outbox: true }));
    notices.storeChanged(changes({ outbox: true, chatIds: [toChatId(1)] }));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard.map(({ name }) => name)).toEqual(['chats.changed', 'outbox.changed']);
    notices.storeChanged(chats(2));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard.filter(({ name }) => name === 'outbox.changed')).toHaveLength(1);
  });

  it('say "everything" instead of naming hundreds', async () => {
    notices.storeChanged(chats(...Array.from({ length: 501 }, (_, index) => index)));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard[0]?.payload).toEqual({ chatIds: [], everything: true });
  });

  it('pass the store’s own "everything" on to every kind', async () => {
    notices.storeChanged(changes({ everything: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard.map(({ name }) => name)).toEqual([
      'chats.changed',
      'messages.changed',
      'outbox.changed',
      'schedules.changed',
      'templates.changed',
      'contacts.changed',
    ]);
  });

  it('tell of scheduled texts and templates, each by itself', async () => {
    notices.storeChanged(changes({ templates: true }));
    await vi.advanceTimersByTimeAsync(100);
    notices.storeChanged(changes({ schedules: true }));
    await vi.advanceTimersByTimeAsync(300);
    expect(heard.map(({ name }) => name)).toEqual(['templates.changed', 'schedules.changed']);
  });

  it('treat a changed list as a change of contacts, and of what lists of chats hold, but of no chat', async () => {
    notices.storeChanged(changes({ contactIds: [toContactId(5)], listIds: [toListId(2)] }));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toMatchObject([
      { name: 'chats.changed', payload: { chatIds: [], everything: false } },
      { name: 'contacts.changed', payload: { everything: true } },
    ]);
    notices.storeChanged(changes({ contactIds: [toContactId(5)] }));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard.slice(2)).toMatchObject([{ name: 'contacts.changed' }]);
  });

  it('tell that counts of contacts may differ where no contact changed', async () => {
    notices.storeChanged(changes({ people: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toMatchObject([{ name: 'contacts.changed', payload: { contactIds: [], everything: false } }]);
  });

  it('NOTICE-2: tell only the newest of several states', async () => {
    notices.statusChanged(status(1));
    notices.statusChanged(status(2));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toMatchObject([{ name: 'sync.statusChanged', payload: { status: { done: 2 } } }]);
  });

  it('tell each refused action', async () => {
    const problem = { code: 'forbidden', detail: null, fields: {}, at: 1 };
    notices.watched();
    notices.actionRefused({ chatId: 1, action: 'pin', problem });
    notices.actionRefused({ chatId: 1, action: 'mute', problem });
    await vi.advanceTimersByTimeAsync(100);
    expect(heard.map(({ payload }) => payload)).toMatchObject([{ action: 'pin' }, { action: 'mute' }]);
  });

  it('tell of each act that a newer text undid, once there is a window to hear it', async () => {
    notices.storeChanged(changes({ overtaken: [{ chatId: toChatId(7), kind: 'read' }] }));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toEqual([]);
    notices.watched();
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toMatchObject([
      { name: 'chats.actionRefused', payload: { chatId: 7, action: 'read', problem: { code: 'overtaken' } } },
    ]);
  });

  it('go on telling the others when a listener throws', async () => {
    const bug = new Error('listener');
    const faulty = new EventBus({ runId: 'run', now: () => Date.now(), onBug: (error) => bugs.push(error) });
    const heardAfter: unknown[] = [];
    faulty.subscribe(() => {
      throw bug;
    });
    faulty.subscribe((event) => heardAfter.push(event));
    faulty.storeChanged(chats(1));
    await vi.advanceTimersByTimeAsync(100);
    expect(bugs).toContain(bug);
    expect(heardAfter).toHaveLength(1);
  });

  it('fall silent when disposed, leaving no timer', async () => {
    notices.storeChanged(chats(1));
    notices.dispose();
    notices.storeChanged(chats(2));
    await vi.advanceTimersByTimeAsync(500);
    expect(heard).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

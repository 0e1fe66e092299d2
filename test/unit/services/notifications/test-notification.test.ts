import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestNotification } from '#main/services/notifications/test-notification.ts';
import { NotificationContext } from '#main/services/notifications/notification-context.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import type { DesktopFacts } from '#shared/domain/desktop.ts';

const FACTS: DesktopFacts = {
  ...{ notifications: 'page', hasReply: false, hasTray: false, hasBadge: false },
  ...{ startsAtLogin: null, opensLinks: null },
};

describe('the notification that the user asks for', () => {
  let changes: number;
  let facts: DesktopFacts;
  let shown: string[];

  const create = (): TestNotification => {
    const showNotification = ({ id }: { readonly id: string }): boolean => shown.push(id) > 0;
    const context = new NotificationContext({
      settings: { get: () => Promise.resolve(DEFAULT_SETTINGS) },
      host: { getDesktop: () => Promise.resolve(facts), watchDesktop: () => () => undefined },
      platform: 'linux',
    });
    const needs = { host: { showNotification }, now: () => Date.now() };
    return new TestNotification(needs, { context, onChange: () => (changes += 1) });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    changes = 0;
    shown = [];
    facts = FACTS;
  });
  afterEach(() => void vi.useRealTimers());

  it('stands for a page for ten seconds after it was last asked for', async () => {
    const test = create();
    expect(await test.show(null)).toBe(true);
    const [first] = test.listViews();
    expect(first).toMatchObject({ id: 'test', title: 'Switchboard', chatId: null });
    await vi.advanceTimersByTimeAsync(9_000);
    await test.show(null);
    expect(test.listViews()[0]?.revision).toBe((first?.revision ?? 0) + 9_000);
    await vi.advanceTimersByTimeAsync(9_000);
    expect([test.listViews().length, changes]).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([test.listViews().length, changes]).toEqual([0, 3]);
    expect(shown).toEqual([]);
  });

  it('is the desktop’s where that shows them', async () => {
    facts = { ...FACTS, notifications: 'allowed' };
    const test = create();
    expect(await test.show(null)).toBe(true);
    expect([shown, test.listViews(), vi.getTimerCount()]).toEqual([['test'], [], 0]);
  });

  it('leaves no timer behind', async () => {
    const test = create();
    await test.show(null);
    test.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});

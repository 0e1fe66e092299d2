import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountArrival } from '#main/services/notifications/account-arrival.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';

describe('the account of a notification', () => {
  const listeners = new Set<() => void>();
  let account: OpenAccount | undefined;
  let accounts: AccountArrival;
  const open = (id: string | null): void => {
    account = { id } as OpenAccount;
    for (const listener of listeners) listener();
  };

  beforeEach(() => {
    vi.useFakeTimers();
    account = undefined;
    const subscribe = (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    accounts = new AccountArrival({
      session: { findAccount: () => account },
      events: { subscribe: (listener) => subscribe(listener as () => void) },
    });
  });
  afterEach(() => {
    expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
    vi.useRealTimers();
  });

  it('is the one that is open, if it has that id', async () => {
    open('abc');
    expect(await accounts.find('abc')).toBe(account);
    expect(await accounts.find('another')).toBeNull();
    open(null);
    expect(await accounts.find('demo')).toBe(account);
  });

  it('is waited for while none is open', async () => {
    const found = accounts.find('abc');
    for (const listener of listeners) listener();
    open('abc');
    expect(await found).toBe(account);
  });

  it('is not waited for without end, nor while the app ends', async () => {
    const found = accounts.find('abc');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await found).toBeNull();
    const other = accounts.find('abc');
    accounts.dispose();
    expect(await other).toBeNull();
    expect(await accounts.find('abc')).toBeNull();
  });
});

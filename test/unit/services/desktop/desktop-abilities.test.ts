import { describe, expect, it, vi } from 'vitest';
import { DesktopAbilities } from '#main/services/desktop/desktop-abilities.ts';
import type { DesktopFacts } from '#shared/domain/desktop.ts';

function open(answers: { readonly login: boolean; readonly links: boolean }) {
  const facts: DesktopFacts = {
    ...{ notifications: 'ask', hasReply: false, hasTray: true, hasBadge: false },
    ...{ startsAtLogin: false, opensLinks: { sms: false, tel: false } },
  };
  const listeners = new Set<() => void>();
  const host = {
    getDesktop: vi.fn(() => Promise.resolve(facts)),
    setStartAtLogin: vi.fn(() => Promise.resolve(answers.login)),
    setOpensLinks: vi.fn(() => Promise.resolve(answers.links)),
    askNotificationPermission: vi.fn(() => Promise.resolve()),
    watchDesktop: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const desktopChanged = vi.fn();
  const onBug = vi.fn();
  const abilities = new DesktopAbilities({ host, events: { desktopChanged }, onBug });
  return { abilities, host, facts, listeners, desktopChanged, onBug };
}

describe('what the desktop can do', () => {
  it('is asked of it for what the user named, and told afterwards', async () => {
    const { abilities, host, facts, desktopChanged } = open({ login: true, links: true });
    expect(await abilities.set({ startsAtLogin: true, opensTel: false })).toBe(facts);
    expect(host.setStartAtLogin.mock.calls).toEqual([[true]]);
    expect(host.setOpensLinks.mock.calls).toEqual([['tel', false]]);
    expect(desktopChanged.mock.calls).toEqual([[facts]]);
    await abilities.set({});
    expect(host.setStartAtLogin).toHaveBeenCalledTimes(1);
  });

  it('is refused where it does not do it', async () => {
    const { abilities } = open({ login: true, links: false });
    await expect(abilities.set({ startsAtLogin: true, opensSms: true })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is told after the user was asked, and when it changes by itself, until the app ends', async () => {
    const { abilities, host, listeners, desktopChanged, onBug } = open({ login: true, links: true });
    await abilities.askPermission();
    expect(host.askNotificationPermission).toHaveBeenCalledTimes(1);
    for (const listener of listeners) listener();
    await vi.waitFor(() => expect(desktopChanged).toHaveBeenCalledTimes(2));
    host.getDesktop.mockRejectedValueOnce(new Error('made up'));
    for (const listener of listeners) listener();
    await vi.waitFor(() => expect(onBug).toHaveBeenCalledTimes(1));
    abilities.dispose();
    expect(listeners.size).toBe(0);
  });
});

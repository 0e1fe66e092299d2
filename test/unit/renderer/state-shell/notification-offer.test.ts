import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationOffer } from '#renderer/app/notification-offer.svelte.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { PageStorage } from '#test/support/page-storage.ts';

interface Wish {
  notifications: 'page' | 'allowed';
  permission: 'allowed' | 'ask';
  answer: 'allowed' | 'ask';
  showsNotifications: boolean;
}

let kept: PageStorage;
let bridge: FakeBridge;
let wish: Wish;
const offers: NotificationOffer[] = [];

function open(): NotificationOffer {
  const offer = new NotificationOffer(bridge, {
    desktop: {
      get view() {
        return { ...bridge.desktop.view, notifications: wish.notifications };
      },
    },
    permission: {
      get permission() {
        return wish.permission;
      },
      ask: async () => {
        await Promise.resolve();
        wish.permission = wish.answer;
      },
    },
    settings: { view: { ...DEFAULT_SETTINGS, showsNotifications: wish.showsNotifications } },
    openStorage: () => kept,
  });
  offers.push(offer);
  return offer;
}
const arrive = (): void => bridge.emit('messages.arrived', { items: [] });

beforeEach(() => {
  kept = new PageStorage();
  bridge = new FakeBridge();
  wish = { notifications: 'page', permission: 'ask', answer: 'allowed', showsNotifications: true };
});
afterEach(() => {
  for (const offer of offers.splice(0)) offer.dispose();
  vi.restoreAllMocks();
});

describe('the offer of notifications', () => {
  it('comes with the first text, not before, and goes once the browser was asked', async () => {
    const offer = open();
    expect(offer.isOpen).toBe(false);
    arrive();
    expect(offer.isOpen).toBe(true);
    await offer.accept();
    expect(offer.isOpen).toBe(false);
  });

  it('is not repeated after “not now”, nor after a question that was closed, also not after a reload', async () => {
    const offer = open();
    arrive();
    offer.decline();
    expect(offer.isOpen).toBe(false);
    const next = open();
    arrive();
    expect(next.isOpen).toBe(false);
    kept = new PageStorage();
    wish.answer = 'ask';
    const third = open();
    arrive();
    await third.accept();
    expect([third.isOpen, kept.length]).toEqual([false, 1]);
  });

  it.each<[string, Partial<Wish>]>([
    ['the desktop shows notifications', { notifications: 'allowed' }],
    ['the browser allows them already', { permission: 'allowed' }],
    ['the user has turned them off', { showsNotifications: false }],
  ])('does not come where %s', (_, changes) => {
    Object.assign(wish, changes);
    const offer = open();
    arrive();
    expect(offer.isOpen).toBe(false);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Target } from '#shared/contract/index.ts';
import { PageTarget } from '#main/services/desktop/page-target.ts';
import { DesktopWorld } from './desktop-world.ts';

const CHAT: Target = { kind: 'chat', chatId: 4 };
const OTHER: Target = { kind: 'chat', chatId: 5 };

describe('where something outside the page leads', () => {
  let world: DesktopWorld;
  let told: number;
  let place: PageTarget;

  beforeEach(() => {
    world = new DesktopWorld();
    told = 0;
    place = new PageTarget({
      session: world.session,
      events: { ...world.events, targetChanged: () => void (told += 1) },
    });
    world.open('one');
  });

  it('is told to the page and given out once', () => {
    expect(place.take()).toBeNull();
    place.leadTo(CHAT, 'one');
    expect([told, place.take(), place.take()]).toEqual([1, CHAT, null]);
  });

  it('is the newest alone', () => {
    place.leadTo(CHAT, 'one');
    place.leadTo(OTHER, 'one');
    expect([place.take(), place.take()]).toEqual([OTHER, null]);
  });

  it('is gone with its account, also when that is back', () => {
    place.leadTo(CHAT, 'one');
    world.open(null);
    expect(place.take()).toBeNull();
    place.leadTo(CHAT, 'demo');
    world.close();
    world.open(null);
    expect(place.take()).toBeNull();
    place.leadTo(CHAT, 'one');
    expect(place.take()).toBeNull();
  });

  it('is not lost while its account is opened again: the page is told once more', () => {
    place.leadTo(CHAT, 'one');
    world.close({ isReopening: true });
    expect(place.take()).toBeNull();
    told = 0;
    world.open('one');
    expect([told, place.take()]).toEqual([1, CHAT]);
  });

  it('listens no more once the app ends', () => {
    place.dispose();
    expect(world.listeners.size).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import { Toasts } from '#renderer/app/toasts.svelte.ts';

describe('Toasts', () => {
  let toasts: Toasts;

  beforeEach(() => {
    vi.useFakeTimers();
    toasts = new Toasts();
  });
  afterEach(() => {
    toasts.dispose();
    vi.useRealTimers();
  });

  it('STATE-4 shows one at a time for six seconds', () => {
    toasts.show('First');
    vi.advanceTimersByTime(5_000);
    toasts.show('Second');
    vi.advanceTimersByTime(5_999);
    expect(toasts.current?.text).toBe('Second');
    vi.advanceTimersByTime(1);
    expect(toasts.current).toBeNull();
  });

  it('STATE-4 stays while somebody looks at it, and six seconds after', () => {
    toasts.show('Look at me');
    toasts.pause();
    vi.advanceTimersByTime(60_000);
    expect(toasts.current).not.toBeNull();
    toasts.resume();
    vi.advanceTimersByTime(6_000);
    expect(toasts.current).toBeNull();
  });

  it('does what its button says, then goes', () => {
    const run = vi.fn();
    toasts.show('Chat closed', { action: { label: 'Undo', run } });
    toasts.act();
    expect(run).toHaveBeenCalledTimes(1);
    expect(toasts.current).toBeNull();
  });

  it('leaves a toast that its button brought', () => {
    toasts.show('Chat closed', { action: { label: 'Undo', run: () => toasts.show('Chat opened again') } });
    toasts.act();
    expect(toasts.current?.text).toBe('Chat opened again');
  });

  it('has nothing to resume once it is gone', () => {
    toasts.show('Short');
    toasts.dismiss();
    toasts.resume();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('AppAnnouncer', () => {
  let announcer: AppAnnouncer;

  beforeEach(() => {
    vi.useFakeTimers();
    announcer = new AppAnnouncer();
  });
  afterEach(() => {
    announcer.dispose();
    vi.useRealTimers();
  });

  it('makes the same words a change, so that they are spoken again', () => {
    announcer.say('New text from Deborah');
    const first = announcer.polite;
    announcer.say('New text from Deborah');
    expect(announcer.polite).not.toBe(first);
    expect(announcer.polite.trim()).toBe(first);
  });

  it('leaves nothing behind to be found later', () => {
    announcer.say('You’re offline.');
    announcer.interrupt('The note wasn’t saved.');
    vi.advanceTimersByTime(5_000);
    expect([announcer.polite, announcer.assertive]).toEqual(['', '']);
  });

  it('speaks about one topic at most once in a while', () => {
    announcer.sayAtMost('elsewhere', 10_000, 'New text from Deborah');
    vi.advanceTimersByTime(9_999);
    announcer.sayAtMost('elsewhere', 10_000, 'New text from Tom');
    expect(announcer.polite).toBe('');
    vi.advanceTimersByTime(1);
    announcer.sayAtMost('elsewhere', 10_000, 'New text from Ines');
    expect(announcer.polite).toBe('New text from Ines');
  });
});

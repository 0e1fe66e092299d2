import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import { NewsAnnouncer } from '#renderer/features/inbox/news-announcer.ts';
import { MemoryBridge } from './memory-bridge.ts';

const item = (name: string, phone = '447700900318') => ({ key: `in:${phone}`, chatId: 1, phone, name, at: 0 });

describe('the voice of news', () => {
  let bridge: MemoryBridge;
  let announcer: AppAnnouncer;
  let voice: NewsAnnouncer;
  let lookedAt: string | null;

  beforeEach(() => {
    vi.useFakeTimers();
    bridge = new MemoryBridge();
    announcer = new AppAnnouncer();
    lookedAt = null;
    const texts = new Translator('en-GB');
    const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP' });
    const isLookedAt = ({ phone }: { readonly phone: string }): boolean => phone === lookedAt;
    voice = new NewsAnnouncer(bridge, { texts, formats: () => formats, announcer, isLookedAt });
  });
  afterEach(() => {
    voice.dispose();
    announcer.dispose();
    vi.useRealTimers();
  });

  const arrive = (...items: ReturnType<typeof item>[]): void => bridge.emit('messages.arrived', { items });

  it('says politely who wrote, by the number where there is no name', () => {
    arrive(item('Deborah'));
    expect([announcer.polite, announcer.assertive]).toEqual(['New text from Deborah', '']);
    vi.advanceTimersByTime(10_000);
    arrive(item(''));
    expect(announcer.polite).toBe('New text from +44 7700 900318');
  });

  it('speaks at most once in ten seconds, of the newest of what comes together', () => {
    arrive(item('Deborah'), item('Tom'));
    expect(announcer.polite).toBe('New text from Tom');
    vi.advanceTimersByTime(9_999);
    arrive(item('Ines'));
    expect(announcer.polite).toBe('');
    vi.advanceTimersByTime(1);
    arrive(item('Ines'));
    expect(announcer.polite).toBe('New text from Ines');
  });

  it('leaves the chat that is looked at to its own thread, without spending its turn', () => {
    lookedAt = '447700900318';
    arrive(item('Deborah'));
    expect(announcer.polite).toBe('');
    arrive(item('Tom', '447700900319'), item('Deborah'));
    expect(announcer.polite).toBe('New text from Tom');
  });

  it('is silent once it is over', () => {
    voice.dispose();
    arrive(item('Deborah'));
    expect([announcer.polite, bridge.listenerCount]).toEqual(['', 0]);
  });
});

import { describe, expect, it } from 'vitest';
import type { OutboxView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { findWaitingLight, findWaitingIntro, toWaitingSections } from '#renderer/features/outbox/waiting-rows.ts';
import { Translator } from '#renderer/lib/messages.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 9, 45);
const context = { texts, formats, now };
type Line = OutboxView['sends'][number];

function line(sendId: string, changes: Partial<Line> = {}): Line {
  const who = { chatId: 1, phone: '447700900318', name: 'Deborah' };
  return {
    sendId,
    ...who,
    text: 'On\n our  way',
    state: 'queued',
    createdAt: now - 240_000,
    filesCount: 0,
    ...changes,
  };
}
function outbox(sends: readonly Line[], changes: Partial<OutboxView> = {}): OutboxView {
  const count = (...states: string[]): number => sends.filter(({ state }) => states.includes(state)).length;
  const counts = {
    waiting: count('held', 'queued', 'sending'),
    checking: count('checking', 'unknown'),
    stopped: count('refused', 'not-sent'),
    actions: 0,
    drafts: 0,
  };
  return { counts, sends: [...sends], actions: [], ...changes };
}

describe('the list of what waits', () => {
  it('is in sections by what a person has to do, empty ones left out', () => {
    const view = outbox([line('a'), line('b', { state: 'checking' }), line('c', { state: 'refused' })]);
    expect(toWaitingSections(view, context).map(({ key, rows }) => [key, rows.map((row) => row.key)])).toEqual([
      ['texts', ['a']],
      ['checking', ['b']],
      ['stopped', ['c']],
    ]);
    expect(toWaitingSections(outbox([]), context)).toEqual([]);
  });

  it('says who, the first words on one line, and since when', () => {
    const [section] = toWaitingSections(
      outbox([line('a'), line('b', { name: '', createdAt: now - 86_400_000 })]),
      context,
    );
    expect(section?.rows[0]).toMatchObject({ title: 'Deborah', text: 'On our way', since: 'since 09:41' });
    expect(section?.rows[1]).toMatchObject({ title: '+44 7700 900318', since: 'since Thu 19 Nov, 09:45' });
  });

  it('lets a text be taken back until it leaves', () => {
    const states = ['held', 'queued', 'sending', 'checking', 'not-sent'] as const;
    const rows = toWaitingSections(outbox(states.map((state) => line(state, { state }))), context).flatMap(
      (section) => section.rows,
    );
    expect(rows.filter(({ cancel }) => cancel !== null).map(({ key }) => key)).toEqual(['held', 'queued']);
    expect(rows.find(({ key }) => key === 'sending')?.isLeaving).toBe(true);
  });

  it('names what was done to chats, and what is not listed', () => {
    const actions = [
      { waitingId: 'action:1', chatId: 2, phone: '447700900319', name: 'Tom', kind: 'close', createdAt: now },
      { waitingId: 'action:2', chatId: 3, phone: '', name: '', kind: 'mute', createdAt: now },
    ] as const;
    const view = outbox([], { actions: [...actions] });
    const [section] = toWaitingSections({ ...view, counts: { ...view.counts, actions: 7 } }, context);
    expect(section?.rows.map(({ title, text }) => [title, text])).toEqual([
      ['Tom', 'Close chat'],
      ['A chat', 'Mute'],
    ]);
    expect(section?.more).toBe(5);
  });

  it('says when it goes out, and nothing where nothing does by itself', () => {
    expect(findWaitingIntro(outbox([line('a')]), 'offline', texts)).toContain('when you’re back');
    expect(findWaitingIntro(outbox([line('a')]), 'keyless', texts)).toContain('accepts your API key');
    expect(findWaitingIntro(outbox([line('a', { state: 'refused' })]), 'offline', texts)).toBeNull();
  });
});

describe('the light for what waits', () => {
  const light = (sends: readonly Line[]): string | null =>
    findWaitingLight(outbox(sends), { texts, now })?.text ?? null;

  it('is not lit by what leaves within moments', () => {
    expect(light([line('a', { state: 'sending', createdAt: now - 1_000 })])).toBeNull();
    expect(light([line('a')])).toBe('1 waiting');
  });

  it('counts lost answers at once, and texts that were refused not at all: they stand in their chats', () => {
    const lost = line('a', { state: 'checking', createdAt: now });
    expect(light([lost])).toBe('1 unconfirmed');
    expect(findWaitingLight(outbox([lost]), { texts, now })?.mark).toBe('unknown');
    expect(light([line('b'), lost])).toBe('1 waiting, 1 unconfirmed');
    expect(light([line('a', { state: 'refused' })])).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { RowLayout } from '#renderer/features/thread/row-layout.ts';
import { buildMessage } from '#test/support/fake-bridge.ts';
import { Random } from '#test/support/random.ts';

const MINUTE_MS = 60_000;
const formats = new Formats(new Translator('en-GB'), { timeZone: 'Europe/London', currency: 'GBP', timeFormat: null });

describe('rows that are laid out again and again', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    it(`are what they would be laid out at once, whatever comes, goes and changes (seed ${String(seed)})`, () => {
      const random = new Random(seed);
      const pick = (below: number): number => Math.floor(random.next() * below);
      const layout = new RowLayout();
      const gaps = new Map<string, Gap>();
      let firstNewKey: string | null = null;
      let made = 0;
      let messages: readonly MessageView[] = [];
      const write = (at: number): MessageView => {
        made += 1;
        return buildMessage({ key: `in:${String(made)}`, at, direction: pick(3) === 0 ? 'out' : 'in' });
      };
      for (let step = 0; step < 150; step += 1) {
        const place = pick(messages.length + 1);
        const at = (messages[place]?.at ?? messages.at(-1)?.at ?? 1_700_000_000_000) + pick(9) * MINUTE_MS;
        const changes = [
          () => [...messages, write(at)],
          () => [write(at - 60 * MINUTE_MS), write(at), ...messages],
          () => messages.toSpliced(place, 0, write(at)),
          () => messages.toSpliced(place, 1 + pick(3)),
          () => messages.map((message, index) => (index === place ? { ...message, text: 'Other' } : message)),
          () => messages,
        ];
        messages = changes[pick(changes.length)]?.() ?? messages;
        const key = messages[pick(messages.length)]?.key ?? 'none';
        if (pick(6) === 0) firstNewKey = pick(2) === 0 ? null : key;
        if (pick(6) === 0) gaps.set(key, { fromAt: null, toAt: at });
        if (pick(9) === 0) gaps.clear();
        const thread = { messages, firstNewKey, gaps: { list: () => [...gaps] } };
        expect(layout.lay(thread, formats)).toEqual(new RowLayout().lay(thread, formats));
      }
    });
  }

  it('are the same objects where they say the same, whatever came above, below or between', () => {
    const layout = new RowLayout();
    const write = (key: string, hour: number): MessageView => buildMessage({ key, at: hour * 60 * MINUTE_MS });
    const relay = (messages: readonly MessageView[], gaps: readonly (readonly [string, Gap])[] = []) =>
      layout.lay({ messages, firstNewKey: null, gaps: { list: () => gaps } }, formats);
    const [z, a, b, c, d] = [write('z', 1), write('a', 25), write('b', 26), write('c', 50), write('d', 51)];
    const [rowA, rowB, rowD] = relay([a, b, d]);
    expect(relay([z, a, b, d]).slice(1)).toEqual([rowA, rowB, rowD]);
    expect(relay([z, a, b, d])[2]).toBe(rowB);
    expect(relay([z, a, b, c, d])[2]).toBe(rowB);
    // A gap lays all of them out anew.
    const gap = { fromAt: null, toAt: 1 };
    expect(relay([z, a, b, c, d], [['z', gap]])[2]).toBe(rowB);
    expect(relay([a, b, c, d], [['a', gap]])[1]).toBe(rowB);
    expect(relay([a, { ...b, direction: 'out' }])[0]).not.toBe(rowA);
  });

  it('are the same objects where nothing about them changed', () => {
    const layout = new RowLayout();
    const messages = Array.from({ length: 50 }, (_, index) =>
      buildMessage({ key: `in:${String(index)}`, at: index * 60 * MINUTE_MS }),
    );
    const before = layout.lay({ messages, firstNewKey: null, gaps: { list: () => [] } }, formats);
    const newer = [...messages, buildMessage({ key: 'in:new', at: 100 * 60 * MINUTE_MS })];
    const after = layout.lay({ messages: newer, firstNewKey: 'in:7', gaps: { list: () => [] } }, formats);
    const made = after.filter((row) => !before.includes(row)).map(({ key }) => key);
    expect(made).toEqual(['in:7', 'in:new']);
  });
});

import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { findFirstNewKey, toThreadRows, RowLayout, ThreadIndex } from '#renderer/features/thread/thread-rows.ts';
import { buildMessage } from '#test/support/fake-bridge.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { Random } from '#test/support/random.ts';
import fc from 'fast-check';
import { buildSend } from '#test/support/fake-views.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const isSameDay = (at: number, other: number) => Math.floor(at / DAY) === Math.floor(other / DAY);

function lay(messages: MessageView[], firstNewKey: string | null = null) {
  return toThreadRows(messages, { firstNewKey, isSameDay, findGap: () => null });
}
function write(key: string, at: number, changes: Partial<MessageView> = {}): MessageView {
  return buildMessage({ key, at, ...changes });
}
const delivered = { direction: 'out', mark: 'delivered' } as const;

describe('groups of the thread', () => {
  it('are texts of one side less than five minutes apart', () => {
    const rows = lay([write('a', 0), write('b', 4 * MINUTE), write('c', 9 * MINUTE)]);
    expect(rows.map(({ startsGroup, endsGroup }) => [startsGroup, endsGroup])).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  it('end where the other side writes', () => {
    const rows = lay([write('a', 0), write('b', 1, delivered), write('c', 2)]);
    expect(rows.every(({ startsGroup, endsGroup }) => startsGroup && endsGroup)).toBe(true);
  });

  it('are broken by anything of ours that is not delivered, so that it can say so', () => {
    const rows = lay([
      write('a', 0, delivered),
      write('b', 1, delivered),
      write('c', 2, { direction: 'out', mark: 'sent' }),
      write('d', 3, { direction: 'out', mark: 'sent' }),
    ]);
    expect(rows.map(({ endsGroup }) => endsGroup)).toEqual([false, true, true, true]);
  });

  it('are of one writer and of one send: what went to many stands apart from what was typed', () => {
    const origin = { sessionId: 5, name: 'Reminder', recipientsCount: 64 };
    const rows = lay([
      write('a', 0, { ...delivered, origin }),
      write('b', 1, { ...delivered, origin }),
      write('c', 2, { ...delivered, origin: { ...origin, sessionId: 6 } }),
      write('d', 3, delivered),
      write('e', 4, { ...delivered, author: 'Ruth' }),
      write('f', 5, { ...delivered, author: 'Ruth' }),
    ]);
    expect(rows.map(({ endsGroup }) => endsGroup)).toEqual([false, true, true, true, false, true]);
  });

  it('do not run over midnight, nor over the line of the new ones', () => {
    const rows = lay([write('a', DAY - 1), write('b', DAY), write('c', DAY + 1)], 'c');
    expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, true, false]);
    expect(rows.map(({ startsNew }) => startsNew)).toEqual([false, false, true]);
    expect(rows.every(({ startsGroup }) => startsGroup)).toBe(true);
  });

  it('leave calls and notes by themselves', () => {
    const rows = lay([write('a', 0), write('b', 1, { kind: 'call' }), write('c', 2)]);
    expect(rows.every(({ startsGroup, endsGroup }) => startsGroup && endsGroup)).toBe(true);
  });
});

describe('the line of the new ones', () => {
  const messages = [write('a', 0), write('b', 1), write('c', 2, delivered), write('d', 3)];

  it('stands above the oldest of the last unread incoming ones', () => {
    expect(findFirstNewKey(messages, 1)).toBe('d');
    expect(findFirstNewKey(messages, 2)).toBe('b');
  });

  it('stands above the oldest that is here when more are unread', () => {
    expect(findFirstNewKey(messages, 99)).toBe('a');
  });

  it('stands nowhere when nothing is unread or nothing came in', () => {
    expect(findFirstNewKey(messages, 0)).toBeNull();
    expect(findFirstNewKey([write('x', 0, delivered)], 2)).toBeNull();
  });
});

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

describe('a text that was not delivered', () => {
  const failed = { direction: 'out', mark: 'failed', text: 'See you at ten' } as const;
  const sent = { direction: 'out', mark: 'sent', text: 'See you at ten' } as const;
  const layout = new RowLayout();
  const listResent = (...messages: MessageView[]) =>
    layout
      .lay({ messages, firstNewKey: null, gaps: { list: () => [] } }, formats)
      .map(({ resent }) => resent?.key ?? null);

  it('leads to the next one of the same words, and only the last one that failed stands out', () => {
    const all = [write('a', 0, failed), write('b', 1, failed), write('c', 2), write('d', 3, sent), write('e', 4, sent)];
    expect(listResent(...all.slice(0, 1))).toEqual([null]);
    expect(listResent(...all.slice(0, 3))).toEqual(['b', null, null]);
    expect(listResent(...all)).toEqual(['b', 'd', null, null, null]);
  });

  it('stands out again where the new one was taken back', () => {
    expect(listResent(write('a', 0, failed), write('d', 3, sent))).toEqual(['d', null]);
    expect(listResent(write('a', 0, failed))).toEqual([null]);
  });

  it('is not sent again by a text that did not leave, by other words, or by an incoming one', () => {
    const refused = buildSend({ state: 'refused' });
    const others = [
      write('b', 1, { ...sent, send: refused }),
      write('c', 2, { ...sent, text: 'See you' }),
      write('d', 3, { text: 'See you at ten' }),
    ];
    expect(listResent(write('a', 0, failed), ...others)).toEqual([null, null, null, null]);
  });
});

const messages = fc.uniqueArray(fc.record({ key: fc.integer({ min: 0, max: 30 }), isHeld: fc.boolean() }), {
  selector: ({ key }) => key,
  maxLength: 12,
});

it('knows the keys and what can be taken back of whatever is on screen, from one to the next', () => {
  fc.assert(
    fc.property(fc.array(messages, { maxLength: 8 }), (screens) => {
      const index = new ThreadIndex();
      const known = new Map<string, MessageView>();
      for (const screen of screens) {
        // The same message is the same object, as in a thread that grows.
        const shown = screen.map(({ key, isHeld }) => {
          const id = `${String(key)} ${String(isHeld)}`;
          const message = known.get(id) ?? writeOne(key, isHeld);
          known.set(id, message);
          return message;
        });
        expect([...index.listKeys(shown)].sort()).toEqual(shown.map(({ key }) => key).sort());
        expect(index.hasHeld(shown)).toBe(screen.some(({ isHeld }) => isHeld));
      }
    }),
  );
});

function writeOne(key: number, isHeld: boolean): MessageView {
  return buildMessage({ key: String(key), send: isHeld ? buildSend({ state: 'held' }) : null });
}

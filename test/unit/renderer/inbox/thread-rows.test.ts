import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { findFirstNewKey, toThreadRows } from '#renderer/features/thread/thread-rows.ts';
import { buildMessage } from '#test/support/fake-bridge.ts';

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

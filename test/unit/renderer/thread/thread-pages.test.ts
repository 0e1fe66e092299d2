import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { appendNewer, appendNewest, prependOlder, replaceInside } from '#renderer/features/thread/thread-rows.ts';
import { buildMessage } from '#test/support/fake-bridge.ts';

const at = (time: number, changes: Partial<MessageView> = {}) =>
  buildMessage({ key: `in:${String(time)}`, at: time, ...changes });
const keys = (messages: readonly MessageView[]) => messages.map(({ key }) => key);

describe('the newest page', () => {
  it('replaces the end and keeps what is older', () => {
    const shown = [at(1), at(2), at(3)];
    const { messages, added, isGap } = appendNewest(shown, [at(2), at(3, { text: 'changed' }), at(4)]);
    expect(keys(messages)).toEqual(['in:1', 'in:2', 'in:3', 'in:4']);
    expect(messages[2]?.text).toBe('changed');
    expect(keys(added)).toEqual(['in:4']);
    expect(isGap).toBe(false);
  });

  it('takes away what main no longer has within its reach', () => {
    expect(keys(appendNewest([at(1), at(2), at(3)], [at(1), at(3)]).messages)).toEqual(['in:1', 'in:3']);
    expect(keys(appendNewest([at(1), at(2), at(3)], [at(3)]).messages)).toEqual(['in:1', 'in:2', 'in:3']);
  });

  it('says when it does not reach down to what was shown', () => {
    const { messages, isGap } = appendNewest([at(1), at(2)], [at(8), at(9)]);
    expect(isGap).toBe(true);
    expect(keys(messages)).toEqual(['in:8', 'in:9']);
  });

  it('does not call what was filled in above new', () => {
    expect(appendNewest([at(1), at(3)], [at(1), at(2), at(3)]).added).toEqual([]);
  });

  it('names what we wrote as well', () => {
    const mine = buildMessage({ key: 'send:a', direction: 'out', at: 5 });
    expect(keys(appendNewest([at(1), at(3)], [at(1), at(3), mine]).added)).toEqual(['send:a']);
  });

  it('lets an incoming message be new although ours carries a later time', () => {
    const mine = buildMessage({ key: 'send:a', direction: 'out', at: 50 });
    expect(keys(appendNewest([at(1), mine], [at(1), at(40), mine]).added)).toEqual(['in:40']);
  });
});

describe('an older page', () => {
  it('stands above, and nothing stands twice', () => {
    expect(keys(prependOlder([at(3), at(4)], [at(1), at(2), at(3)], new Set(['in:3', 'in:4'])))).toEqual([
      'in:1',
      'in:2',
      'in:3',
      'in:4',
    ]);
  });
});

it('THREAD-1: whatever pages come, a key stands once and the order is by time', () => {
  const page = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 })
    .map((times) => times.sort((one, other) => one - other).map((time) => at(time)));
  fc.assert(
    fc.property(page, fc.array(page, { maxLength: 6 }), (first, pages) => {
      const shown = pages.reduce<readonly MessageView[]>(
        (messages, next) => appendNewest(messages, next).messages,
        first,
      );
      expect(new Set(keys(shown)).size).toBe(shown.length);
      const times = shown.map((message) => message.at);
      expect(times).toEqual([...times].sort((one, other) => one - other));
    }),
  );
});

describe('a segment in the middle', () => {
  it('grows downward without saying anything twice', () => {
    expect(keys(appendNewer([at(1), at(2)], [at(2), at(3)], new Set(['in:1', 'in:2'])))).toEqual([
      'in:1',
      'in:2',
      'in:3',
    ]);
  });

  it('takes a newer answer for what both have, and nothing beyond', () => {
    const fresh = [at(1), at(2, { text: 'changed' }), at(3), at(5), at(6)];
    const shown = replaceInside([at(2), at(3), at(4), at(5)], fresh);
    expect(keys(shown)).toEqual(['in:2', 'in:3', 'in:5']);
    expect(shown[0]?.text).toBe('changed');
  });

  it('stays where the answer is about something else', () => {
    const shown = [at(2), at(3)];
    expect(replaceInside(shown, [at(8)])).toBe(shown);
  });
});

import { describe, expect, it } from 'vitest';
import { Thread } from '#renderer/features/thread/conversation.svelte.ts';
import { buildMessage, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

function write(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    return buildMessage({ key: `in:${String(id)}`, at: id * 1_000, text: `Text ${String(id)}` });
  });
}

/** `above` messages, then `missing` that only the service has, then `below`. */
async function setUp({ above, missing, below }: { above: number; missing: number; below: number }) {
  const bridge = new FakeBridge();
  bridge.data.messages.set(1, [...write(1, above), ...write(above + missing + 1, below)]);
  bridge.data.missing.set(1, write(above + 1, missing));
  const thread = new Thread(bridge, 1);
  await thread.open({ unreadCount: 0, lastAt: null });
  const firstBelow = `in:${String(above + missing + 1)}`;
  return { bridge, thread, firstBelow, keys: () => thread.messages.map(({ key }) => key) };
}
const toKeys = (from: number, to: number) => write(from, to - from + 1).map(({ key }) => key);

describe('a gap of a thread', () => {
  it('stands above the message below it, and goes with what it lacked', async () => {
    const { bridge, thread, firstBelow, keys } = await setUp({ above: 5, missing: 3, below: 4 });
    expect(thread.gaps.find(firstBelow)).toEqual({ fromAt: 5_000, toAt: 9_000 });
    expect(thread.gaps.find('in:5')).toBeNull();
    await thread.gaps.fill(firstBelow);
    await untilAnswered();
    expect(bridge.inputsOf('messages.fillGap')).toEqual([{ chatId: 1, fromAt: 5_000, toAt: 9_000 }]);
    expect(keys()).toEqual(toKeys(1, 12));
    expect(thread.gaps.find(firstBelow)).toBeNull();
  });

  it('that lacks more than a page is closed without a hole, wherever it lies', async () => {
    for (const below of [4, 190]) {
      const { thread, firstBelow, keys } = await setUp({ above: 30, missing: 500, below });
      while (thread.messages[0]?.key !== 'in:1') await thread.loadOlder();
      await thread.gaps.fill(firstBelow);
      await untilAnswered();
      expect(keys()).toEqual(toKeys(1, 530 + below));
      expect(thread.gaps.find(firstBelow)).toBeNull();
    }
  });

  it('is closed without a hole far above what a change reaches', async () => {
    const { thread, firstBelow, keys } = await setUp({ above: 30, missing: 150, below: 400 });
    while (thread.messages[0]?.key !== 'in:1') await thread.loadOlder();
    await thread.gaps.fill(firstBelow);
    await untilAnswered();
    expect(keys()).toEqual(toKeys(1, 580));
  });

  it('is closed in a segment that somebody was led to', async () => {
    const { thread, firstBelow, keys } = await setUp({ above: 300, missing: 250, below: 300 });
    expect(await thread.jumpTo(firstBelow)).toBe(true);
    expect(thread.hasNewest).toBe(false);
    await thread.gaps.fill(firstBelow);
    await untilAnswered();
    const shown = keys();
    const first = Number(shown[0]?.slice(3));
    expect(first).toBeLessThan(301);
    expect(shown).toEqual(toKeys(first, first + shown.length - 1));
  });

  it('above the first message on screen is closed as one goes up', async () => {
    const { thread, firstBelow, keys } = await setUp({ above: 20, missing: 10, below: 60 });
    expect(keys()[0]).toBe(firstBelow);
    expect(thread.gaps.find(firstBelow)).not.toBeNull();
    await thread.gaps.fill(firstBelow);
    await untilAnswered();
    expect(keys()).toEqual(toKeys(1, 90));
    expect(thread.grewAbove).toBe(true);
    expect(thread.gaps.find(firstBelow)).toBeNull();
  });

  it('THREAD-6: stands where what came above it is not on screen yet', async () => {
    const { bridge, thread, firstBelow, keys } = await setUp({ above: 30, missing: 3, below: 300 });
    while (thread.messages[0]?.key !== 'in:1') await thread.loadOlder();
    // Filled from elsewhere, further up than a change reaches.
    await bridge.request('messages.fillGap', { chatId: 1, fromAt: null, toAt: Number.MAX_SAFE_INTEGER });
    await untilAnswered();
    expect(keys()).not.toContain('in:31');
    expect(thread.gaps.find(firstBelow)).not.toBeNull();
    await thread.gaps.fill(firstBelow);
    expect(keys()).toEqual(toKeys(1, 333));
  });

  it('is asked for once however often somebody presses', async () => {
    const { bridge, thread, firstBelow } = await setUp({ above: 5, missing: 3, below: 4 });
    const release = bridge.hold('messages.fillGap');
    const first = thread.gaps.fill(firstBelow);
    await thread.gaps.fill(firstBelow);
    expect(thread.gaps.isFilling(firstBelow)).toBe(true);
    release();
    await first;
    expect(bridge.inputsOf('messages.fillGap')).toHaveLength(1);
    expect(thread.gaps.isFilling(firstBelow)).toBe(false);
  });

  it('stays, with the reason, where the service gave nothing', async () => {
    const { bridge, thread, firstBelow } = await setUp({ above: 5, missing: 3, below: 4 });
    bridge.fail('messages.fillGap', toProblem('offline'));
    await thread.gaps.fill(firstBelow);
    expect(thread.gaps.findProblem(firstBelow)?.code).toBe('offline');
    expect(thread.gaps.find(firstBelow)).not.toBeNull();
    bridge.fail('messages.fillGap', null);
    await thread.gaps.fill(firstBelow);
    expect(thread.gaps.findProblem(firstBelow)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { Thread } from '#renderer/features/thread/conversation.svelte.ts';
import { buildMessage, buildSend, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

function write(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    return buildMessage({ key: `in:${String(id)}`, at: id * 1_000, text: `Text ${String(id)}` });
  });
}
function setUp(count = 400) {
  const bridge = new FakeBridge();
  bridge.data.messages.set(1, write(1, count));
  const thread = new Thread(bridge, 1);
  return { bridge, thread, keys: () => thread.messages.map(({ key }) => key) };
}
const quiet = { unreadCount: 0, lastAt: null };
const mine = (id: number) =>
  buildMessage({
    key: `send:${String(id)}`,
    direction: 'out',
    at: 900_000,
    send: buildSend({ id: String(id) }),
  });

describe('a thread that was opened at a message', () => {
  it('has that message in its middle, more on both sides, and not the newest', async () => {
    const { thread, keys } = setUp();
    expect(await thread.open(quiet, 'in:200')).toBe(true);
    expect(keys()).toHaveLength(60);
    expect(keys().indexOf('in:200')).toBeGreaterThan(20);
    expect(thread.jump).toEqual({ key: 'in:200' });
    expect(thread.above).toBe('more');
    expect(thread.hasNewest).toBe(false);
  });

  it('THREAD-1: grows on both sides without a gap or a repeat, to the newest', async () => {
    const { thread, keys } = setUp();
    await thread.open(quiet, 'in:200');
    await Promise.all([thread.loadOlder(), thread.loadNewer()]);
    while (!thread.hasNewest) await thread.loadNewer();
    while (thread.above !== 'beginning') await thread.loadOlder();
    expect(keys()).toEqual(write(1, 400).map(({ key }) => key));
    await thread.loadNewer();
    expect(thread.grewAbove).toBe(true);
  });

  it('THREAD-4: tells what arrives and leaves what is read alone', async () => {
    const { bridge, thread, keys } = setUp();
    await thread.open(quiet, 'in:200');
    const before = keys();
    bridge.arrive(1, ...write(401, 2));
    await untilAnswered();
    expect(keys()).toEqual(before);
    expect(thread.added.map(({ key }) => key)).toEqual(['in:401', 'in:402']);
    bridge.arrive(1, ...write(403, 1));
    await untilAnswered();
    expect(thread.added.map(({ key }) => key)).toEqual(['in:403']);
    expect(thread.hasNewest).toBe(false);
  });

  it('has what arrived once it has grown to the newest', async () => {
    const { bridge, thread, keys } = setUp(250);
    await thread.open(quiet, 'in:200');
    bridge.arrive(1, ...write(251, 1));
    await untilAnswered();
    while (!thread.hasNewest) await thread.loadNewer();
    expect(keys().at(-1)).toBe('in:251');
    bridge.arrive(1, ...write(252, 1));
    await untilAnswered();
    expect(keys().at(-1)).toBe('in:252');
  });

  it('takes in what changed in the segment on screen', async () => {
    const { bridge, thread } = setUp();
    await thread.open(quiet, 'in:200');
    const changed = write(1, 400).map((message) =>
      message.key === 'in:201' ? { ...message, text: 'changed' } : message,
    );
    bridge.data.messages.set(1, changed);
    bridge.emit('messages.changed', { chatIds: [1], everything: false });
    await untilAnswered();
    expect(thread.messages.find(({ key }) => key === 'in:201')?.text).toBe('changed');
    expect(thread.messages).toHaveLength(60);
  });

  it('goes back to the newest, as another segment', async () => {
    const { thread, keys } = setUp();
    await thread.open(quiet, 'in:200');
    const { segment } = thread;
    await thread.toNewest();
    expect(keys().at(-1)).toBe('in:400');
    expect(thread.hasNewest).toBe(true);
    expect(thread.jump).toEqual({ key: null });
    expect(thread.segment).toBeGreaterThan(segment);
  });

  it('goes to the newest when somebody writes', async () => {
    const { bridge, thread, keys } = setUp();
    await thread.open(quiet, 'in:200');
    bridge.arrive(1, mine(1));
    await untilAnswered();
    expect(keys().at(-1)).toBe('send:1');
    expect(thread.hasNewest).toBe(true);
  });

  it('does not go there for what others of the team write', async () => {
    const { bridge, thread } = setUp();
    await thread.open(quiet, 'in:200');
    bridge.arrive(1, { ...mine(1), key: 'out:1', send: null });
    await untilAnswered();
    expect(thread.hasNewest).toBe(false);
  });

  it('opens with the newest where the message is gone, and says so', async () => {
    const { thread, keys } = setUp();
    expect(await thread.open(quiet, 'in:999')).toBe(false);
    expect(keys().at(-1)).toBe('in:400');
    expect(thread.jump).toBeNull();
  });
});

describe('jumping in an open thread', () => {
  it('keeps the rows where the message is among them', async () => {
    const { thread } = setUp();
    await thread.open(quiet);
    const { segment } = thread;
    expect(await thread.jumpTo('in:390')).toBe(true);
    expect(thread.segment).toBe(segment);
    expect(thread.jump).toEqual({ key: 'in:390' });
    thread.endJump();
    expect(thread.jump).toBeNull();
  });

  it('takes the page around it where it is not, and stays where there is none', async () => {
    const { thread, keys } = setUp();
    await thread.open(quiet);
    expect(await thread.jumpTo('in:5')).toBe(true);
    expect(keys()).toContain('in:5');
    expect(thread.hasNewest).toBe(false);
    const before = keys();
    expect(await thread.jumpTo('in:999')).toBe(false);
    expect(keys()).toEqual(before);
  });

  it('THREAD-5: drops a page that was asked for another segment', async () => {
    const { bridge, thread, keys } = setUp();
    await thread.open(quiet, 'in:200');
    const releaseOlder = bridge.hold('messages.list');
    const older = thread.loadOlder();
    const releaseNewer = bridge.hold('messages.listNewer');
    const newer = thread.loadNewer();
    await thread.jumpTo('in:40');
    releaseOlder();
    releaseNewer();
    await Promise.all([older, newer]);
    expect(keys()).not.toContain('in:150');
    expect(keys()).not.toContain('in:250');
    expect(new Set(keys()).size).toBe(keys().length);
    await thread.loadNewer();
    await thread.loadOlder();
    const ids = keys().map((key) => Number(key.slice(3)));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });

  it('lets the newest wish win', async () => {
    const { bridge, thread, keys } = setUp();
    await thread.open(quiet);
    const release = bridge.hold('messages.listAround');
    const first = thread.jumpTo('in:40');
    await thread.toNewest();
    release();
    await first;
    expect(keys().at(-1)).toBe('in:400');
  });

  it('asks for the page below again when it did not come', async () => {
    const { bridge, thread } = setUp();
    await thread.open(quiet, 'in:200');
    bridge.fail('messages.listNewer', toProblem('disconnected'));
    await thread.loadNewer();
    expect(thread.messages).toHaveLength(60);
    bridge.fail('messages.listNewer', null);
    await thread.loadNewer();
    expect(thread.messages).toHaveLength(120);
  });
});

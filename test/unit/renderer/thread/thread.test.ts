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
function setUp(options: { cached: number; atService?: number }) {
  const bridge = new FakeBridge();
  const atService = options.atService ?? 0;
  bridge.data.service.set(1, write(1, atService));
  bridge.data.messages.set(1, write(atService + 1, options.cached));
  const thread = new Thread(bridge, 1);
  return { bridge, thread, keys: () => thread.messages.map(({ key }) => key) };
}
const unread = (unreadCount: number, lastAt: number | null = null) => ({ unreadCount, lastAt });

describe('a thread', () => {
  it('opens with its newest page', async () => {
    const { thread, keys } = setUp({ cached: 100 });
    await thread.open(unread(0));
    expect(keys()).toHaveLength(60);
    expect(keys().at(-1)).toBe('in:100');
    expect(thread.above).toBe('more');
  });

  it('THREAD-3: decides once where the new ones begin', async () => {
    const { bridge, thread } = setUp({ cached: 10 });
    await thread.open(unread(2));
    expect(thread.firstNewKey).toBe('in:9');
    bridge.arrive(1, ...write(11, 1));
    await untilAnswered();
    expect(thread.firstNewKey).toBe('in:9');
  });

  it('does not wait because the chat carries a slightly later time than its newest message', async () => {
    const { thread } = setUp({ cached: 10 });
    await thread.open(unread(1, 25_000));
    expect(thread.firstNewKey).toBe('in:10');
  });

  it('waits with the line until the unread ones are here', async () => {
    const { bridge, thread } = setUp({ cached: 10 });
    await thread.open(unread(2, 90_000));
    expect(thread.firstNewKey).toBeNull();
    bridge.arrive(1, ...write(11, 2));
    await untilAnswered();
    expect(thread.firstNewKey).toBe('in:11');
  });

  it('reaches far enough up to show where the new ones begin', async () => {
    const { thread } = setUp({ cached: 150 });
    await thread.open(unread(90));
    expect(thread.firstNewKey).toBe('in:61');
  });

  it('marks the first that comes while nobody looks, unless something was new already', async () => {
    const { thread } = setUp({ cached: 3 });
    await thread.open(unread(0));
    thread.markNewFrom('in:3');
    thread.markNewFrom('in:2');
    expect(thread.firstNewKey).toBe('in:3');
  });

  it('grows upward from the cache, then from the service, to the beginning', async () => {
    const { thread, keys } = setUp({ cached: 100, atService: 70 });
    await thread.open(unread(0));
    await thread.loadOlder();
    expect(keys()).toHaveLength(100);
    expect(thread.above).toBe('more');
    await thread.loadOlder();
    expect(keys()).toHaveLength(160);
    await thread.loadOlder();
    expect(keys()[0]).toBe('in:1');
    expect(thread.above).toBe('beginning');
    expect(new Set(keys()).size).toBe(170);
  });

  it('says that older ones did not come, and tries again', async () => {
    const { bridge, thread, keys } = setUp({ cached: 5, atService: 3 });
    await thread.open(unread(0));
    bridge.fail('messages.fetchOlder', toProblem('offline'));
    await thread.loadOlder();
    expect(thread.above).toBe('failed');
    expect(thread.aboveProblem?.code).toBe('offline');
    bridge.fail('messages.fetchOlder', null);
    await thread.loadOlder();
    expect(keys()[0]).toBe('in:1');
    expect(thread.above).toBe('beginning');
  });

  it('does not ask twice for the same page', async () => {
    const { bridge, thread } = setUp({ cached: 100 });
    await thread.open(unread(0));
    bridge.asked.length = 0;
    await Promise.all([thread.loadOlder(), thread.loadOlder()]);
    expect(bridge.inputsOf('messages.list')).toHaveLength(1);
  });

  it('asks on where what the service has next belongs between lone messages far up and the rest', async () => {
    const { bridge, thread, keys } = setUp({ cached: 5, atService: 3 });
    await thread.open(unread(0));
    bridge.fetchesWithin = 3;
    await thread.loadOlder();
    expect(bridge.inputsOf('messages.fetchOlder')).toHaveLength(4);
    expect(keys()[0]).toBe('in:1');
    expect(thread.above).toBe('beginning');
  });

  it('stops asking by itself when the service has more but gives nothing', async () => {
    const { bridge, thread } = setUp({ cached: 5, atService: 3 });
    await thread.open(unread(0));
    bridge.isStingy = true;
    await thread.loadOlder();
    expect(thread.above).toBe('failed');
  });

  it('takes in what changed by key', async () => {
    const { bridge, thread } = setUp({ cached: 2 });
    await thread.open(unread(0));
    bridge.data.messages.set(1, [...write(1, 1), buildMessage({ key: 'in:2', at: 2_000, text: 'changed' })]);
    bridge.emit('messages.changed', { chatIds: [1], everything: false });
    await untilAnswered();
    expect(thread.messages.map(({ text }) => text)).toEqual(['Text 1', 'changed']);
    expect(thread.added).toEqual([]);
  });

  it('THREAD-2: keeps older pages while new ones arrive, and names the arrivals', async () => {
    const { bridge, thread, keys } = setUp({ cached: 300 });
    await thread.open(unread(0));
    for (let page = 0; page < 4; page += 1) await thread.loadOlder();
    expect(keys()).toHaveLength(300);
    bridge.arrive(1, ...write(301, 2));
    await untilAnswered();
    expect(keys()).toHaveLength(302);
    expect(thread.added.map(({ key }) => key)).toEqual(['in:301', 'in:302']);
  });

  it('does not listen to other chats', async () => {
    const { bridge, thread } = setUp({ cached: 2 });
    await thread.open(unread(0));
    bridge.asked.length = 0;
    bridge.emit('messages.changed', { chatIds: [2], everything: false });
    await untilAnswered();
    expect(bridge.asked).toEqual([]);
  });

  it('takes in what changed while the first page was on its way', async () => {
    const { bridge, thread, keys } = setUp({ cached: 2 });
    const release = bridge.hold('messages.list');
    const opening = thread.open(unread(0));
    bridge.arrive(1, ...write(3, 1));
    release();
    await opening;
    await untilAnswered();
    expect(keys()).toEqual(['in:1', 'in:2', 'in:3']);
  });

  it('becomes the real chat when a provisional one does, without losing what was sent', async () => {
    const { bridge, thread, keys } = setUp({ cached: 0 });
    const sent = buildMessage({ key: 'send:a', direction: 'out', at: 1 });
    bridge.data.messages.set(1, [sent]);
    await thread.open(unread(0));
    bridge.data.messages.set(99, [sent, ...write(5, 1)]);
    thread.follow(99);
    await untilAnswered();
    expect(keys()).toEqual(['send:a', 'in:5']);
  });

  it('says that it could not be read', async () => {
    const { bridge, thread } = setUp({ cached: 2 });
    bridge.fail('messages.list', toProblem('disk'));
    await thread.open(unread(0));
    expect(thread.status).toBe('failed');
    bridge.fail('messages.list', null);
    await thread.open(unread(0));
    expect(thread.status).toBe('ready');
  });

  it('is opened again without a press once main is back', async () => {
    const { bridge, thread, keys } = setUp({ cached: 2 });
    bridge.fail('messages.list', toProblem('disconnected'));
    await thread.open(unread(0));
    expect(thread.status).toBe('failed');
    bridge.fail('messages.list', null);
    bridge.resync();
    await untilAnswered();
    expect(thread.status).toBe('ready');
    expect(keys()).toHaveLength(2);
  });

  it('STATE-5: ends its listeners, and a late answer changes nothing', async () => {
    const { bridge, thread, keys } = setUp({ cached: 2 });
    const release = bridge.hold('messages.list');
    const opening = thread.open(unread(0));
    thread.dispose();
    release();
    await opening;
    expect(keys()).toEqual([]);
    expect(bridge.listenerCount).toBe(0);
  });
});

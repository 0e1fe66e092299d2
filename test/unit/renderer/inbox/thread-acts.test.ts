import { describe, expect, it, vi } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { ThreadActs } from '#renderer/features/thread/thread-acts.ts';
import { CheckedMessages } from '#renderer/features/thread/thread-checked.svelte.ts';
import { OpenDetails } from '#renderer/features/thread/thread-details.svelte.ts';
import { DateJump } from '#renderer/features/thread/thread-jump.svelte.ts';
import { PrintJob } from '#renderer/features/thread/thread-print.svelte.ts';
import { Thread } from '#renderer/features/thread/thread.svelte.ts';
import { buildMessage, buildSend, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildDetails } from '#test/support/fake-thread.ts';

const texts = new Translator('en-GB');

function write(count: number, from = 1) {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    return buildMessage({ key: `in:${String(id)}`, at: id * 1_000, text: `Text ${String(id)}` });
  });
}

function setUp(count = 3) {
  const bridge = new FakeBridge();
  bridge.world.messages.set(1, write(count));
  const toasts = { show: vi.fn() };
  const composer = { putBack: vi.fn() };
  const newMessage = { putBack: vi.fn() };
  const options = {
    context: () => ({
      ...{ texts, name: 'Deborah', ownName: 'You' },
      formats: new Formats(texts, { timeFormat: null, currency: null, timeZone: 'UTC' }),
    }),
    ...{ chatId: () => 1, toasts, ids: new RequestIds(() => 'a'), composer, newMessage },
    writeClipboard: vi.fn(() => Promise.resolve()),
    startWriting: vi.fn(),
    onBack: vi.fn(),
    offerUndo: vi.fn(),
  };
  return { bridge, options, acts: new ThreadActs(bridge, options), messages: bridge.world.messages.get(1) ?? [] };
}

describe('acts on messages', () => {
  it('delete what the service has, with a way back', async () => {
    const { bridge, options, acts, messages } = setUp();
    expect(await acts.delete(messages.slice(0, 2))).toBe(true);
    expect(bridge.inputsOf('messages.delete')).toMatchObject([{ chatId: 1, keys: ['in:1', 'in:2'] }]);
    expect(options.offerUndo).toHaveBeenCalledWith({ undoId: 'undo-messages-1', text: '2 messages deleted' });
  });

  it('say what a deletion left out, and why', async () => {
    const { options, acts, messages } = setUp();
    const send = (state: 'held' | 'queued' | 'unknown') =>
      buildMessage({ key: `send:${state}`, direction: 'out', send: buildSend({ state }) });
    const left = [send('held'), send('queued'), send('unknown'), buildMessage({ key: 'note:1', kind: 'note' })];
    await acts.delete([...messages.slice(0, 2), ...left]);
    const text =
      '2 messages deleted. 2 not deleted: they have not left this computer. ' +
      '1 not deleted: whether it was sent is not known yet. ' +
      '1 not deleted: notes and lines of the log can’t be.';
    expect(options.offerUndo).toHaveBeenCalledWith({ undoId: 'undo-messages-1', text });
  });

  it('keep the id of a deletion whose answer got lost, so that it is done once', async () => {
    const { bridge, acts, messages } = setUp();
    bridge.fail('messages.delete', toProblem('disconnected'));
    expect(await acts.delete(messages)).toBe(false);
    bridge.fail('messages.delete', null);
    await acts.delete(messages);
    const [first, second] = bridge.inputsOf('messages.delete');
    expect(second?.requestId).toBe(first?.requestId);
  });

  it('ask main for nothing where nothing can be deleted, and say so', async () => {
    const { bridge, options, acts } = setUp();
    expect(await acts.delete([buildMessage({ kind: 'note' })])).toBe(false);
    expect(bridge.inputsOf('messages.delete')).toEqual([]);
    expect(options.toasts.show).toHaveBeenCalledWith('1 not deleted: notes and lines of the log can’t be.', {
      tone: 'fault',
    });
  });

  it('say why the clipboard took nothing', async () => {
    const { options, acts, messages } = setUp();
    options.writeClipboard.mockRejectedValueOnce(new Error('Not allowed.'));
    await acts.copy(messages.slice(0, 1));
    expect(options.toasts.show).toHaveBeenCalledWith('Nothing was copied. Not allowed.', { tone: 'fault' });
  });

  it('begin no message with nothing', () => {
    const { options, acts } = setUp();
    expect(acts.forward([buildMessage({ kind: 'call', text: '' })])).toBe(false);
    expect(options.startWriting).not.toHaveBeenCalled();
  });
});

describe('checked messages', () => {
  it('stand in the order of the thread, and those that went are not among them', () => {
    let shown = write(3);
    const checked = new CheckedMessages(() => shown);
    checked.toggle('in:3');
    checked.toggle('in:1');
    expect(checked.messages.map(({ key }) => key)).toEqual(['in:1', 'in:3']);
    shown = shown.slice(1);
    checked.toggle('in:2');
    expect(checked.messages.map(({ key }) => key)).toEqual(['in:2', 'in:3']);
    checked.clear();
    expect(checked.isAny).toBe(false);
  });
});

describe('details of a message', () => {
  it('are asked again when its chat changed, and a late answer about another one is not taken', async () => {
    const { bridge } = setUp();
    bridge.thread.details.set('in:1', buildDetails({ reference: 'one' }));
    bridge.thread.details.set('in:2', buildDetails({ reference: 'two' }));
    const details = new OpenDetails(bridge, { chatId: 1 });
    await Promise.all([details.open('in:1'), details.open('in:2')]);
    expect(details.details?.reference).toBe('two');
    bridge.thread.details.set('in:2', buildDetails({ reference: 'new' }));
    bridge.emit('messages.changed', { chatIds: [1], everything: false });
    await vi.waitFor(() => expect(details.details?.reference).toBe('new'));
    details.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});

describe('the way to a date', () => {
  it('leads to the first message of then, and says whether that is certain', async () => {
    const { bridge } = setUp(200);
    const thread = new Thread(bridge, 1);
    await thread.open({ unreadCount: 0, lastAt: null });
    const jump = new DateJump(bridge);
    expect(await jump.go(3_500, 1, thread)).toBe('certain');
    expect(thread.jump).toEqual({ key: 'in:4' });
    bridge.thread.isCertain = false;
    expect(await jump.go(5_000, 1, thread)).toBe('uncertain');
  });

  it('says that there is nothing so late, or why nobody knows', async () => {
    const { bridge } = setUp();
    const thread = new Thread(bridge, 1);
    await thread.open({ unreadCount: 0, lastAt: null });
    const jump = new DateJump(bridge);
    expect(await jump.go(9_000_000, 1, thread)).toBeNull();
    expect(jump.fault).toBe('nothing');
    bridge.fail('messages.findAt', toProblem('not-found'));
    expect(await jump.go(0, 1, thread)).toBeNull();
    expect(jump.fault).toMatchObject({ code: 'not-found' });
  });
});

describe('what is printed', () => {
  it('is all that is kept here, oldest first, and says whether that is all', async () => {
    const { bridge } = setUp(450);
    const job = new PrintJob(bridge, 1);
    await job.read();
    expect(job.messages.map(({ key }) => key)).toEqual(write(450).map(({ key }) => key));
    expect(job.isComplete).toBe(true);
    bridge.world.service.set(1, write(2, 900));
    const partly = new PrintJob(bridge, 1);
    await partly.read();
    expect(partly.isComplete).toBe(false);
  });

  it('ends where a page does not come', async () => {
    const { bridge } = setUp(450);
    bridge.fail('messages.list', toProblem('disconnected'));
    const job = new PrintJob(bridge, 1);
    await job.read();
    expect([job.state, job.problem?.code]).toEqual(['failed', 'disconnected']);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { Overlays } from '#renderer/app/overlays.svelte.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { CheckedMessages, MessageActions } from '#renderer/features/thread/message-actions.svelte.ts';
import { DateJump, PrintJob, ThreadDialogs } from '#renderer/features/thread/thread-dialogs.svelte.ts';
import { Thread } from '#renderer/features/thread/conversation.svelte.ts';
import { buildChat, buildMessage, buildSend, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
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
  bridge.data.messages.set(1, write(count));
  const messages = bridge.data.messages.get(1) ?? [];
  const toasts = { show: vi.fn() };
  const say = vi.fn();
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const screen = {
    ...{
      dialogs: new ThreadDialogs(new Overlays(() => null)),
      places: { go: vi.fn() },
      offerUndo: vi.fn(),
      forward: vi.fn(),
    },
    sendActions: { run: vi.fn(() => Promise.resolve()) },
  };
  const actions = new MessageActions({
    app: {
      ...{ bridge, toasts, announcer: { say }, requestIds: new RequestIds(() => 'a') },
      ...{ session: { view: null }, keys: { keyLabelsOf: () => [] }, link: 'live' },
      formats: new Formats(texts, { timeFormat: null, currency: null, timeZone: 'UTC' }),
    },
    ...{ texts, screen, chat: () => buildChat({ id: 1 }), focus: vi.fn() },
    conversation: { thread: { messages }, composer: { putBack: vi.fn() }, block: { isBlocked: false } },
  });
  return { bridge, toasts, say, writeText, screen, actions, messages };
}

afterEach(() => vi.unstubAllGlobals());

describe('what is done to messages', () => {
  it('deletes what the service has, offers to undo it, and checks none any more', async () => {
    const { bridge, screen, actions, messages } = setUp();
    actions.checked.toggle('in:1');
    await actions.delete(messages.slice(0, 2));
    expect(bridge.inputsOf('messages.delete')).toMatchObject([{ chatId: 1, keys: ['in:1', 'in:2'] }]);
    expect(screen.offerUndo).toHaveBeenCalledWith({ undoId: 'undo-messages-1', text: '2 messages deleted' });
    expect(actions.checked.isAny).toBe(false);
  });

  it('announces how many are selected, also that none is any more', () => {
    const { actions, say } = setUp();
    actions.toggle('in:1');
    actions.toggle('in:2');
    actions.uncheckAll();
    expect(say.mock.calls.flat()).toEqual(['1 message selected', '2 messages selected', 'No messages selected']);
  });

  it('says what a deletion left out, and why', async () => {
    const { screen, actions, messages } = setUp();
    const send = (state: 'held' | 'queued' | 'unknown') =>
      buildMessage({ key: `send:${state}`, direction: 'out', send: buildSend({ state }) });
    const left = [send('held'), send('queued'), send('unknown'), buildMessage({ key: 'note:1', kind: 'note' })];
    await actions.delete([...messages.slice(0, 2), ...left]);
    const text =
      '2 messages deleted. 2 not deleted: they haven’t been sent yet. ' +
      '1 not deleted: we don’t know yet whether it was sent. ' +
      '1 not deleted: notes and log entries can’t be deleted.';
    expect(screen.offerUndo).toHaveBeenCalledWith({ undoId: 'undo-messages-1', text });
  });

  it('keeps the id of a deletion whose answer got lost, so that it is done once', async () => {
    const { bridge, actions, messages } = setUp();
    actions.checked.toggle('in:1');
    bridge.fail('messages.delete', toProblem('disconnected'));
    await actions.delete(messages);
    expect(actions.checked.isAny).toBe(true);
    bridge.fail('messages.delete', null);
    await actions.delete(messages);
    const [first, second] = bridge.inputsOf('messages.delete');
    expect(second?.requestId).toBe(first?.requestId);
  });

  it('asks main for nothing where nothing can be deleted, and says so', async () => {
    const { bridge, toasts, actions } = setUp();
    actions.checked.toggle('in:1');
    await actions.delete([buildMessage({ kind: 'note' })]);
    expect(actions.checked.isAny).toBe(true);
    expect(bridge.inputsOf('messages.delete')).toEqual([]);
    expect(toasts.show).toHaveBeenCalledWith('1 not deleted: notes and log entries can’t be deleted.', {
      tone: 'fault',
    });
  });

  it('says why the clipboard took nothing', async () => {
    const { toasts, writeText, actions, messages } = setUp();
    writeText.mockRejectedValueOnce(new Error('Not allowed.'));
    await actions.copy(messages.slice(0, 1));
    expect(toasts.show).toHaveBeenCalledWith('Nothing was copied. Not allowed.', { tone: 'fault' });
  });

  it('begins no message with nothing', () => {
    const { screen, actions } = setUp();
    actions.checked.toggle('in:1');
    actions.forward([buildMessage({ kind: 'call', text: '' })]);
    expect(actions.checked.isAny).toBe(true);
    expect(screen.forward).not.toHaveBeenCalled();
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
    const { bridge, actions } = setUp();
    bridge.thread.details.set('in:1', buildDetails({ reference: 'one' }));
    bridge.thread.details.set('in:2', buildDetails({ reference: 'two' }));
    const { details } = actions;
    await Promise.all([details.open('in:1'), details.open('in:2')]);
    expect(details.details?.reference).toBe('two');
    bridge.thread.details.set('in:2', buildDetails({ reference: 'new' }));
    bridge.emit('messages.changed', { chatIds: [1], everything: false });
    await vi.waitFor(() => expect(details.details?.reference).toBe('new'));
    actions.dispose();
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
    bridge.data.service.set(1, write(2, 900));
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

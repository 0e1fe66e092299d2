import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { RefusedActions } from '#renderer/features/chat-actions/refused-actions.ts';
import { Toasts } from '#renderer/app/toasts.svelte.ts';
import { buildChat, FakeBridge } from '#test/support/fake-bridge.ts';

describe('changes to chats that the service refused', () => {
  const texts = new Translator('en-GB');
  const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
  let bridge: FakeBridge;
  let toasts: Toasts;
  let actions: RefusedActions;

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    bridge = new FakeBridge();
    const names = ['Tom', 'Ann', '', 'Gareth', 'Priya'];
    bridge.data.chats = names.map((name, index) =>
      buildChat({ id: index + 1, name, phone: `44770090031${String(index)}` }),
    );
    toasts = new Toasts();
    actions = new RefusedActions(bridge, { texts, formats: () => formats, toasts });
  });
  afterEach(() => {
    actions.dispose();
    toasts.dispose();
    vi.useRealTimers();
  });

  async function refuse(chatId: number, detail: string | null = null, fields = {}, code = 'forbidden'): Promise<void> {
    bridge.emit('chats.actionRefused', {
      chatId,
      action: 'pin',
      problem: { code, detail, fields, at: 0 },
    });
    await vi.advanceTimersByTimeAsync(10);
  }

  it('are told with the name of the chat, in the words of the service', async () => {
    await refuse(1, 'Not yours.', { ids: ['Not yours.'] });
    expect(toasts.current).toMatchObject({
      tone: 'fault',
      text: 'The service rejected the change to Tom’s chat, so we undid it. Not yours.',
    });
  });

  it('are told as what the service cannot do, where it has no such thing', async () => {
    await refuse(1, null, {}, 'absent');
    expect(toasts.current?.text).toBe(
      'This service can’t do that, so we undid the change to Tom’s chat and won’t offer it again.',
    );
    vi.advanceTimersByTime(7_000);
    await refuse(99, null, {}, 'absent');
    expect(toasts.current?.text).toContain('so we undid the change');
  });

  it('are told by the number of a chat without a name, and of a chat that is gone', async () => {
    await refuse(3, 'No.');
    expect(toasts.current?.text).toContain('the change to +44 7700 900312’s chat');
    vi.advanceTimersByTime(7_000);
    await refuse(99, 'No.');
    expect(toasts.current?.text).toBe('The service rejected a change to a chat, so we undid it. No.');
  });

  it('are told of texts that could not be deleted, which are back', async () => {
    bridge.emit('chats.actionRefused', {
      chatId: 2,
      action: 'delete-messages',
      problem: { code: 'forbidden', detail: 'Not yours.', fields: {}, at: 0 },
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(toasts.current?.text).toBe(
      'The service wouldn’t delete messages from Ann’s chat, so they’re back. Not yours.',
    );
  });

  it('of one act on many are told in one toast, for which only the names that are said are looked up', async () => {
    for (let chatId = 1; chatId <= 5; chatId += 1) {
      for (const action of ['status', 'block']) {
        bridge.emit('chats.actionRefused', {
          chatId,
          action,
          problem: { code: 'forbidden', detail: null, fields: {}, at: 0 },
        });
      }
    }
    await vi.advanceTimersByTimeAsync(10);
    expect(toasts.current?.text).toBe(
      'The service rejected 10 changes, so we undid them: Tom, Ann, +44 7700 900312 and 2 more.',
    );
    expect(bridge.inputsOf('chats.find').length).toBeLessThan(6);
    expect(toasts.current?.id).toBe(2);
  });

  it('are told together when several come, as after a long time offline', async () => {
    for (const chatId of [1, 2, 1, 4]) await refuse(chatId);
    expect(toasts.current?.text).toBe('The service rejected 4 changes, so we undid them: Tom, Ann and Gareth.');
    await refuse(5);
    expect(toasts.current?.text).toBe('The service rejected 5 changes, so we undid them: Tom, Ann, Gareth and 1 more.');
  });

  it('are told where a newer text undid them, by the name of whoever wrote', async () => {
    await refuse(1, null, {}, 'overtaken');
    expect(toasts.current).toMatchObject({ tone: 'news', text: 'Tom just texted, so the chat stays open and unread.' });
    await refuse(1, null, {}, 'overtaken');
    expect(toasts.current?.text).toBe('Tom just texted, so the chat stays open and unread.');
    vi.advanceTimersByTime(7_000);
    await refuse(99, null, {}, 'overtaken');
    expect(toasts.current?.text).toBe('Someone just texted, so the chat stays open and unread.');
  });

  it('are told in one sentence where newer texts undid many', async () => {
    for (let chatId = 1; chatId <= 5; chatId += 1) await refuse(chatId, null, {}, 'overtaken');
    expect(toasts.current?.text).toBe(
      'Tom, Ann, +44 7700 900312 and 2 more just texted, so 5 chats stay open and unread.',
    );
  });

  it('are told as mutes that came too late, beside what else became known', async () => {
    await refuse(2, null, {}, 'mute-too-late');
    expect(toasts.current?.text).toBe('Ann wasn’t muted again: the mute had less than an hour left.');
    await refuse(1, null, {}, 'overtaken');
    expect(toasts.current?.text).toBe(
      'Tom just texted, so the chat stays open and unread. Ann wasn’t muted again: the mute had less than an hour left.',
    );
    await refuse(4, 'No.');
    expect(toasts.current).toMatchObject({ tone: 'fault' });
  });

  it('begin anew once the toast has gone or another has taken its place', async () => {
    await refuse(1, 'No.');
    vi.advanceTimersByTime(7_000);
    await refuse(2, 'No.');
    expect(toasts.current?.text).toContain('the change to Ann’s chat');
    toasts.show('Something else');
    await refuse(4, 'No.');
    expect(toasts.current?.text).toContain('the change to Gareth’s chat');
  });

  it('are not listened for any more once disposed', () => {
    actions.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});

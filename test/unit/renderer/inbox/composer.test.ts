import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Drafts } from '#renderer/state/composer-drafts.ts';
import { Composer } from '#renderer/state/composer.svelte.ts';
import { buildChat, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

const PHONE = '447700900318';

function setUp(stored: string | null = null) {
  const bridge = new FakeBridge();
  bridge.world.chats = [buildChat({ phone: PHONE })];
  const problems: string[] = [];
  const drafts = new Drafts(bridge, ({ code }) => problems.push(code));
  const open = (copy = stored) => new Composer(bridge, { phone: PHONE, stored: copy, drafts });
  return { bridge, drafts, problems, open, composer: open() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a draft', () => {
  it('is restored', () => {
    expect(setUp('Bella’s bloods are back').composer.text).toBe('Bella’s bloods are back');
  });

  it('is saved within 300 ms of a pause, not on every key', async () => {
    const { bridge, composer } = setUp();
    for (const text of ['H', 'He', 'Hel']) {
      composer.text = text;
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(bridge.inputsOf('drafts.save')).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(bridge.inputsOf('drafts.save')).toEqual([{ phone: PHONE, text: 'Hel' }]);
  });

  it('is saved at once when the chat is left, and not again', async () => {
    const { bridge, composer } = setUp();
    composer.text = 'Half a thought';
    await composer.leave();
    expect(bridge.world.drafts.get(PHONE)).toBe('Half a thought');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bridge.inputsOf('drafts.save')).toHaveLength(1);
  });

  it('is there after coming back, also when the list still has the older copy', async () => {
    const { composer, open } = setUp('old');
    composer.text = 'newer';
    await composer.leave();
    expect(open('old').text).toBe('newer');
  });

  it('says when it could not be kept', async () => {
    const { bridge, composer, problems } = setUp();
    bridge.fail('drafts.save', toProblem('disk'));
    composer.text = 'x';
    await vi.advanceTimersByTimeAsync(300);
    expect(problems).toEqual(['disk']);
  });
});

describe('sending', () => {
  it('empties the field at once and hands the text over once', async () => {
    const { bridge, composer } = setUp();
    composer.text = ' On our way \n';
    const sending = composer.send();
    expect(composer.text).toBe('');
    expect(await sending).toEqual({ kind: 'sent', sendId: 's1', chatId: 1 });
    expect(bridge.inputsOf('sends.create')).toMatchObject([{ phone: `+${PHONE}`, text: 'On our way', from: null }]);
    expect(bridge.world.drafts.get(PHONE)).toBe('');
  });

  it('sends nothing that is empty', async () => {
    const { bridge, composer } = setUp();
    composer.text = ' \n ';
    expect(await composer.send()).toEqual({ kind: 'empty' });
    expect(bridge.asked).toEqual([]);
  });

  it('puts the text back when it could not be kept, before what was typed since', async () => {
    const { bridge, composer } = setUp();
    bridge.fail('sends.create', toProblem('disk'));
    composer.text = 'First';
    const sending = composer.send();
    composer.text = 'Second';
    expect(await sending).toMatchObject({ kind: 'failed', problem: { code: 'disk' } });
    expect(composer.text).toBe('First\nSecond');
  });

  it('does not send over six parts, and says by how much', async () => {
    const { bridge, composer } = setUp();
    composer.text = 'a'.repeat(932);
    expect(composer.over).toBe(14);
    expect(await composer.send()).toEqual({ kind: 'too-long' });
    expect(bridge.inputsOf('sends.create')).toEqual([]);
  });

  it('does not send twice while the first is on its way', async () => {
    const { bridge, composer } = setUp();
    const release = bridge.hold('sends.create');
    composer.text = 'One';
    const first = composer.send();
    composer.text = 'Two';
    expect(await composer.send()).toEqual({ kind: 'busy' });
    release();
    await first;
    expect(composer.text).toBe('Two');
  });
});

describe('Unicode', () => {
  it('names the character that can be replaced before one that cannot', () => {
    const { composer } = setUp();
    composer.text = '🐶 it’s here';
    expect(composer.cause).toMatchObject({ character: '’', replacement: "'" });
    if (composer.cause !== null) composer.replaceCause(composer.cause);
    expect(composer.text).toBe("🐶 it's here");
    expect(composer.cause).toMatchObject({ character: '🐶', replacement: null });
  });

  it('is explained once: what was read away stays away until the text is empty', () => {
    const { composer } = setUp();
    composer.text = '🐶';
    composer.dismissCause();
    expect(composer.cause).toBeNull();
    composer.text = '🐶🐶';
    expect(composer.cause).toBeNull();
    composer.text = '';
    composer.text = '🐶';
    expect(composer.cause).not.toBeNull();
  });
});

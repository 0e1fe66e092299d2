import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Drafts } from '#renderer/features/composer/drafts.ts';
import { Composer } from '#renderer/features/composer/composer.svelte.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { buildChat, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';

const PHONE = '447700900318';

function setUp(stored: string | null = null) {
  const bridge = new FakeBridge();
  bridge.data.chats = [buildChat({ phone: PHONE })];
  const problems: string[] = [];
  const drafts = new Drafts(bridge, ({ code }) => problems.push(code));
  const tools = buildWritingTools(bridge, { drafts });
  const open = (copy = stored) => new Composer(bridge, { ...tools, phone: PHONE, stored: copy, filesCount: 0 });
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
    expect(bridge.data.drafts.get(PHONE)).toBe('Half a thought');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bridge.inputsOf('drafts.save')).toHaveLength(1);
  });

  it('is there after coming back, also when the list still has the older copy', async () => {
    const { composer, open } = setUp('old');
    composer.text = 'newer';
    await composer.leave();
    expect(open('old').text).toBe('newer');
  });

  it('is what another window made of it, which may have sent it', async () => {
    const { bridge, composer } = setUp('Half');
    bridge.data.drafts.set(PHONE, 'Half a sentence');
    await composer.follow({ phone: PHONE, draft: 'Half a sentence' });
    expect(composer.text).toBe('Half a sentence');
    composer.text = 'A whole sentence';
    await vi.advanceTimersByTimeAsync(1_000);
    bridge.data.drafts.set(PHONE, '');
    await composer.follow({ phone: PHONE, draft: null });
    expect(composer.text).toBe('');
  });

  it('is not replaced while this window has something that main does not have', async () => {
    const { bridge, composer } = setUp('Half');
    bridge.data.drafts.set(PHONE, 'Written elsewhere');
    composer.text = 'Typed here';
    await composer.follow({ phone: PHONE, draft: 'Written elsewhere' });
    expect(composer.text).toBe('Typed here');
    bridge.fail('drafts.save', toProblem('disk'));
    await vi.advanceTimersByTimeAsync(1_000);
    await composer.follow({ phone: PHONE, draft: 'Written elsewhere' });
    expect(composer.text).toBe('Typed here');
  });

  it('is not replaced by an older copy: what was typed while main was asked stays', async () => {
    const { bridge, composer } = setUp('Half');
    bridge.data.drafts.set(PHONE, 'Written elsewhere');
    const release = bridge.hold('drafts.get');
    const following = composer.follow({ phone: PHONE, draft: 'Written elsewhere' });
    composer.text = 'Typed meanwhile';
    release();
    await following;
    expect(composer.text).toBe('Typed meanwhile');
    await vi.advanceTimersByTimeAsync(1_000);
    await composer.follow({ phone: PHONE, draft: 'Half' });
    expect(composer.text).toBe('Typed meanwhile');
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
    expect(bridge.data.drafts.get(PHONE)).toBe('');
  });

  it('sends nothing that is empty', async () => {
    const { bridge, composer } = setUp();
    composer.text = ' \n ';
    expect(await composer.send()).toEqual({ kind: 'empty' });
    expect(bridge.inputsOf('sends.create')).toEqual([]);
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
});

describe('SEND-ID: a text whose answer got lost', () => {
  const idsOf = (bridge: FakeBridge) => bridge.inputsOf('sends.create').map(({ requestId }) => requestId);
  async function loseAnswer(code = 'disconnected') {
    const set = setUp();
    set.bridge.fail('sends.create', toProblem(code));
    set.composer.text = 'On our way';
    await set.composer.send();
    set.bridge.fail('sends.create', null);
    return set;
  }

  it.each(['disconnected', 'bug', 'timeout', 'something-new'])('is the same text to main after %s', async (code) => {
    const { bridge, composer } = await loseAnswer(code);
    expect(composer.text).toBe('On our way');
    expect(await composer.send()).toMatchObject({ kind: 'sent' });
    const [first, second] = idsOf(bridge);
    expect(second).toBe(first);
  });

  it.each(['validation', 'disk', 'unauthorized'])('is a new one after %s, which was an answer', async (code) => {
    const { bridge, composer } = await loseAnswer(code);
    await composer.send();
    expect(new Set(idsOf(bridge)).size).toBe(2);
  });

  it('is a new one after its id was refused as used for another, and stays in the field until then', async () => {
    const { bridge, composer } = await loseAnswer();
    bridge.fail('sends.create', { ...toProblem('validation'), fields: { requestId: ['used'] } });
    expect(await composer.send()).toMatchObject({ kind: 'failed' });
    expect(composer.text).toBe('On our way');
    bridge.fail('sends.create', null);
    expect(await composer.send()).toMatchObject({ kind: 'sent' });
    const [first, second, third] = idsOf(bridge);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it('stays the same after leaving the chat, other words tried, and as often as the answer is lost', async () => {
    const { bridge, open, composer } = await loseAnswer();
    bridge.fail('sends.create', toProblem('disconnected'));
    composer.text = 'On our way!';
    await composer.send();
    await composer.leave();
    const again = open();
    for (const text of ['On our way', ' On our way ']) {
      again.text = text;
      await again.send();
    }
    const [first, other, third, fourth] = idsOf(bridge);
    expect([third, fourth]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  it('is a second one once the first was answered, or once it was given up', async () => {
    const { bridge, composer } = await loseAnswer();
    await composer.send();
    composer.text = 'On our way';
    bridge.fail('sends.create', toProblem('disconnected'));
    await composer.send();
    composer.text = '';
    composer.text = 'On our way';
    await composer.send();
    const ids = idsOf(bridge);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(3);
  });

  it('is a new one when another text went to that person in between', async () => {
    const { bridge, composer } = await loseAnswer();
    for (const text of ['Running late', 'On our way']) {
      composer.text = text;
      await composer.send();
    }
    expect(new Set(idsOf(bridge)).size).toBe(3);
  });

  it('has nothing to do with the same words to somebody else, or from another account', async () => {
    const bridge = new FakeBridge();
    bridge.fail('sends.create', toProblem('disconnected'));
    let account = 'northgate';
    const ids = new RequestIds(() => account);
    const tools = buildWritingTools(bridge, { ids });
    const write = async (phone: string) => {
      const composer = new Composer(bridge, { ...tools, phone, stored: 'Yes', filesCount: 0 });
      await composer.send();
    };
    await write(PHONE);
    await write('447700900319');
    account = 'southgate';
    await write('447700900320');
    await write('447700900320');
    const [one, other, third, fourth] = idsOf(bridge);
    expect(new Set([one, other, third]).size).toBe(3);
    expect(fourth).toBe(third);
    const elsewhere = new Composer(bridge, { ...tools, phone: PHONE, stored: null, filesCount: 0 });
    elsewhere.text = 'Yes';
    await elsewhere.send();
    expect(idsOf(bridge).at(-1)).not.toBe(one);
  });
});

describe('Unicode', () => {
  const LONG = 'a'.repeat(70);

  it('is named where it costs a part, and one press makes every such character plain', () => {
    const { composer } = setUp();
    composer.text = '“It’s here” – at last';
    expect(composer.longer).toBeNull();
    composer.text = `“It’s here” – ${LONG}`;
    expect(composer.longer).toMatchObject({ kind: 'plain', causes: [{ character: '“' }, { character: '’' }, {}, {}] });
    composer.makePlain();
    expect(composer.text).toBe(`"It's here" - ${LONG}`);
    expect(composer.longer).toBeNull();
  });

  it('is not offered to be made plain where an emoji makes it pointless', () => {
    const { composer } = setUp();
    composer.text = `🐶 it’s ${LONG}`;
    expect(composer.longer).toEqual({ kind: 'kept', character: '🐶' });
  });

  it('is explained once: what was read away stays away until the text is empty', () => {
    const { composer } = setUp();
    composer.text = `🐶${LONG}`;
    composer.dismissLonger();
    expect(composer.longer).toBeNull();
    composer.text = `🐶🐶${LONG}`;
    expect(composer.longer).toBeNull();
    composer.text = '';
    composer.text = `🐶${LONG}`;
    expect(composer.longer).not.toBeNull();
  });
});

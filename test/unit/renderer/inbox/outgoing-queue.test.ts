import { describe, expect, it } from 'vitest';
import { Drafts } from '#renderer/features/composer/drafts.ts';
import { Composer } from '#renderer/features/composer/composer.svelte.ts';
import { buildChat, buildFile, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const PHONE = '447700900318';
const OTHER = '447700900319';

/** A composer whose main takes its time over each text. */
function setUp() {
  const bridge = new FakeBridge();
  bridge.data.chats = [buildChat({ phone: PHONE })];
  const drafts = new Drafts(bridge, () => undefined);
  const screen: { shown: Composer | null } = { shown: null };
  const tools = buildWritingTools(bridge, { drafts, findShown: () => screen.shown });
  const open = (phone = PHONE) => new Composer(bridge, { ...tools, phone, stored: null, filesCount: 0 });
  const composer = open();
  const release = bridge.hold('sends.create');
  const send = (text: string, by = composer) => {
    by.text = text;
    return by.send();
  };
  const readSent = () => bridge.inputsOf('sends.create').map(({ text }) => text);
  return { bridge, drafts, screen, open, composer, release, send, readSent };
}

describe('a text that is sent before main has answered to the one before', () => {
  it('leaves the field at once and follows it, and what is written next is a text of its own', async () => {
    const { composer, release, send, readSent } = setUp();
    const [first, second] = [send('One'), send('Two')];
    const nothing = composer.send();
    expect(composer.text).toBe('');
    composer.text = 'Thr';
    expect([readSent(), await nothing]).toEqual([['One'], { kind: 'empty' }]);
    release();
    expect(await first).toMatchObject({ kind: 'sent', sendId: 's1' });
    expect(await second).toMatchObject({ kind: 'sent', sendId: 's2' });
    expect([readSent(), composer.text]).toEqual([['One', 'Two'], 'Thr']);
  });

  it('is in the draft until main has it', async () => {
    const { bridge, drafts, composer, release, send } = setUp();
    const sending = [send('One'), send('Two')];
    composer.text = 'Thr';
    const leaving = drafts.saveAll();
    await untilAnswered();
    expect(bridge.data.drafts.get(PHONE)).toBe('One\nTwo\nThr');
    release();
    await Promise.all([...sending, leaving]);
    expect(bridge.data.drafts.get(PHONE)).toBe('Thr');
  });

  it('comes back with it, in order and before what is written since', async () => {
    const { bridge, composer, release, send, readSent } = setUp();
    bridge.fail('sends.create', toProblem('disk'));
    const sending = [send('One'), send('Two'), send('Three')];
    composer.text = 'Fo';
    release();
    expect((await Promise.all(sending)).map(({ kind }) => kind)).toEqual(['failed', 'back', 'back']);
    expect([composer.text, readSent()]).toEqual(['One\nTwo\nThree\nFo', ['One']]);
    bridge.fail('sends.create', null);
    expect(await composer.send()).toMatchObject({ kind: 'sent' });
    expect(readSent().at(-1)).toBe('One\nTwo\nThree\nFo');
  });

  it('comes back alone where only that one is refused', async () => {
    const { bridge, composer, release, send, readSent } = setUp();
    const [first, second] = [send('One'), send('Two')];
    await untilAnswered();
    release();
    const releaseSecond = bridge.hold('sends.create');
    expect(await first).toMatchObject({ kind: 'sent' });
    bridge.fail('sends.create', toProblem('disk'));
    releaseSecond();
    expect([await second, composer.text]).toMatchObject([{ kind: 'failed' }, 'Two']);
    expect(readSent()).toEqual(['One', 'Two']);
  });

  it('does not wait for one to somebody else', async () => {
    const { open, release, send, readSent } = setUp();
    const sending = [send('One'), send('Hello', open(OTHER))];
    expect(readSent()).toEqual(['One', 'Hello']);
    release();
    await Promise.all(sending);
  });

  it('goes once, in order, where the chat was left and opened again meanwhile', async () => {
    const { open, composer, release, send, readSent } = setUp();
    const sending = [send('One'), send('Two')];
    void composer.leave();
    const again = open();
    expect(again.text).toBe('');
    sending.push(send('Three', again));
    release();
    await Promise.all(sending);
    expect([readSent(), again.text]).toEqual([['One', 'Two', 'Three'], '']);
  });

  it.each(['on screen', 'nowhere'] as const)('comes back to where the chat is written to now: %s', async (where) => {
    const { bridge, screen, open, composer, release, send } = setUp();
    bridge.fail('sends.create', toProblem('disk'));
    const sending = [send('One'), send('Two')];
    composer.text = 'Begun';
    void composer.leave();
    if (where === 'on screen') {
      screen.shown = open();
      screen.shown.text = 'Begun and more';
    }
    release();
    await Promise.all(sending);
    const written = where === 'on screen' ? 'Begun and more' : 'Begun';
    expect((screen.shown ?? open()).text).toBe(`One\nTwo\n${written}`);
  });

  it('comes back with its files, which were not shown meanwhile', async () => {
    const { bridge, composer, release, send } = setUp();
    bridge.data.files.set(PHONE, [buildFile({ id: 'a', name: 'a.pdf' })]);
    await composer.files.load();
    bridge.fail('sends.create', toProblem('disk'));
    const sending = [send('One'), send('Two')];
    composer.files.follow(0);
    await composer.files.load();
    expect(composer.files.items).toEqual([]);
    release();
    await Promise.all(sending);
    expect(composer.files.items.map(({ name }) => name)).toEqual(['a.pdf']);
  });

  it('is not handed over once the account is left: it stays in the draft of that account', async () => {
    const { bridge, drafts, release, send, readSent } = setUp();
    const sending = [send('One'), send('Two')];
    void drafts.saveAll();
    drafts.dispose();
    await untilAnswered();
    const saved = bridge.inputsOf('drafts.save').length;
    release();
    expect(await Promise.all(sending)).toMatchObject([{ kind: 'sent' }, { kind: 'back' }]);
    expect([readSent(), bridge.inputsOf('drafts.save').length]).toEqual([['One'], saved]);
    expect(bridge.data.drafts.get(PHONE)).toBe('One\nTwo');
  });

  it('comes back, too, where asking main breaks altogether', async () => {
    const { drafts, composer } = setUp();
    const plain = { files: [], isStored: false, onTaken: () => Promise.resolve(), release: () => undefined };
    const bringBack = (all: readonly { readonly text: string }[]): void => {
      composer.text = all.map((one) => one.text).join(' ');
    };
    const leave = (text: string, handOver: () => Promise<never>) =>
      drafts.outgoing.send(PHONE, { ...plain, requestId: text, text, handOver, bringBack });
    const broken = leave('One', () => Promise.reject(new Error('gone')));
    const behind = leave('Two', () => Promise.reject(new Error('never asked')));
    await expect(broken).rejects.toThrow('gone');
    expect([await behind, composer.text]).toEqual([null, 'One Two']);
  });
});

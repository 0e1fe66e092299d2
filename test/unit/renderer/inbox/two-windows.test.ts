import { describe, expect, it } from 'vitest';
import { Drafts } from '#renderer/features/composer/drafts.ts';
import { Composer } from '#renderer/features/composer/composer.svelte.ts';
import { buildChat, FakeBridge } from '#test/support/fake-bridge.ts';
import { untilAnswered } from '#test/support/until-answered.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';

const PHONE = '447700900318';

/** Two windows on one main, with the same chat open. */
function setUp(stored = '') {
  const bridge = new FakeBridge();
  bridge.data.chats = [buildChat({ phone: PHONE })];
  bridge.data.drafts.set(PHONE, stored);
  const openWindow = () => {
    const drafts = new Drafts(bridge, () => undefined);
    const tools = buildWritingTools(bridge, { drafts });
    return { drafts, composer: new Composer(bridge, { ...tools, phone: PHONE, stored, filesCount: 0 }) };
  };
  const [one, other] = [openWindow(), openWindow()];
  const readDraft = () => bridge.data.drafts.get(PHONE) ?? '';
  /** Main tells both windows of the chat. */
  const tell = async () => {
    for (const { composer } of [one, other]) await composer.follow({ phone: PHONE, draft: readDraft() });
    await untilAnswered();
  };
  const type = async (window: typeof one, text: string) => {
    window.composer.text = text;
    await window.drafts.save(PHONE);
  };
  const readTexts = () => [one.composer.text, other.composer.text];
  const readConflicts = () => [one, other].map(({ composer }) => composer.conflict?.kind ?? null);
  return { bridge, one, other, readDraft, tell, type, readTexts, readConflicts };
}

/** Both wrote before either heard of the other: the first one's text is main's draft. */
async function setUpBothWriting() {
  const windows = setUp();
  const { one, other, type, tell } = windows;
  await type(one, 'From one');
  await type(other, 'From the other');
  await tell();
  return windows;
}

describe('two windows on one chat', () => {
  it('show what one of them writes', async () => {
    const { one, type, tell, readTexts, readConflicts } = setUp();
    await type(one, 'Half');
    await tell();
    await type(one, 'Half a sentence');
    await tell();
    expect([readTexts(), readConflicts()]).toEqual([
      ['Half a sentence', 'Half a sentence'],
      [null, null],
    ]);
  });

  it('keep what each of them wrote, and the one that main does not have says so', async () => {
    const { readTexts, readConflicts, readDraft, other } = await setUpBothWriting();
    expect([readTexts(), readDraft()]).toEqual([['From one', 'From the other'], 'From one']);
    expect([readConflicts(), other.drafts.hasUnsaved]).toEqual([[null, 'writing'], true]);
  });

  it('do not overwrite each other as one of them writes on', async () => {
    const { one, other, type, tell, readTexts, readDraft, readConflicts } = await setUpBothWriting();
    await type(other, 'From the other, more');
    await type(one, 'From one, more');
    await type(other, 'From the other, and more');
    await tell();
    expect([readTexts(), readDraft()]).toEqual([['From one, more', 'From the other, and more'], 'From one, more']);
    expect(readConflicts()).toEqual([null, 'writing']);
  });

  it('do not overwrite what the other wrote while a save failed', async () => {
    const { bridge, one, type, tell, readDraft, readConflicts } = setUp();
    await type(one, 'Half');
    bridge.connect(false);
    await type(one, 'Half a sentence');
    bridge.data.drafts.set(PHONE, 'From the other');
    bridge.connect(true);
    await tell();
    expect([readDraft(), one.composer.text]).toEqual(['From the other', 'Half a sentence']);
    expect(readConflicts()[0]).toBe('writing');
  });

  it('take what a save brought to main for the own one where its answer was lost', async () => {
    const { bridge, one, type, tell, readDraft, readConflicts } = setUp();
    await type(one, 'Half');
    const release = bridge.hold('drafts.save');
    const saving = type(one, 'Half a');
    await untilAnswered();
    bridge.connect(false);
    await saving;
    release();
    await untilAnswered();
    await type(one, 'Half a sentence');
    bridge.connect(true);
    await untilAnswered();
    await tell();
    expect([readDraft(), one.composer.text]).toEqual(['Half a sentence', 'Half a sentence']);
    expect([readConflicts(), one.drafts.hasUnsaved]).toEqual([[null, null], false]);
  });

  it('can take the text of the other, and have the own one back', async () => {
    const { other, tell, readTexts, readConflicts, readDraft, one } = await setUpBothWriting();
    await other.composer.swap();
    expect([readTexts(), readConflicts()]).toEqual([
      ['From one', 'From one'],
      [null, 'aside'],
    ]);
    await other.composer.swap();
    await other.drafts.save(PHONE);
    await tell();
    expect([readTexts(), readDraft()]).toEqual([['From one', 'From the other'], 'From the other']);
    expect([readConflicts(), one.drafts.hasUnsaved]).toEqual([['writing', null], true]);
  });

  it('can keep the own text: the other one stays where it was written, and is told', async () => {
    const { other, tell, readTexts, readConflicts, readDraft } = await setUpBothWriting();
    await other.composer.settle();
    await tell();
    expect([readTexts(), readDraft()]).toEqual([['From one', 'From the other'], 'From the other']);
    expect(readConflicts()).toEqual(['writing', null]);
  });

  it('empty the draft that is unchanged when one of them sends it', async () => {
    const { one, other, type, tell, readTexts } = setUp();
    await type(one, 'On our way');
    await tell();
    await other.composer.send();
    await tell();
    expect(readTexts()).toEqual(['', '']);
  });

  it('keep the other text when one of them sends, and main has it then', async () => {
    const { one, tell, readTexts, readConflicts, readDraft } = await setUpBothWriting();
    await one.composer.send();
    await tell();
    expect([readTexts(), readDraft(), readConflicts()]).toEqual([
      ['', 'From the other'],
      'From the other',
      [null, null],
    ]);
    await tell();
    expect(readTexts()[0]).toBe('From the other');
  });

  it('keep the text that another one took the place of when that is sent', async () => {
    const { other, tell, readTexts, readDraft, readConflicts } = await setUpBothWriting();
    await other.composer.settle();
    await tell();
    await other.composer.send();
    await tell();
    expect([readTexts()[0], readDraft(), readConflicts()[0]]).toEqual(['From one', 'From one', null]);
  });

  it('keep the draft of the one as the other sends what main does not have', async () => {
    const { other, tell, readTexts, readDraft } = await setUpBothWriting();
    await other.composer.send();
    await tell();
    expect([readTexts(), readDraft()]).toEqual([['From one', 'From one'], 'From one']);
  });

  it('go on from a draft that was there before', async () => {
    const { one, other, type, tell, readTexts, readConflicts } = setUp('Begun');
    await type(one, 'Begun here');
    await tell();
    await type(other, 'Begun here and there');
    await tell();
    expect([readTexts()[1], readConflicts()]).toEqual(['Begun here and there', ['writing', null]]);
    await one.composer.swap();
    expect(readTexts()).toEqual(['Begun here and there', 'Begun here and there']);
  });
});

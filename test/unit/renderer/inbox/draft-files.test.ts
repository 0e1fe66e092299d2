import { describe, expect, it } from 'vitest';
import { Composer } from '#renderer/features/composer/composer.svelte.ts';
import { DraftFiles, type GivenFile } from '#renderer/features/composer/draft-files.svelte.ts';
import { buildFile, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const PHONE = '447700900318';
const give = (name: string, sizeBytes = 3): GivenFile =>
  new File([new Uint8Array(sizeBytes)], name, { type: 'application/pdf' });

function setUp() {
  const bridge = new FakeBridge();
  const files = new DraftFiles(bridge, PHONE);
  const kept = () => (bridge.data.files.get(PHONE) ?? []).map(({ name }) => name);
  const shown = () => files.items.map(({ name, state }) => `${name} ${state}`);
  return { bridge, files, kept, shown };
}

describe('FILE-1: a file that is ready is in main’s draft', () => {
  it('is staged, brought and added, and keeps its place meanwhile', async () => {
    const { bridge, files, kept, shown } = setUp();
    files.add([give('a.pdf')]);
    const [key] = files.items.map((item) => item.key);
    expect(shown()).toEqual(['a.pdf adding']);
    await untilAnswered();
    expect(shown()).toEqual(['a.pdf ready']);
    expect(files.items[0]?.key).toBe(key);
    expect(kept()).toEqual(['a.pdf']);
    expect(bridge.inputsOf('files.stage')).toEqual([{ name: 'a.pdf', mimeType: 'application/pdf', sizeBytes: 3 }]);
  });

  it('stands there in the order in which it was given, however long each takes', async () => {
    const { bridge, files, kept } = setUp();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    bridge.uploadGate = promise;
    files.add([give('a.pdf', 9_000_000), give('b.pdf')]);
    await untilAnswered();
    bridge.uploadGate = Promise.resolve();
    await untilAnswered();
    resolve(undefined);
    await untilAnswered();
    await untilAnswered();
    expect(kept()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('is what main says once more where its count is another one', async () => {
    const { bridge, files, shown } = setUp();
    bridge.data.files.set(PHONE, [buildFile({ name: 'kept.pdf' })]);
    files.follow(0);
    await untilAnswered();
    expect(bridge.inputsOf('drafts.get')).toEqual([]);
    files.follow(1);
    await untilAnswered();
    expect(shown()).toEqual(['kept.pdf ready']);
    files.follow(1);
    expect(bridge.inputsOf('drafts.get')).toHaveLength(1);
  });

  it('is not forgotten by an answer from before it was added', async () => {
    const { bridge, files, shown } = setUp();
    bridge.data.files.set(PHONE, [buildFile({ id: 'old', name: 'old.pdf' })]);
    const answer = bridge.hold('drafts.get');
    void files.load();
    await untilAnswered();
    files.add([give('new.pdf')]);
    await untilAnswered();
    answer();
    await untilAnswered();
    expect(shown().sort()).toEqual(['new.pdf ready', 'old.pdf ready']);
  });
});

describe('FILE-2: a file that is taken out on its way is given up at main', () => {
  it('before its bytes are there', async () => {
    const { bridge, files, kept, shown } = setUp();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    bridge.uploadGate = promise;
    files.add([give('a.pdf')]);
    await untilAnswered();
    await files.remove(files.items[0]?.key ?? '');
    expect(shown()).toEqual([]);
    resolve(undefined);
    await untilAnswered();
    expect(bridge.inputsOf('files.release')).toHaveLength(1);
    expect(bridge.inputsOf('drafts.addFile')).toEqual([]);
    expect(kept()).toEqual([]);
  });

  it('while it is being added to the draft', async () => {
    const { bridge, files, kept } = setUp();
    const answer = bridge.hold('drafts.addFile');
    files.add([give('a.pdf')]);
    await untilAnswered();
    await files.remove(files.items[0]?.key ?? '');
    answer();
    await untilAnswered();
    expect(kept()).toEqual([]);
    expect(files.items).toEqual([]);
  });

  it('and stays where main could not take it out', async () => {
    const { bridge, files, shown } = setUp();
    files.add([give('a.pdf'), give('b.pdf')]);
    await untilAnswered();
    bridge.fail('drafts.removeFile', toProblem('disk'));
    expect(await files.remove(files.items[0]?.key ?? '')).toMatchObject({ code: 'disk' });
    expect(shown()).toEqual(['a.pdf ready', 'b.pdf ready']);
  });
});

describe('FILE-3: nothing is left out without a word', () => {
  it('more than five are counted; those that cannot go along take no room', async () => {
    const { files, shown } = setUp();
    files.add([give('a.pdf'), give('empty.pdf', 0)]);
    expect(files.refused).toMatchObject([{ name: 'empty.pdf', problem: { kind: 'empty' } }]);
    files.add(['b', 'c', 'd', 'e', 'f', 'g'].map((name) => give(`${name}.pdf`)));
    await untilAnswered();
    expect(files.count).toBe(5);
    expect(files.leftOut).toBe(2);
    expect(shown()).not.toContain('empty.pdf failed');
  });

  it('one that is too large moves no byte', async () => {
    const { bridge, files } = setUp();
    files.add([give('film.mp4', 10 * 1024 * 1024 + 1), give('all.pdf', 10 * 1024 * 1024)]);
    await untilAnswered();
    expect(files.items.map(({ name }) => name)).toEqual(['all.pdf']);
    expect(files.refused).toMatchObject([{ name: 'film.mp4', problem: { kind: 'too-large' } }]);
    expect(bridge.inputsOf('files.stage')).toHaveLength(1);
  });

  it('one that the system does not let be read says so, and holds up no other', async () => {
    const { bridge, files, shown } = setUp();
    const { promise, reject } = Promise.withResolvers<undefined>();
    bridge.uploadGate = promise;
    files.add([give('folder', 4_096), give('b.pdf')]);
    await untilAnswered();
    bridge.uploadGate = Promise.resolve();
    reject(new DOMException('A requested file could not be read', 'NotReadableError'));
    await untilAnswered();
    await untilAnswered();
    expect(shown()).toEqual(['b.pdf ready']);
    expect(files.refused).toMatchObject([{ name: 'folder', problem: { kind: 'unreadable' } }]);
    expect(bridge.inputsOf('files.release')).toHaveLength(1);
  });

  it('one whose type cannot be sent is never attached, and keeps no text back', async () => {
    const { bridge, files, shown } = setUp();
    const refusal = { ...toProblem('validation'), fields: { file: ['This file type can’t be sent.'] } };
    bridge.fail('drafts.addFile', refusal);
    files.add([give('setup.exe')]);
    await untilAnswered();
    expect(shown()).toEqual([]);
    expect(files.failed).toBeNull();
    expect(files.refused).toMatchObject([{ name: 'setup.exe', problem: { kind: 'said', error: refusal } }]);
    files.dismissRefused(files.refused[0]?.key ?? '');
    expect(files.refused).toEqual([]);
  });

  it('what could not be added says why, and goes along where it is tried again', async () => {
    const { bridge, files, shown } = setUp();
    bridge.fail('files.stage', toProblem('disconnected'));
    files.add([give('a.pdf')]);
    await untilAnswered();
    expect(files.failed?.problem).toMatchObject({ kind: 'said', error: { code: 'disconnected' } });
    bridge.fail('files.stage', null);
    files.retry(files.items[0]?.key ?? '');
    await untilAnswered();
    expect(shown()).toEqual(['a.pdf ready']);
  });
});

describe('FILE-4: no file follows a person into another account', () => {
  function leave() {
    const { bridge } = setUp();
    const { drafts } = buildWritingTools(bridge);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    bridge.uploadGate = promise;
    drafts.files(PHONE).add([give('a.pdf')]);
    return { bridge, drafts, arrive: () => resolve(undefined) };
  }

  it('what is on its way is there before the account is left', async () => {
    const { bridge, drafts, arrive } = leave();
    const left: string[] = [];
    const leaving = drafts.saveAll().then(() => left.push('left'));
    await untilAnswered();
    expect(left).toEqual([]);
    arrive();
    await leaving;
    expect(bridge.data.files.get(PHONE)?.map(({ name }) => name)).toEqual(['a.pdf']);
  });

  it('what is not there by then is given up', async () => {
    const { bridge, drafts, arrive } = leave();
    await untilAnswered();
    drafts.dispose();
    arrive();
    await untilAnswered();
    expect(bridge.inputsOf('drafts.addFile')).toEqual([]);
    expect(bridge.inputsOf('files.release')).toHaveLength(1);
  });
});

describe('a text with files', () => {
  function write() {
    const bridge = new FakeBridge();
    const tools = buildWritingTools(bridge);
    const composer = new Composer(bridge, { ...tools, phone: PHONE, stored: null, filesCount: 0 });
    return { bridge, tools, composer };
  }

  it('sends their ids, in their order, and without a word as well', async () => {
    const { bridge, composer } = write();
    composer.attach([give('a.pdf'), give('b.pdf')]);
    await untilAnswered();
    const ids = composer.files.items.map(({ id }) => id);
    expect(await composer.send()).toMatchObject({ kind: 'sent' });
    expect(bridge.inputsOf('sends.create')).toMatchObject([{ text: '', fileIds: ids }]);
    expect(composer.files.items).toEqual([]);
  });

  it('has them back where it was not kept', async () => {
    const { bridge, composer } = write();
    composer.attach([give('a.pdf')]);
    await untilAnswered();
    bridge.fail('sends.create', toProblem('disk'));
    composer.text = 'Here';
    expect(await composer.send()).toMatchObject({ kind: 'failed' });
    expect(composer.files.items.map(({ name }) => name)).toEqual(['a.pdf']);
    expect(composer.text).toBe('Here');
  });

  it('has them once, whatever main told of the draft while the text was on its way', async () => {
    const { composer } = write();
    composer.attach([give('a.pdf')]);
    await untilAnswered();
    const { files } = composer;
    const shown = () => files.items.map(({ name }) => name);
    const refused = files.takeReady();
    // Something else changed in the chat: main still counts the file.
    files.follow(1);
    await untilAnswered();
    files.putBack(refused);
    expect(shown()).toEqual(['a.pdf']);
    const sent = files.takeReady();
    files.follow(1);
    await untilAnswered();
    files.forget(sent);
    expect(shown()).toEqual([]);
  });

  it('does not leave while one is on its way, or without one that could not be added', async () => {
    const { bridge, composer } = write();
    composer.text = 'Here';
    composer.attach([give('a.pdf')]);
    expect(await composer.send()).toEqual({ kind: 'adding' });
    await untilAnswered();
    bridge.fail('drafts.addFile', toProblem('disk'));
    composer.attach([give('b.pdf')]);
    await untilAnswered();
    expect(await composer.send()).toMatchObject({ kind: 'bad-file', file: { name: 'b.pdf' } });
    expect(bridge.inputsOf('sends.create')).toEqual([]);
  });

  it('with other files is not the same text to main after a lost answer', async () => {
    const { bridge, composer } = write();
    bridge.fail('sends.create', toProblem('disconnected'));
    composer.text = 'Here';
    await composer.send();
    composer.attach([give('a.pdf')]);
    await untilAnswered();
    await composer.send();
    await composer.send();
    const [plain, withFile, again] = bridge.inputsOf('sends.create').map(({ requestId }) => requestId);
    expect(withFile).not.toBe(plain);
    expect(again).toBe(withFile);
  });

  it('is as long as it will be with their links, and costs as much', async () => {
    const { bridge, tools } = write();
    bridge.sending.price = { amount: 0.04, currency: 'GBP' };
    const composer = new Composer(bridge, { ...tools, phone: PHONE, stored: 'a'.repeat(150), filesCount: 0 });
    await untilAnswered();
    expect(composer.price).toEqual({ amount: 0.04, currency: 'GBP' });
    composer.attach([give('a.pdf')]);
    expect(composer.measure.parts).toBe(2);
    expect(composer.price).toEqual({ amount: 0.08, currency: 'GBP' });
  });

  it('goes along to another number, with what was begun to that one', async () => {
    const { bridge, composer } = write();
    const other = '447700900319';
    bridge.data.drafts.set(other, 'Begun');
    bridge.data.files.set(other, [buildFile({ id: 'there', name: 'there.pdf' })]);
    composer.attach([give('a.pdf')]);
    await untilAnswered();
    composer.address(other);
    await untilAnswered();
    expect(bridge.data.files.get(PHONE)).toEqual([]);
    expect(composer.files.items.map(({ name }) => name).sort()).toEqual(['a.pdf', 'there.pdf']);
    expect(composer.text).toBe('Begun');
  });

  it('leaves with its number what was begun to that one, and finds it there again', async () => {
    const { bridge, composer } = write();
    const [one, other] = ['447700900319', '447700900320'];
    bridge.data.drafts.set(one, 'Begun');
    const at = async (phone: string | null): Promise<string> => {
      composer.address(phone);
      await untilAnswered();
      return composer.text;
    };
    expect(await at(one)).toBe('Begun');
    expect(await at(null)).toBe('');
    expect(await at(other)).toBe('');
    expect(await at(one)).toBe('Begun');
    composer.text = 'Begun and more';
    expect(await at(other)).toBe('Begun and more');
  });
});

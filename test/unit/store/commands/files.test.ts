import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAppError } from '#shared/domain/app-error.ts';
import { toChatId, toFileId, toSendId } from '#shared/domain/ids.ts';
import { MOST_FILES } from '#shared/domain/sends.ts';
import type { SendState } from '#shared/domain/sends.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildChat, buildFile, buildMessage, buildSend, phoneOf } from '../builders.ts';

describe('files of texts (STORE-26)', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1)] });
  });
  afterEach(() => store.close());

  const phone = phoneOf(1);
  const id = toSendId('abc');
  const add = (...ids: string[]): void => {
    for (const name of ids) store.run('addDraftFile', { phone, file: buildFile(name), at: NOON });
  };
  const send = (...ids: string[]): void =>
    store.run('createSend', { send: buildSend('abc', { state: 'held', files: ids.map((name) => buildFile(name)) }) });
  const inDraft = () => store.ask('getDraft', { phone }).files.map((file) => file.id);
  const inSend = () => store.ask('findSend', { sendId: id })?.files.map((file) => file.id) ?? null;
  const upload = (fileId: string): void =>
    store.run('setFileUploaded', { fileId: toFileId(fileId), href: `click/${fileId}` });
  const entry = () => store.ask('getLedgerEntry', { sendId: id });

  it('stand in a draft in the order in which they were added, and are told of on the chat', () => {
    add('b', 'a');
    expect(store.changes).toMatchObject({ outbox: true, chatIds: [1] });
    store.run('saveDraft', { phone, text: 'Look', at: NOON });
    expect(store.ask('getDraft', { phone })).toEqual({
      text: 'Look',
      files: ['b', 'a'].map((name) => ({
        ...{ id: name, name: `${name}.png`, mimeType: 'image/png', sizeBytes: 1_234, isUploaded: false },
      })),
    });
    expect(store.ask('findChat', { chatId: toChatId(1), phone: null })).toMatchObject({ draftFilesCount: 2 });
    expect(store.ask('getDraft', { phone: phoneOf(2) })).toEqual({ text: '', files: [] });
  });

  it('are counted on the chat of a draft without words too, and nowhere else', () => {
    store.run('commitChats', { chats: [buildChat(2)] });
    add('a');
    const today = { todayAt: NOON, yesterdayAt: NOON, now: NOON };
    const { rows } = store.ask('listChats', {
      scope: { shelf: 'open', marks: [], listId: null },
      sort: 'newest',
      offset: 0,
      limit: 9,
      ...today,
    });
    expect(rows.map(({ id: chat, draft, draftFilesCount }) => [chat, draft, draftFilesCount])).toEqual([
      [1, null, 1],
      [2, null, 0],
    ]);
  });

  it('are so many at most in one draft', () => {
    const names = Array.from({ length: MOST_FILES }, (_, n) => `f${n}`);
    add(...names);
    const refused = (): void => add('more');
    expect(refused).toThrow(
      expect.toSatisfy((error) => isAppError(error, 'validation') && error.fields.file?.[0] === 'too-many'),
    );
    expect(inDraft()).toEqual(names);
  });

  it('go when a person takes them out, and only from their own draft', () => {
    add('a', 'b');
    store.run('removeDraftFile', { phone: phoneOf(2), fileId: toFileId('a') });
    expect([inDraft(), store.changes]).toEqual([['a', 'b'], null]);
    store.run('removeDraftFile', { phone, fileId: toFileId('a') });
    expect([inDraft(), store.changes?.chatIds]).toEqual([['b'], [1]]);
  });

  it('become those of the text that is sent, in the order in which it names them', () => {
    add('a', 'b', 'c');
    send('c', 'a');
    expect([inDraft(), inSend()]).toEqual([['b'], ['c', 'a']]);
    expect(store.ask('findSend', { sendId: id })?.files[0]).toEqual(buildFile('c'));
    expect(store.ask('listSends', { states: ['held'] })[0]?.files.map((file) => file.id)).toEqual(['c', 'a']);
  });

  it.each([
    ['was taken out meanwhile', ['a', 'gone']],
    ['is named twice', ['a', 'a']],
    ['is of another draft', ['other']],
  ])('hinder the text and change nothing where one %s', (_what, named) => {
    add('a', 'b');
    store.run('addDraftFile', { phone: phoneOf(2), file: buildFile('other'), at: NOON });
    expect(() => send(...named)).toThrow(expect.toSatisfy((error) => isAppError(error, 'not-found')));
    expect([inDraft(), inSend(), entry()]).toEqual([['a', 'b'], null, null]);
  });

  it('come back behind what the draft has by then, also beyond the most, when the text is taken out', () => {
    add('a', 'b');
    send('b', 'a');
    upload('a');
    add('c', 'd', 'e', 'f');
    const { files } = store.run('deleteSend', { sendId: id });
    expect(files).toEqual([buildFile('b'), buildFile('a', { href: 'click/a' })]);
    expect(inDraft()).toEqual(['c', 'd', 'e', 'f', 'b', 'a']);
    expect(store.ask('getDraft', { phone }).files.map((file) => file.isUploaded)).toEqual([
      ...[false, false, false, false, false, true],
    ]);
    expect(store.changes).toMatchObject({ chatIds: [1], sendIds: ['abc'], outbox: true });
  });

  it('are nothing where there is no such text', () => {
    expect(store.run('deleteSend', { sendId: id })).toEqual({ files: [] });
  });

  it('are uploaded once, which the text and its history show', () => {
    add('a', 'b');
    send('a', 'b');
    upload('b');
    expect(store.changes).toMatchObject({ sendIds: ['abc'], messageChatIds: [1] });
    upload('b');
    expect(store.changes).toBeNull();
    const shown = store.ask('listMessages', { chatId: toChatId(1), before: null, limit: 9 })?.items[0]?.send;
    expect(shown?.files.map((file) => [file.id, file.isUploaded])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(entry()?.files.map((file) => file.isUploaded)).toEqual([false, true]);
    expect(entry()?.events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['held', null],
      ['uploaded', 'b.png'],
    ]);
  });

  it('that are gone when their upload ends are no failure, and those of a draft keep where they are', () => {
    add('a');
    upload('nowhere');
    expect(store.changes).toBeNull();
    upload('a');
    expect(store.ask('getDraft', { phone }).files[0]?.isUploaded).toBe(true);
  });

  it('stand in the text that leaves, which is what thread, chat and message show then', () => {
    add('a');
    send('a');
    store.run('updateSend', { sendId: id, patch: { state: 'sending', sentText: 'Text of abc\nx/click/a' } });
    const line = () => store.ask('listMessages', { chatId: toChatId(1), before: null, limit: 9 })?.items[0];
    const chat = () => store.ask('findChat', { chatId: toChatId(1), phone: null });
    expect([line()?.text, chat()?.lastText]).toEqual(['Text of abc\nx/click/a', 'Text of abc\nx/click/a']);
    store.run('updateSend', { sendId: id, patch: { state: 'accepted', messageId: 50, acceptedAt: NOON } });
    store.run('commitAcceptedSend', { sendId: id });
    expect(line()).toMatchObject({ key: 'send:abc', text: 'Text of abc\nx/click/a', send: { createdAt: NOON } });
    expect(line()?.send?.files.map((file) => file.id)).toEqual(['a']);
  });

  it('are part of what finds the message of a text without a name', () => {
    add('a');
    send('a');
    const patch = { state: 'accepted', sentText: 'Text of abc\nx/click/a', attemptedAt: NOON } as const;
    store.run('updateSend', { sendId: id, patch });
    const page = [buildMessage('out:7', { text: 'Text of abc' }), buildMessage('out:8', { text: patch.sentText })];
    store.run('commitMessages', { messages: page, source: 'page' });
    expect(store.ask('findSend', { sendId: id })?.messageId).toBe(8);
    expect(entry()?.messageId).toBe(8);
  });

  it('are needed while they are of a draft or of a text that the service has not taken', () => {
    add('draft', 'waits', 'taken', 'refused');
    const states: readonly SendState[] = ['queued', 'accepted', 'refused'];
    for (const [n, name] of ['waits', 'taken', 'refused'].entries()) {
      store.run('createSend', { send: buildSend(name, { state: states[n] ?? 'queued', files: [buildFile(name)] }) });
    }
    expect([...store.ask('listNeededFileIds', {})].sort()).toEqual(['draft', 'refused', 'waits']);
  });

  it('are copied with their links for a text that is sent again, and leave the draft as it is', () => {
    add('a');
    send('a');
    upload('a');
    const [original] = store.ask('findSend', { sendId: id })?.files ?? [];
    const copy = { ...buildFile('b'), href: original?.href ?? null };
    add('draft');
    store.run('createSend', { send: buildSend('again', { files: [copy] }) });
    const linksOf = (sendId: string) =>
      store.ask('findSend', { sendId: toSendId(sendId) })?.files.map((file) => [file.id, file.href]);
    expect(linksOf('again')).toEqual([['b', original?.href]]);
    expect(linksOf('abc')).toEqual([['a', original?.href]]);
    expect(original?.href).toBeTruthy();
    expect(store.ask('getDraft', { phone }).files.map((file) => file.id)).toEqual(['draft']);
  });

  it('keep a provisional chat when the service has none of the number any more', () => {
    add('a');
    store.run('removeChats', { chatIds: [toChatId(1)] });
    expect(store.ask('findChat', { chatId: null, phone })).toMatchObject({ draftFilesCount: 1 });
  });

  it('go with a text whose message is gone at the service; the ledger still names them', () => {
    add('a');
    send('a');
    store.run('updateSend', { sendId: id, patch: { state: 'accepted', messageId: 50 } });
    store.run('commitAcceptedSend', { sendId: id });
    store.run('removeMessages', { keys: [buildMessage('out:50').key] });
    expect(store.owned.all('SELECT id FROM files')).toEqual([]);
    expect(entry()).toMatchObject({ row: { state: 'accepted', filesCount: 1 }, files: [{ id: 'a' }] });
    expect(entry()?.events.map(({ kind }) => kind)).toEqual(['held', 'accepted', 'deleted']);
  });
});

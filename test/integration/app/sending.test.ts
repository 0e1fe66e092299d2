/** Texts with holds and files, and the ledger of them, through the whole app over the demo service. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView, LedgerFilter, MessageView, OwnFileView, SettingsView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

const EVERYTHING: LedgerFilter = { query: '', outcome: null, fromAt: null, toAt: null };

describe('sending', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;
  let chat: ChatView;

  async function start(holdSeconds: SettingsView['holdSeconds'] = 0): Promise<void> {
    app = await AppOnDemo.open({ holdSeconds });
    running = await app.startService();
    await open();
  }

  async function open(): Promise<void> {
    window = await app.openWindow();
    await window.signIn(running.credentials);
    chat = await until(async () => {
      const { rows } = await window.listChats();
      const found = rows.find(
        ({ isUnsubscribed, isBlocked, phone }) => !isUnsubscribed && !isBlocked && /^\d+$/.test(phone),
      );
      expect(found).toBeDefined();
      return found as ChatView;
    });
  }

  afterEach(() => app.dispose());

  const listSent = (part: string) => running.service.world.outbound.rows.filter(({ text }) => text.includes(part));
  const create = (text: string, fileIds: readonly string[] = []) =>
    window.ask('sends.create', {
      ...{ requestId: toRequestId(), phone: chat.phone, text, from: null },
      fileIds: [...fileIds],
    });
  const findShown = async (sendId: string): Promise<MessageView | undefined> => {
    const page = await window.ask('messages.list', { chatId: chat.id, before: null, limit: 50 });
    return page.items.find(({ send }) => send?.id === sendId);
  };
  const folderOfFiles = async (): Promise<string> => {
    const [name = ''] = await readdir(path.join(app.folder, 'accounts'));
    return path.join(app.folder, 'accounts', name, 'files');
  };
  const listKept = async (): Promise<string[]> => readdir(await folderOfFiles()).catch(() => []);

  async function stageFile(name: string, bytes: Uint8Array): Promise<string> {
    const { handle } = await window.ask('files.stage', { name, mimeType: '', sizeBytes: bytes.byteLength });
    if (bytes.byteLength > 0) await window.app.appendBytes({ handle, offset: 0, bytes });
    return handle;
  }
  const addFile = async (name: string, bytes: Uint8Array = Buffer.from('bytes of a file')): Promise<OwnFileView> =>
    window.ask('drafts.addFile', {
      ...{ requestId: toRequestId(), phone: chat.phone, handle: await stageFile(name, bytes) },
    });
  const getDraft = () => window.ask('drafts.get', { phone: chat.phone });

  describe('with a hold', () => {
    beforeEach(() => start(30));

    it('keeps a text here until its time, and gives it back to whoever thinks better of it', async () => {
      const { sendId } = await create('Not so fast');
      const shown = await findShown(sendId);
      expect(shown?.send).toMatchObject({ state: 'held' });
      expect((shown?.send?.dueAt ?? 0) - (shown?.send?.createdAt ?? 0)).toBe(30_000);
      const back = await window.ask('sends.discard', { requestId: toRequestId(), sendId });
      expect(back).toEqual({ text: 'Not so fast', files: [] });
      expect(await findShown(sendId)).toBeUndefined();
      expect(listSent('Not so fast')).toEqual([]);
      expect(await window.ask('ledger.get', { sendId })).toMatchObject({ row: { state: 'discarded' } });
    });

    it('lets a text go at once where a person says so, and those before it', async () => {
      await create('First of two');
      const { sendId } = await create('Second of two');
      await window.ask('sends.sendNow', { requestId: toRequestId(), sendId });
      await until(() => expect(listSent('of two').map(({ text }) => text)).toEqual(['First of two', 'Second of two']));
      const error = await window.askForError('sends.sendNow', { requestId: toRequestId(), sendId });
      expect(error).toMatchObject({ code: 'not-found' });
    });

    it('gives its files back to the draft, where they wait, bytes and all, also after a restart', async () => {
      const file = await addFile('Plan of the hall.pdf');
      const { sendId } = await create('', [file.id]);
      expect(await getDraft()).toEqual({ text: '', files: [] });
      const back = await window.ask('sends.discard', { requestId: toRequestId(), sendId });
      expect(back).toEqual({ text: '', files: [file] });
      await app.closeApps();
      await open();
      expect((await getDraft()).files).toEqual([file]);
      expect(await listKept()).toEqual([file.id]);
    });

    it('says what is left to be sent, and lets it leave when the app quits', async () => {
      await create('Before I go');
      expect(await window.app.quitGuard.countUnsent()).toEqual({ held: 1, queued: 0, sending: 0, canSendNow: true });
      await window.app.quitGuard.flush(10_000);
      expect(listSent('Before I go')).toHaveLength(1);
      expect(await window.app.quitGuard.countUnsent()).toMatchObject({ held: 0, queued: 0, sending: 0 });
    });

    it('keeps what cannot leave when the app quits, and sends it at the next start', async () => {
      running.service.faults.set([{ kind: 'maintenance' }]);
      await create('When I am back');
      await window.app.quitGuard.flush(10_000);
      expect(await window.app.quitGuard.countUnsent()).toMatchObject({ held: 0, queued: 1, sending: 0 });
      await app.closeApps();
      running.service.faults.set([]);
      await open();
      await until(() => expect(listSent('When I am back')).toHaveLength(1));
    });
  });

  describe('with files', () => {
    beforeEach(() => start());

    it('puts their links behind the text in order, tells how far they are, and keeps no bytes of them', async () => {
      const second = await addFile('b.txt', Buffer.from('The second'));
      const first = await addFile('a.pdf', Buffer.from('The first'));
      expect((await getDraft()).files).toEqual([second, first]);
      const { sendId } = await create('See these', [first.id, second.id]);
      const [sent] = await until(() => {
        const found = listSent('See these');
        expect(found).toHaveLength(1);
        return found;
      });
      const links = /^See these\n(\S+\/click\/\w+)\n(\S+\/click\/\w+)$/.exec(sent?.text ?? '')?.slice(1) ?? [];
      expect(links).toHaveLength(2);
      const page = await (await fetch(links[0] ?? '')).text();
      expect(page).toContain('a.pdf');
      await until(() => {
        expect(window.heard('sends.uploading').at(-1)).toEqual({ sendId, sentBytes: 19, totalBytes: 19 });
      });
      await until(async () => expect(await listKept()).toEqual([]));
      expect(await window.ask('ledger.get', { sendId })).toMatchObject({
        writtenText: 'See these',
        row: { text: sent?.text, filesCount: 2 },
        files: [{ name: 'a.pdf', isUploaded: true }, { name: 'b.txt' }],
      });
    });

    it.each([
      ['virus.exe', Buffer.from('MZ'), 'file type can’t be sent'],
      ['empty.pdf', Buffer.alloc(0), 'empty'],
      ['large.pdf', Buffer.alloc(10 * 1024 * 1024 + 1), '10 MB'],
    ])('refuses %s when it is added, and keeps nothing of it', async (name, bytes, words) => {
      const handle = await stageFile(name, bytes);
      const request = { requestId: toRequestId(), phone: chat.phone, handle };
      const error = await window.askForError('drafts.addFile', request);
      expect(error).toMatchObject({ code: 'validation' });
      expect(error.fields['file']?.join('')).toContain(words);
      expect([(await getDraft()).files, await listKept()]).toEqual([[], []]);
    });

    it('refuses one too many in a sentence, and keeps nothing of it', async () => {
      for (let count = 0; count < 5; count += 1) await addFile(`${String(count)}.txt`);
      const handle = await stageFile('one-too-many.txt', Buffer.from('six'));
      const error = await window.askForError('drafts.addFile', {
        ...{ requestId: toRequestId(), phone: chat.phone, handle },
      });
      expect(error.fields['file']?.join('')).toContain('A text can have up to 5 files');
      expect(await listKept()).toHaveLength(5);
    });

    it('adds a file once for a request that is repeated, and takes it off this computer where it is removed', async () => {
      const request = {
        requestId: toRequestId(),
        phone: chat.phone,
        handle: await stageFile('a.txt', Buffer.from('a')),
      };
      const file = await window.ask('drafts.addFile', request);
      expect(await window.ask('drafts.addFile', request)).toEqual(file);
      expect((await getDraft()).files).toEqual([file]);
      await window.ask('drafts.removeFile', { requestId: toRequestId(), phone: chat.phone, fileId: file.id });
      expect([(await getDraft()).files, await listKept()]).toEqual([[], []]);
    });

    it('deletes at the next start what a crash left without a row, and nothing else', async () => {
      const file = await addFile('kept.txt');
      await app.closeApps();
      const folder = await folderOfFiles();
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'orphanorphanorphan22'), 'bytes that no row names');
      await open();
      expect(await listKept()).toEqual([file.id]);
      expect(await readFile(path.join(folder, file.id), 'utf8')).toBe('bytes of a file');
    });

    it('removes them with the account', async () => {
      await addFile('a.txt');
      const { accounts } = await window.ask('session.get', {});
      const [id = ''] = accounts.map(({ accountId }) => accountId);
      await window.ask('accounts.remove', { requestId: toRequestId(), accountId: id });
      expect(await readdir(path.join(app.folder, 'accounts'))).toEqual([]);
    });
  });

  describe('and its ledger', () => {
    beforeEach(() => start());

    it('is told, counted and written out without a service', async () => {
      await window.ask('settings.set', { ownReference: 'Desk 4' });
      const { sendId } = await create('=1+1 "as they say",\nand more');
      await until(async () => {
        expect(await window.ask('ledger.get', { sendId })).toMatchObject({ row: { state: 'accepted' } });
      });
      await running.listening.dispose();
      const { rows } = await window.ask('ledger.list', { filter: EVERYTHING, before: null, limit: 50 });
      expect(rows).toMatchObject([{ sendId, phone: chat.phone, attempts: 1, partsPredicted: 1 }]);
      expect(await window.ask('ledger.count', { filter: EVERYTHING })).toMatchObject({ count: 1 });
      expect(await window.askForError('ledger.get', { sendId: 'a'.repeat(20) })).toMatchObject({ code: 'not-found' });

      const csv = await window.ask('ledger.export', { filter: EVERYTHING, format: 'csv' });
      expect(csv.rows).toBe(1);
      expect(csv.name).toMatch(/^switchboard-ledger-\d{4}-\d\d-\d\d\.csv$/);
      const table = await readExport(csv.handle);
      expect(table).toContain('"\'=1+1 ""as they say"",\nand more"');
      expect(table).toContain(`,${sendId}.Desk 4,`);
      const json = await window.ask('ledger.export', { filter: EVERYTHING, format: 'json' });
      expect(JSON.parse(await readExport(json.handle))).toMatchObject({
        ...{ format: 'switchboard-ledger', version: 1, filter: EVERYTHING },
        entries: [{ referenceId: `${sendId}.Desk 4`, row: { sendId } }],
      });
    });

    it('predicts what a text costs once the price list was read', async () => {
      const price = await until(async () => {
        const found = await window.ask('prices.find', { phone: chat.phone });
        expect(found).not.toBeNull();
        return found;
      });
      expect(price?.amount).toBeGreaterThan(0);
      const { sendId } = await create('x'.repeat(200));
      const { row, currency } = await window.ask('ledger.get', { sendId });
      expect(row.pricePredicted).toBeCloseTo(2 * (price?.amount ?? 0), 6);
      expect(currency).toBe(price?.currency);
      expect(await window.ask('prices.find', { phone: 'KWIKPET' })).toBeNull();
    });
  });

  async function readExport(handle: string): Promise<string> {
    const reply = await window.app.getFile(handle);
    if (!reply.ok) throw new Error('There is no such export');
    return await readFile(reply.value.path, 'utf8');
  }
});

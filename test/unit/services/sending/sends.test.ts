import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView, RequestInput, SettingsView } from '#shared/contract/index.ts';
import { toChatId, toFileId, type PhoneKey } from '#shared/domain/ids.ts';
import { toReferenceId } from '#shared/domain/sends.ts';
import { createSend } from '#main/services/sending/sends.ts';
import type { Session } from '#main/services/account/session.ts';
import type { Services } from '#main/services/services.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import { ACCOUNT, createFakeSession, FakeAccountParts, SIGN_IN, toServices } from '../fakes.ts';

const KNOWN = '447700900318';
const chat = (id: number): ChatView => ({ id, phone: KNOWN }) as ChatView;

describe('sends', () => {
  let folder: string;
  let fakes: FakeAccountParts;
  let services: Services;
  let chats: Map<string, ChatView>;
  let settings: SettingsView;

  const open = (session: Session, at = 5_000): Services =>
    toServices({ session, settings: { get: () => Promise.resolve(settings) } as Services['settings'], now: () => at });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-sends-'));
    fakes = new FakeAccountParts();
    settings = { ...DEFAULT_SETTINGS, holdSeconds: 0 };
    chats = new Map([[KNOWN, chat(12)]]);
    fakes.store = {
      findChat: ({ phone }) => Promise.resolve(chats.get(phone ?? '') ?? null),
      getLedgerEntry: () => Promise.resolve(null),
      ensureChat: ({ phone }: { phone: PhoneKey }) => Promise.resolve(toChatId(chats.get(phone)?.id ?? -1)),
    };
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    services = open(session);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const create = (changes: Partial<RequestInput<'sends.create'>> = {}) =>
    createSend(services, { requestId: 'request-1', phone: KNOWN, text: 'Hello', from: null, ...changes });

  it('write a whole row before anything leaves', async () => {
    const { sendId, chatId } = await create();
    expect(chatId).toBe(12);
    expect(fakes.sends.get(sendId)).toEqual({
      id: sendId,
      phone: KNOWN,
      text: 'Hello',
      sentText: null,
      files: [],
      ownReference: null,
      from: null,
      createChat: false,
      state: 'queued',
      createdAt: 5_000,
      attemptedAt: null,
      attempts: 0,
      dueAt: 5_000,
      acceptedAt: null,
      messageId: null,
      sessionId: null,
      chatId: null,
      problem: null,
      partsPredicted: 1,
      pricePredicted: null,
      afterMessageId: null,
      check: null,
    });
  });

  it('have ids of 20 base32 characters', async () => {
    expect((await create()).sendId).toMatch(/^[a-z2-7]{20}$/);
  });

  it('are one for a repeated request, also after a restart', async () => {
    const first = await create();
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    const again = open(session, 9_000);
    expect(await createSend(again, { requestId: 'request-1', phone: KNOWN, text: 'Hello', from: null })).toEqual(first);
    expect(fakes.sends.size).toBe(1);
  });

  it('are two for two requests with the same words', async () => {
    await create();
    await create({ requestId: 'request-2' });
    expect(fakes.sends.size).toBe(2);
  });

  it('ask the service to open a chat for a number that has none there', async () => {
    const { sendId, chatId } = await create({ phone: '+44 7700 900555' });
    expect(fakes.sends.get(sendId)).toMatchObject({ phone: '447700900555', createChat: true });
    expect(chatId).toBe(-1);
  });

  it('ask for it as well while the chat is only provisional', async () => {
    chats.set(KNOWN, chat(-3));
    expect(fakes.sends.get((await create()).sendId)).toMatchObject({ createChat: true });
  });

  it('read a number without country code as one of the account’s own country', async () => {
    fakes.store.getAccount = () => Promise.resolve({ ...ACCOUNT, phone: '4930901820' });
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    const { sendId } = await createSend(open(session, 1), {
      requestId: 'request-1',
      phone: '030 901821',
      text: 'Hallo',
      from: null,
    });
    expect(fakes.sends.get(sendId)).toMatchObject({ phone: '4930901821' });
  });

  it('read it by the country of an account that has no number of its own', async () => {
    fakes.store.getAccount = () => Promise.resolve({ ...ACCOUNT, phone: null, country: 'GB' });
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    const { sendId } = await createSend(open(session, 1), {
      requestId: 'request-1',
      phone: '07400 123456',
      text: 'Hello',
      from: null,
    });
    expect(fakes.sends.get(sendId)).toMatchObject({ phone: '447400123456' });
  });

  it('predict the parts', async () => {
    expect(fakes.sends.get((await create({ text: 'ж'.repeat(71) })).sendId)).toMatchObject({ partsPredicted: 2 });
  });

  it.each([
    [{ phone: 'KWIKPET' }, { phone: ['not-a-number'] }],
    [{ phone: '4477' }, { phone: ['too-short'] }],
    [{ text: ' \n ' }, { text: ['empty'] }],
    [{ text: 'x'.repeat(6 * 153 + 1) }, { text: ['too-long'] }],
  ])('refuse %o with a word for its field and write nothing', async (changes, fields) => {
    await expect(create(changes)).rejects.toMatchObject({ code: 'validation', fields });
    expect(fakes.sends.size).toBe(0);
  });

  it.each([5, 10, 30] as const)(
    'wait for %i seconds where a person wants to be able to take them back',
    async (hold) => {
      settings = { ...settings, holdSeconds: hold };
      const send = fakes.sends.get((await create()).sendId);
      expect(send).toMatchObject({ state: 'held', createdAt: 5_000, dueAt: 5_000 + hold * 1_000 });
    },
  );

  it('carry the own reference of the account behind theirs, and none where there is none', async () => {
    settings = { ...settings, ownReference: 'Desk 4' };
    const send = fakes.sends.get((await create()).sendId);
    expect(send).toMatchObject({ ownReference: 'Desk 4' });
    expect(send === undefined ? '' : toReferenceId(send)).toBe(`${send?.id ?? ''}.Desk 4`);
  });

  describe('with files', () => {
    const ids = ['aaaa', 'bbbb'].map(toFileId);
    const toFile = (id: string) => ({
      id,
      name: `${id}.pdf`,
      mimeType: 'application/pdf',
      sizeBytes: 9,
      isUploaded: false,
    });

    beforeEach(() => {
      fakes.store.getDraft = ({ phone }) =>
        Promise.resolve({ text: '', files: phone === KNOWN ? ids.map(toFile) : [] });
    });

    it('may have no words, and keep their order', async () => {
      const { session } = createFakeSession(folder, { fakes });
      await session.signIn(SIGN_IN);
      const fileIds = ids.toReversed();
      const request = { requestId: 'request-1', phone: KNOWN, text: '', from: null, fileIds };
      const { sendId } = await createSend(open(session), request);
      expect(fakes.sends.get(sendId)?.files.map(({ id }) => id)).toEqual(fileIds);
      expect(fakes.sends.get(sendId)?.files[0]).toEqual({
        ...{ id: 'bbbb', name: 'bbbb.pdf', mimeType: 'application/pdf', sizeBytes: 9, href: null },
      });
    });

    it('count their links as long as links usually are', async () => {
      const { session } = createFakeSession(folder, { fakes });
      await session.signIn(SIGN_IN);
      const request = { phone: KNOWN, from: null, fileIds: ids };
      const room = 160 - 2 * (1 + 'example.test/click/12345678'.length);
      for (const [index, parts] of [1, 2].entries()) {
        const text = 'x'.repeat(room + index);
        const { sendId } = await createSend(open(session), { requestId: `request-${String(index)}`, text, ...request });
        expect(fakes.sends.get(sendId)?.partsPredicted).toBe(parts);
      }
      const tooLong = { requestId: 'request-9', text: 'x'.repeat(6 * 153 - 20), ...request };
      await expect(createSend(open(session), tooLong)).rejects.toMatchObject({ fields: { text: ['too-long'] } });
    });

    it.each([[['cccc']], [['aaaa', 'aaaa']]])('that the draft does not have (%j) do not leave', async (fileIds) => {
      const { session } = createFakeSession(folder, { fakes });
      await session.signIn(SIGN_IN);
      const request = { requestId: 'request-1', phone: KNOWN, text: 'Hello', from: null, fileIds };
      await expect(createSend(open(session), request)).rejects.toMatchObject({ code: 'not-found' });
      expect(fakes.sends.size).toBe(0);
    });
  });

  describe('with the files of one that failed', () => {
    const request = { phone: KNOWN, text: 'Hello', from: null };
    const file = { id: toFileId('a'), name: 'a.png', mimeType: 'image/png', sizeBytes: 12 };

    /** `href`: where the service has the file of the send that failed. */
    const openFailed = async (href: string | null): Promise<{ services: Services; filesOf: string }> => {
      const { sendId } = await create({ requestId: 'failed' });
      const failed = fakes.sends.get(sendId);
      if (failed !== undefined) fakes.sends.set(sendId, { ...failed, files: [{ ...file, href }] });
      const { session } = createFakeSession(folder, { fakes });
      await session.signIn(SIGN_IN);
      return { services: open(session), filesOf: sendId };
    };

    it('has copies of them, with the same links, once for a repeated request', async () => {
      const failed = await openFailed('click/abc');
      const again = { requestId: 'request-1', ...request, filesOf: failed.filesOf };
      const { sendId } = await createSend(failed.services, again);
      expect(await createSend(failed.services, again)).toMatchObject({ sendId });
      const [copy] = fakes.sends.get(sendId)?.files ?? [];
      expect(copy).toMatchObject({ name: 'a.png', mimeType: 'image/png', sizeBytes: 12, href: 'click/abc' });
      expect(copy?.id).not.toBe('a');
    });

    it('is refused where the service does not have them', async () => {
      const { services: failed, filesOf } = await openFailed(null);
      const again = { requestId: 'request-1', ...request, filesOf };
      await expect(createSend(failed, again)).rejects.toMatchObject({ code: 'not-found' });
    });
  });

  it('predict what they cost from the price of the country of the number', async () => {
    fakes.store.findPrice = ({ countryId }) => Promise.resolve(countryId === 'GB' ? 0.045 : null);
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    const request = { phone: KNOWN, text: 'x'.repeat(400), from: null };
    const { sendId } = await createSend(open(session), { requestId: 'request-1', ...request });
    expect(fakes.sends.get(sendId)).toMatchObject({ partsPredicted: 3, pricePredicted: 0.135 });
    const abroad = await createSend(open(session), { requestId: 'request-2', ...request, phone: '+49 30 901821' });
    expect(fakes.sends.get(abroad.sendId)).toMatchObject({ partsPredicted: 3, pricePredicted: null });
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { toChatId, type PhoneKey } from '#shared/domain/ids.ts';
import { Sends } from '#main/services/sends.ts';
import { ACCOUNT, createFakeSession, fail, FakeWorld, SIGN_IN } from './fakes.ts';

const KNOWN = '447700900318';
const chat = (id: number): ChatView => ({ id, phone: KNOWN }) as ChatView;

describe('sends', () => {
  let folder: string;
  let world: FakeWorld;
  let sends: Sends;
  let chats: Map<string, ChatView>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-sends-'));
    world = new FakeWorld();
    chats = new Map([[KNOWN, chat(12)]]);
    world.store = {
      findChat: ({ phone }) => Promise.resolve(chats.get(phone ?? '') ?? null),
      ensureChat: ({ phone }: { phone: PhoneKey }) => Promise.resolve(toChatId(chats.get(phone)?.id ?? -1)),
    };
    const { session } = createFakeSession(folder, { world });
    await session.signIn(SIGN_IN);
    sends = new Sends({ session, log: world.log, now: () => 5_000 });
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const create = (changes: Partial<Parameters<Sends['create']>[0]> = {}) =>
    sends.create({ requestId: 'request-1', phone: KNOWN, text: 'Hello', from: null, ...changes });

  it('write a whole row before anything leaves', async () => {
    const { sendId, chatId } = await create();
    expect(chatId).toBe(12);
    expect(world.sends.get(sendId)).toEqual({
      id: sendId,
      phone: KNOWN,
      text: 'Hello',
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
      afterMessageId: null,
      check: null,
    });
  });

  it('have ids of 20 base32 characters', async () => {
    expect((await create()).sendId).toMatch(/^[a-z2-7]{20}$/);
  });

  it('are one for a repeated request, also after a restart', async () => {
    const first = await create();
    const { session } = createFakeSession(folder, { world });
    await session.signIn(SIGN_IN);
    const again = new Sends({ session, log: world.log, now: () => 9_000 });
    expect(await again.create({ requestId: 'request-1', phone: KNOWN, text: 'Hello', from: null })).toEqual(first);
    expect(world.sends.size).toBe(1);
  });

  it('are two for two requests with the same words', async () => {
    await create();
    await create({ requestId: 'request-2' });
    expect(world.sends.size).toBe(2);
  });

  it('clear the draft of the number', async () => {
    await create();
    expect(world.drafts).toEqual([{ phone: KNOWN, text: '', at: 5_000 }]);
  });

  it('do not look failed, and so invite a second one, when only the draft could not be cleared', async () => {
    world.store.saveDraft = () => Promise.reject(fail('disk'));
    const { session } = createFakeSession(folder, { world });
    await session.signIn(SIGN_IN);
    const sending = new Sends({ session, log: world.log, now: () => 5_000 });
    const { sendId } = await sending.create({ requestId: 'request-1', phone: KNOWN, text: 'Hello', from: null });
    expect(world.sends.get(sendId)).toMatchObject({ state: 'queued' });
    expect(world.steps).toContain('log:sends.draftNotCleared');
  });

  it('ask the service to open a chat for a number that has none there', async () => {
    const { sendId, chatId } = await create({ phone: '+44 7700 900555' });
    expect(world.sends.get(sendId)).toMatchObject({ phone: '447700900555', createChat: true });
    expect(chatId).toBe(-1);
  });

  it('ask for it as well while the chat is only provisional', async () => {
    chats.set(KNOWN, chat(-3));
    expect(world.sends.get((await create()).sendId)).toMatchObject({ createChat: true });
  });

  it('read a number without country code as one of the account’s own country', async () => {
    world.store.getAccount = () => Promise.resolve({ ...ACCOUNT, phone: '4930901820' });
    const { session } = createFakeSession(folder, { world });
    await session.signIn(SIGN_IN);
    const { sendId } = await new Sends({ session, log: world.log, now: () => 1 }).create({
      requestId: 'request-1',
      phone: '030 901821',
      text: 'Hallo',
      from: null,
    });
    expect(world.sends.get(sendId)).toMatchObject({ phone: '4930901821' });
  });

  it('read it by the country of an account that has no number of its own', async () => {
    world.store.getAccount = () => Promise.resolve({ ...ACCOUNT, phone: null, country: 'GB' });
    const { session } = createFakeSession(folder, { world });
    await session.signIn(SIGN_IN);
    const { sendId } = await new Sends({ session, log: world.log, now: () => 1 }).create({
      requestId: 'request-1',
      phone: '07400 123456',
      text: 'Hello',
      from: null,
    });
    expect(world.sends.get(sendId)).toMatchObject({ phone: '447400123456' });
  });

  it('predict the parts', async () => {
    expect(world.sends.get((await create({ text: 'ж'.repeat(71) })).sendId)).toMatchObject({ partsPredicted: 2 });
  });

  it.each([
    [{ phone: 'KWIKPET' }, { phone: ['not-a-number'] }],
    [{ phone: '4477' }, { phone: ['too-short'] }],
    [{ text: ' \n ' }, { text: ['empty'] }],
    [{ text: 'x'.repeat(6 * 153 + 1) }, { text: ['too-long'] }],
  ])('refuse %o with a word for its field and write nothing', async (changes, fields) => {
    await expect(create(changes)).rejects.toMatchObject({ code: 'validation', fields });
    expect(world.sends.size).toBe(0);
  });
});

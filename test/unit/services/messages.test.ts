import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessagePage } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { Messages } from '#main/services/messages/messages.ts';
import { createFakeSession, FakeAccountParts, SIGN_IN } from './fakes.ts';

const PAGE: MessagePage = { items: [], older: null, newer: null, isCompleteBefore: true, gaps: [] };
const after = { at: 5, key: 'in:1' };

describe('messages of one chat', () => {
  let folder: string;
  let messages: Messages;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-messages-'));
    const fakes = new FakeAccountParts();
    const known = ({ chatId }: { readonly chatId: number }) => Promise.resolve(chatId === 1 ? PAGE : null);
    fakes.store = { listMessages: known, listNewerMessages: known, listMessagesAround: known };
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    messages = new Messages({ session });
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const listAll = (id: number): Promise<MessagePage>[] => {
    const chatId = toChatId(id);
    return [
      messages.list({ chatId, before: null, limit: 5 }),
      messages.listNewer({ chatId, after, limit: 5 }),
      messages.listAround({ chatId, key: 'in:1', limit: 5 }),
    ];
  };

  it('come page by page: the newest, those below a place, those around a message', async () => {
    expect(await Promise.all(listAll(1))).toEqual([PAGE, PAGE, PAGE]);
  });

  it('are `not-found` where the cache has no such chat or message', async () => {
    const outcomes = await Promise.allSettled(listAll(2));
    expect(outcomes).toMatchObject(Array(3).fill({ status: 'rejected', reason: { code: 'not-found' } }));
  });

  it('are read where some may be missing, but for a chat that only this computer knows', async () => {
    const fakes = new FakeAccountParts();
    const filled: unknown[] = [];
    fakes.sync = {
      fillGap: (chatId, gap) => {
        filled.push([chatId, gap]);
        return Promise.resolve();
      },
    };
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    const gap = { fromAt: 5, toAt: 9 };
    await new Messages({ session }).fillGap(toChatId(1), gap);
    await new Messages({ session }).fillGap(toChatId(-1), gap);
    expect(filled).toEqual([[1, gap]]);
  });
});

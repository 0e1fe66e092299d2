import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessagePage } from '#shared/contract/index.ts';
import { messageHandlers } from '#main/services/messages/requests.ts';
import type { Services } from '#main/services/services.ts';
import { createFakeSession, FakeAccountParts, SIGN_IN, toServices } from '../fakes.ts';

const PAGE: MessagePage = { items: [], older: null, newer: null, isCompleteBefore: true, gaps: [] };
const after = { at: 5, key: 'in:1' };

describe('messages of one chat', () => {
  let folder: string;
  let services: Services;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-messages-'));
    const fakes = new FakeAccountParts();
    const known = ({ chatId }: { readonly chatId: number }) => Promise.resolve(chatId === 1 ? PAGE : null);
    fakes.store = { listMessages: known, listNewerMessages: known, listMessagesAround: known };
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    services = toServices({ session });
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const listAll = (chatId: number): Promise<MessagePage>[] => {
    const pages = [
      messageHandlers['messages.list'](services, { chatId, before: null, limit: 5 }),
      messageHandlers['messages.listNewer'](services, { chatId, after, limit: 5 }),
      messageHandlers['messages.listAround'](services, { chatId, key: 'in:1', limit: 5 }),
    ];
    return pages.map(async (page) => await page);
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
    for (const chatId of [1, -1]) {
      await messageHandlers['messages.fillGap'](toServices({ session }), { chatId, ...gap });
    }
    expect(filled).toEqual([[1, gap]]);
  });
});

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStore } from '#main/store/store.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { NOON, buildChat, buildMessage, buildSend, phoneOf } from '#test/unit/store/builders.ts';
import { createStoreHarness } from './store-harness.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('the threads of the store', () => {
  const { open, createFolder } = createStoreHarness();

  it('let a person go ahead of a large sync commit that came first (STORE-2)', async () => {
    const { store } = await open();
    await store.commitChats({ chats: [buildChat(1)] });
    const done: string[] = [];
    const messages = range(3_000).map((id) => buildMessage(`in:${id}`, { at: NOON + id }));
    const large = store.commitMessages({ messages, source: 'page' }).then((output) => {
      done.push('sync');
      return output;
    });
    await store.createSend({ send: buildSend('abc') });
    done.push('person');
    const { newKeys } = await large;
    expect([done, newKeys.length]).toEqual([['person', 'sync'], 3_000]);
    expect(await store.countMessages({})).toBe(3_000);
  });

  it('answer questions while a large commit is being written', async () => {
    const { store } = await open();
    const messages = range(3_000).map((id) => buildMessage(`in:${id}`));
    let isWritten = false;
    const large = store.commitMessages({ messages, source: 'page' }).then(() => (isWritten = true));
    await store.countChats({});
    expect(isWritten).toBe(false);
    await large;
  });

  it('show what was written to every reader as soon as the write resolves', async () => {
    const { folder } = await open();
    const store = await createStore({ folder: join(folder, 'two'), now: () => NOON, readers: 2 });
    try {
      for (const id of range(20)) {
        await store.commitChats({ chats: [buildChat(id)] });
        const seen = await Promise.all([store.countChats({}), store.countChats({}), store.countChats({})]);
        expect(seen.map(({ open: count }) => count)).toEqual([id, id, id]);
      }
    } finally {
      await store.dispose();
    }
  });

  it('tell what changed before the write resolves, and nothing when nothing did', async () => {
    const { store, changes } = await open();
    await store.commitChats({ chats: [buildChat(1)] });
    expect(changes.map(({ chatIds }) => chatIds)).toEqual([[1]]);
    await store.commitChats({ chats: [buildChat(1)] });
    expect(changes).toHaveLength(1);
    const stop = store.onChange(() => changes.splice(0));
    stop();
    await store.saveDraft({ phone: phoneOf(1), text: 'Half a', at: NOON });
    expect(changes).toHaveLength(2);
  });

  it('say what is wrong with a call and go on', async () => {
    const { store } = await open();
    const odd = store.updateSend({ sendId: buildSend('abc').id, patch: { state: 'queued' } });
    await expect(odd).rejects.toSatisfy((error) => isAppError(error, 'not-found'));
    const bad = store.commitChats({ chats: [buildChat(1, { status: 'odd' as 'active' })] });
    await expect(bad).rejects.toSatisfy((error) => isAppError(error, 'disk'));
    await store.commitChats({ chats: [buildChat(1)] });
    expect((await store.countChats({})).open).toBe(1);
  });

  it('say where in the thread it went wrong, and what caused it', async () => {
    const { store } = await open();
    const odd: unknown = await store
      .updateSend({ sendId: buildSend('abc').id, patch: { state: 'queued' } })
      .catch((error: unknown) => error);
    expect((odd as Error).stack).toContain('getSendRow');
    const bad: unknown = await store
      .commitChats({ chats: [buildChat(1, { status: 'odd' as 'active' })] })
      .catch((error: unknown) => error);
    const cause = ((bad as Error).cause as Error).cause as Error;
    expect(cause).toMatchObject({ name: 'SqliteError', code: 'SQLITE_CONSTRAINT_CHECK' });
    expect(cause.stack).toContain('runCacheStep');
  });

  it('finish what waits before they close, leave no log behind and take nothing more', async () => {
    const { store, folder } = await open();
    const waiting = store.commitMessages({
      messages: range(500).map((id) => buildMessage(`in:${id}`)),
      source: 'page',
    });
    await Promise.all([store.dispose(), store.dispose()]);
    expect((await waiting).newKeys).toHaveLength(500);
    const logs = readdirSync(folder).filter((name) => name.endsWith('-wal'));
    expect(logs.filter((name) => statSync(join(folder, name)).size > 0)).toEqual([]);
    await expect(store.createSend({ send: buildSend('abc') })).rejects.toSatisfy((error) => isAppError(error, 'disk'));
    await expect(store.countChats({})).rejects.toSatisfy((error) => isAppError(error, 'disk'));
  });

  it('refuse a folder that cannot be one', async () => {
    const { folder, store } = await open();
    await store.dispose();
    const inFile = createStore({ folder: join(folder, 'owned.db', 'x'), now: () => NOON });
    await expect(inFile).rejects.toSatisfy((error) => isAppError(error, 'disk'));
  });

  it('make the folder that is not there yet', async () => {
    const folder = join(createFolder(), 'deep', 'er with spaces & üml%20');
    const { store } = await open(folder);
    await store.commitChats({ chats: [buildChat(1)] });
    expect(await store.findChat({ chatId: toChatId(1), phone: null })).not.toBeNull();
    expect(existsSync(join(folder, 'owned.db'))).toBe(true);
  });
});

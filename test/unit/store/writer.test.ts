import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallResult, CommandCall } from '#main/store/protocol.ts';
import { Owed } from '#main/store/owed.ts';
import { runGroup } from '#main/store/writer.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { StoreInOneThread } from './store-in-one-thread.ts';
import { NOON, buildChat, buildSend, phoneOf } from './builders.ts';

describe('a group of commands', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const send = (id: string): CommandCall => ({ name: 'createSend', input: { send: buildSend(id) } });
  const draft = (text: string): CommandCall => ({ name: 'saveDraft', input: { phone: phoneOf(1), text, at: NOON } });
  const isOk = (results: readonly CallResult[]): boolean[] => results.map(({ ok }) => ok);

  it('loses only the command that fails', () => {
    const { results } = runGroup(store, [send('a'), send('a'), draft('Half a')], NOON);
    expect(isOk(results)).toEqual([true, false, true]);
    expect(store.owned.all('SELECT id FROM sends')).toEqual([{ id: 'a' }]);
    expect(store.owned.all('SELECT text FROM drafts')).toEqual([{ text: 'Half a' }]);
  });

  it('sees what the commands before it did', () => {
    const ensure: CommandCall = { name: 'ensureChat', input: { phone: phoneOf(1), at: NOON } };
    const { results } = runGroup(store, [ensure, ensure], NOON);
    const outputs = results.map((result) => (result.ok ? result.output : null));
    expect(outputs[0]).toBe(outputs[1]);
  });

  it('keeps owned rows and says so when the cache cannot follow (STORE-1)', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    store.cache.exec(`CREATE TRIGGER broken BEFORE UPDATE ON chats BEGIN SELECT RAISE(ABORT, 'no'); END`);
    const { results, trouble } = runGroup(store, [send('a')], NOON);
    expect([isOk(results), trouble?.kind]).toEqual([[true], 'logic']);
    expect(store.owned.all('SELECT id FROM sends')).toEqual([{ id: 'a' }]);
  });

  it('lets the cache follow what it could not as soon as it can, and says what changed (STORE-1)', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const { owned, cache } = store;
    const files = { owned, cache, owed: new Owed() };
    const run = (...calls: CommandCall[]) => runGroup(files, calls, NOON);
    cache.exec('PRAGMA query_only = ON');
    expect(run(send('a')).trouble?.kind).toBe('full');
    expect(run(send('b'))).toMatchObject({ trouble: { kind: 'full' }, late: [] });
    const place = () => cache.get<{ at: number }>('SELECT sort_at AS at FROM chats WHERE id = 1')?.at ?? 0;
    const before = place();
    cache.exec('PRAGMA query_only = OFF');
    const { trouble, late } = run({ name: 'setSyncMark', input: { key: 'any', value: 1 } });
    expect(trouble).toBeNull();
    expect(late).toMatchObject([
      { sendIds: ['a'], chatIds: [1] },
      { sendIds: ['b'], chatIds: [1] },
    ]);
    expect(place()).toBeGreaterThan(before);
    expect(run(draft('Half a text')).late).toEqual([]);
  });

  it('does not try again what no time heals', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    const { owned, cache } = store;
    const files = { owned, cache, owed: new Owed() };
    cache.exec(`CREATE TRIGGER broken BEFORE UPDATE ON chats BEGIN SELECT RAISE(ABORT, 'no'); END`);
    expect(runGroup(files, [send('a')], NOON).trouble?.kind).toBe('logic');
    cache.exec('DROP TRIGGER broken');
    expect(runGroup(files, [draft('Half a')], NOON).late).toEqual([]);
  });

  it('fails with everything in it when the owned file cannot be written', () => {
    store.run('commitChats', { chats: [buildChat(1)] });
    store.owned.exec('PRAGMA query_only = ON');
    const pin: CommandCall = {
      name: 'applyActions',
      input: { chatIds: [toChatId(1)], action: { kind: 'pin', isPinned: true }, at: NOON, dueAt: NOON },
    };
    const { results, trouble } = runGroup(store, [send('a'), pin], NOON);
    expect([isOk(results), trouble]).toEqual([[false, false], null]);
    expect(results.map((result) => (result.ok ? null : result.error.kind))).toEqual(['full', 'full']);
    expect(store.ask('findChat', { chatId: toChatId(1), phone: null })).toMatchObject({
      isPinned: false,
      lastSendState: null,
    });
  });

  it('leaves nothing half written in the cache', () => {
    const bad = buildChat(2, { status: 'odd' as 'active' });
    const commit: CommandCall = { name: 'commitChats', input: { chats: [buildChat(1), bad] } };
    expect(isOk(runGroup(store, [commit], NOON).results)).toEqual([false]);
    expect(store.ask('countChats', {}).open).toBe(0);
  });
});

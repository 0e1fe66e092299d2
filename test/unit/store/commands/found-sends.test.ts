import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GIVEN_UP_ENTRIES } from '#main/store/commands/found-sends.ts';
import { toSendId } from '#shared/domain/ids.ts';
import type { ServiceSend } from '#shared/domain/entities.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildMessage, buildSend } from '../builders.ts';

const id = toSendId('abcdefghijklmnopqrst');

describe('a text that was given up while nobody knew whether it had left (STORE-24)', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('createSend', { send: buildSend(id, { ownReference: 'order 7' }) });
    store.run('updateSend', { sendId: id, patch: { state: 'sending', attempts: 1, attemptedAt: NOON } });
    store.run('updateSend', { sendId: id, patch: { state: 'checking' } });
    store.run('deleteSend', { sendId: id });
  });
  afterEach(() => store.close());

  const entry = () => store.ask('getLedgerEntry', { sendId: id });
  const listSends = (said: Partial<ServiceSend> = {}): void => {
    const send = { id: 8, at: NOON + 1, text: '', source: 'A', referenceId: `${id}.order 7`, ...said };
    store.run('commitRows', { name: 'sends', rows: [send] });
  };
  const page = (): unknown =>
    store.run('commitMessages', {
      messages: [buildMessage('out:50', { sessionId: 8, letter: 'd', price: 0.04, partsCount: 1 })],
      source: 'page',
    });

  it('was sent after all where the service lists it by our reference, and cost what its message did', () => {
    page();
    expect(entry()?.row).toMatchObject({ state: 'discarded', priceCharged: null });
    listSends();
    expect(store.changes).toMatchObject({ sendIds: [id] });
    expect(entry()).toMatchObject({
      row: { state: 'accepted', acceptedAt: NOON + 1, letter: 'd', partsCharged: 1, priceCharged: 0.04 },
      ...{ sessionId: 8, messageId: 50 },
    });
    expect(entry()?.events.map(({ kind }) => kind)).toEqual([
      ...['queued', 'sending', 'checking', 'discarded', 'accepted', 'letter', 'charged'],
    ]);
  });

  it('learns its price with the next list where its message comes later, and is told of once', () => {
    listSends();
    expect(entry()?.row).toMatchObject({ state: 'accepted', priceCharged: null });
    page();
    listSends();
    expect(entry()?.row).toMatchObject({ priceCharged: 0.04 });
    listSends();
    expect(store.changes?.sendIds ?? []).toEqual([]);
    expect(entry()?.events.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
  });

  it.each([null, 'somebody else’s', 'tsrqponmlkjihgfedcba'])('stays given up for the reference %j', (referenceId) => {
    page();
    listSends({ referenceId });
    expect(entry()).toMatchObject({ row: { state: 'discarded' }, messageId: null });
  });

  it('takes no message that another text of ours has', () => {
    store.run('createSend', { send: buildSend('other', { state: 'accepted', messageId: 50 }) });
    page();
    listSends();
    expect(entry()).toMatchObject({ row: { state: 'accepted' }, messageId: null });
  });

  it('is looked up by its id alone', () => {
    const steps = store.owned.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${GIVEN_UP_ENTRIES}`, ['["a"]']);
    expect(steps[0]?.detail).toMatch(/^SEARCH ledger USING INDEX sqlite_autoindex_ledger_1 \(send_id=\?\)/);
  });
});

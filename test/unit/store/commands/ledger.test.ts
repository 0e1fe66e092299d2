import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Changes } from '#main/store/changes.ts';
import { fillLedger } from '#main/store/fill-ledger.ts';
import { reconcile } from '#main/store/reconcile.ts';
import { toSendId } from '#shared/domain/ids.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { SendState } from '#shared/domain/sends.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildAccount, buildChat, buildMessage, buildSend, phoneOf } from '../builders.ts';

describe('the ledger (STORE-24)', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitChats', { chats: [buildChat(1, { firstName: 'Bella' })] });
  });
  afterEach(() => store.close());

  const id = toSendId('abc');
  const entry = () => store.ask('getLedgerEntry', { sendId: id });
  const kinds = () => entry()?.events.map(({ kind }) => kind);
  const create = (said: Parameters<typeof buildSend>[1] = {}): void =>
    store.run('createSend', { send: buildSend('abc', said) });
  const accept = (messageId: number | null = 50): void =>
    store.run('updateSend', { sendId: id, patch: { state: 'accepted', acceptedAt: NOON, messageId } });
  const page = (said: Partial<Message>, via?: 'callback') =>
    store.run('commitMessages', {
      ...{ messages: [buildMessage('out:50', { text: 'Text of abc', ...said })], source: 'page' as const },
      ...(via === undefined ? {} : { via }),
    });
  const read = (said: Partial<Message>) =>
    store.run('commitMessages', { messages: [buildMessage('out:50', said)], source: 'single' });

  it('has a row for a text from the moment it is written down, with all that it was to be', () => {
    create({ state: 'held', from: 'KwikPet', ownReference: 'order 7', partsPredicted: 2, pricePredicted: 0.08 });
    expect(entry()).toEqual({
      row: {
        ...{ sendId: 'abc', phone: phoneOf(1), name: 'Bella', chatId: 1, text: 'Text of abc', filesCount: 0 },
        ...{ state: 'held', letter: null, createdAt: NOON, leftAt: null, acceptedAt: null, attempts: 0 },
        ...{ partsPredicted: 2, partsCharged: null, pricePredicted: 0.08, priceCharged: null },
      },
      ...{ writtenText: 'Text of abc', from: 'KwikPet', files: [], referenceId: 'abc.order 7', messageId: null },
      ...{ sessionId: null, rejectReason: null, problem: null, check: null, currency: null },
      events: [{ at: NOON, kind: 'held', letter: null, via: null, problem: null, check: null, detail: null }],
    });
    store.run('saveAccount', { account: buildAccount() });
    expect(entry()?.currency).toBe('GBP');
  });

  it('says nothing of a text that nobody wrote', () => {
    expect(store.ask('getLedgerEntry', { sendId: toSendId('nobody') })).toBeNull();
  });

  it('follows a text through every state, in the transaction that moves it (STORE-9)', () => {
    create({ state: 'held' });
    const problem = { code: 'timeout', detail: 'Not confirmed', fields: {}, at: NOON + 2 };
    const check = {
      ...{ lostAt: NOON + 2, looks: 1, lastLookAt: NOON + 3, nextLookAt: null, finding: 'alike' as const },
      ...{ readBackTo: NOON, readSends: true, alike: [] },
    };
    const patches = [
      { state: 'queued' },
      { state: 'sending', attempts: 1, attemptedAt: NOON + 1, sentText: 'Text and link' },
      { state: 'checking', problem },
      { state: 'checking', check },
      { partsPredicted: 2 },
      { state: 'accepted', messageId: 50, sessionId: 4, acceptedAt: NOON + 4, problem: null },
    ] as const;
    for (const [n, patch] of patches.entries()) {
      store.now = NOON + n + 1;
      store.run('updateSend', { sendId: id, patch });
    }
    expect(entry()).toMatchObject({
      row: { state: 'accepted', text: 'Text and link', leftAt: NOON + 1, acceptedAt: NOON + 4, attempts: 1 },
      ...{ writtenText: 'Text of abc', messageId: 50, sessionId: 4, problem: null, check },
    });
    expect(entry()?.events.map(({ at, kind, ...rest }) => [at - NOON, kind, rest.problem, rest.check])).toEqual([
      [0, 'held', null, null],
      [1, 'queued', null, null],
      [2, 'sending', null, null],
      [3, 'checking', problem, null],
      [4, 'checking', null, check],
      [6, 'accepted', null, null],
    ]);
  });

  it.each([
    ['held', 'open'],
    ['queued', 'open'],
    ['sending', 'open'],
    ['checking', 'checking'],
    ['unknown', 'checking'],
    ['accepted', 'sent'],
    ['refused', 'stopped'],
    ['not-sent', 'stopped'],
  ] as const)('counts what is %s as %s', (state, outcome) => {
    create();
    store.run('updateSend', { sendId: id, patch: { state } });
    const filter = { query: '', outcome: null, fromAt: null, toAt: null };
    expect(store.ask('countLedger', { filter }).byOutcome).toEqual({
      ...{ sent: 0, open: 0, checking: 0, stopped: 0, discarded: 0, [outcome]: 1 },
    });
  });

  it('keeps a text that was taken out, and refuses its id to any other', () => {
    create({ state: 'held' });
    store.now = NOON + 1;
    store.run('deleteSend', { sendId: id });
    expect(entry()).toMatchObject({ row: { state: 'discarded', text: 'Text of abc' }, writtenText: 'Text of abc' });
    expect(kinds()).toEqual(['held', 'discarded']);
    expect(() => create({ text: 'Other' })).toThrow();
    expect([store.ask('findSend', { sendId: id }), store.ask('countOwned', {}).ledger]).toEqual([null, 1]);
  });

  describe('hears from the service', () => {
    beforeEach(() => {
      create();
      accept();
    });

    it('how a text stands and what it cost, by a page and by a callback, each once', () => {
      store.run('commitAcceptedSend', { sendId: id });
      store.now = NOON + 1;
      page({ letter: 'q', partsCount: 2 });
      expect(store.changes?.sendIds).toEqual(['abc']);
      store.now = NOON + 2;
      page({ letter: 'd', partsCount: 2, price: 0.08 }, 'callback');
      page({ letter: 'd', partsCount: 2, price: 0.08 });
      expect(store.changes).toBeNull();
      expect(entry()?.row).toMatchObject({ letter: 'd', partsCharged: 2, priceCharged: 0.08 });
      expect(entry()?.events.slice(2)).toMatchObject([
        { at: NOON + 1, kind: 'letter', letter: 'q', via: 'poll', detail: null },
        { at: NOON + 1, kind: 'charged', letter: null, via: null, detail: null },
        { at: NOON + 2, kind: 'letter', letter: 'd', via: 'callback' },
        { at: NOON + 2, kind: 'charged', detail: '0.08' },
      ]);
    });

    it('why it was rejected', () => {
      page({ letter: 'j', rejectReason: 'Landline' });
      expect(entry()).toMatchObject({ row: { letter: 'j' }, rejectReason: 'Landline' });
      expect(entry()?.events.at(-1)).toMatchObject({ kind: 'letter', letter: 'j', detail: 'Landline' });
    });

    it('what a page says later than it knows, never backwards (STORE-4)', () => {
      page({ letter: 'd' });
      page({ letter: 'r' });
      expect(entry()?.row.letter).toBe('d');
      page({ letter: 'e' });
      expect(entry()?.row.letter).toBe('d');
    });

    it('what a read of that very message says, whatever it was (STORE-4)', () => {
      page({ letter: 'd' });
      read({ letter: 'e' });
      expect(entry()?.row.letter).toBe('e');
      read({ letter: null });
      expect(entry()?.row.letter).toBe('e');
      expect(kinds()).toEqual(['queued', 'accepted', 'letter', 'letter']);
    });

    it('and forgets nothing that a page leaves out (STORE-5)', () => {
      page({ letter: 'd', price: 0.08, partsCount: 2, rejectReason: 'Odd' });
      page({ letter: 'd' });
      expect(entry()).toMatchObject({ row: { partsCharged: 2, priceCharged: 0.08 }, rejectReason: 'Odd' });
    });

    it('the last of what one page says twice', () => {
      const said = [
        buildMessage('out:50', { letter: 'r', at: NOON }),
        buildMessage('out:50', { letter: 'd', at: NOON }),
      ];
      store.run('commitMessages', { messages: said, source: 'page' });
      expect(
        entry()
          ?.events.slice(2)
          .map(({ letter }) => letter),
      ).toEqual(['r', 'd']);
      store.run('commitMessages', { messages: said, source: 'page' });
      expect(kinds()).toHaveLength(4);
    });

    it('nothing from calls, notes, incoming texts and the texts of others', () => {
      const others = [
        buildMessage('in:50', { letter: 'd' }),
        buildMessage('out:50', { kind: 'log', letter: 'd' }),
        buildMessage('out:49', { letter: 'd' }),
        buildMessage('out:51', { letter: 'd' }),
      ];
      store.run('commitMessages', { messages: others, source: 'page' });
      expect([entry()?.row.letter, kinds()]).toEqual([null, ['queued', 'accepted']]);
    });

    it('the same again after the cache was lost, and keeps it once', () => {
      page({ letter: 'd', price: 0.08, partsCount: 1 });
      const before = entry();
      for (const table of ['messages', 'message_letters']) store.cache.run(`DELETE FROM ${table}`);
      expect(entry()).toEqual(before);
      page({ letter: 'r' });
      page({ letter: 'd', price: 0.08, partsCount: 1 });
      expect(entry()).toEqual(before);
    });
  });

  it('says of a letter what the cache says, whatever comes in whatever order, and tells each change once (STORE-4)', () => {
    create();
    accept();
    let seed = 3;
    const pick = <Value>(values: readonly Value[]): Value | undefined => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return values[Math.floor((seed / 2 ** 32) * values.length)];
    };
    let [changes, before] = [0, null as string | null];
    for (let step = 0; step < 120; step += 1) {
      const said = {
        letter: pick([null, 'q', 'r', 'a', 'd', 'e', 'x']) ?? null,
        price: pick([null, null, 0.04, 0.08]) ?? null,
        partsCount: pick([null, 1, 2]) ?? null,
      };
      if (pick([0, 0, 1]) === 1) read(said);
      else page(said);
      const cached = store.cache.get(
        `SELECT letter, price, parts_count FROM messages WHERE sequence = 'out' AND id = 50`,
      );
      const { letter = null, priceCharged, partsCharged } = entry()?.row ?? {};
      expect({ letter, price: priceCharged, parts_count: partsCharged }).toEqual(cached);
      if (letter !== before) changes += 1;
      before = letter;
    }
    expect(changes).toBeGreaterThan(5);
    expect(kinds()?.filter((kind) => kind === 'letter')).toHaveLength(changes);
  });

  it('has what the service told before it answered', () => {
    page({ letter: 'd', price: 0.04 });
    create({ text: 'Other words' });
    accept();
    expect(entry()?.row).toMatchObject({ letter: 'd', priceCharged: 0.04 });
    expect(entry()?.events.at(-2)).toMatchObject({ kind: 'letter', via: null });
    store.run('commitAcceptedSend', { sendId: id });
    expect(kinds()).toEqual(['queued', 'accepted', 'letter', 'charged']);
  });

  it('has what came between the answer and its place in the thread', () => {
    create();
    accept();
    store.cache.run('DELETE FROM messages');
    page({ letter: 'd' });
    store.owned.run('UPDATE ledger SET letter = NULL');
    store.run('commitAcceptedSend', { sendId: id });
    expect(entry()?.row.letter).toBe('d');
  });

  it('follows a text whose message is found by what it says', () => {
    create({ sentText: 'Text of abc\nlink', attemptedAt: NOON });
    accept(null);
    page({ text: 'Text of abc\nlink', letter: 'r', price: 0.04, at: NOON + MINUTE_MS });
    expect(entry()).toMatchObject({ messageId: 50, row: { letter: 'r', priceCharged: 0.04 } });
    expect(kinds()).toEqual(['queued', 'accepted', 'letter', 'charged']);
  });

  it('shows history in words where a part of it cannot be read', () => {
    create();
    store.owned.run(`INSERT INTO send_events (send_id, at, state, detail) VALUES ('abc', 1, 'refused', '{')`);
    store.owned.run(`INSERT INTO send_events (send_id, at, state, detail) VALUES ('abc', 2, 'letter', '{"letter":5}')`);
    store.owned.run(`INSERT INTO send_events (send_id, at, state, detail) VALUES ('abc', 3, 'dreamt', '{}')`);
    expect(entry()?.events.map(({ kind, letter, problem }) => [kind, letter, problem])).toEqual([
      ['queued', null, null],
      ['refused', null, null],
      ['letter', null, null],
    ]);
  });

  it('copies once, at an opening, what the cache knows of texts of an older version', () => {
    create();
    accept();
    page({ letter: 'd', price: 0.04 });
    store.owned.exec('DELETE FROM ledger; DELETE FROM send_events');
    fillLedger(store.owned);
    const { owned, cache, now } = store;
    const open = (): void => reconcile({ owned, cache, now, changes: new Changes() });
    expect(entry()?.row.letter).toBeNull();
    open();
    expect(entry()?.row).toMatchObject({ letter: 'd', priceCharged: 0.04 });
    owned.run('UPDATE ledger SET letter = NULL');
    open();
    expect(entry()?.row.letter).toBeNull();
  });

  it('agrees with the outbox after any row of acts', () => {
    const states: readonly SendState[] = ['held', 'queued', 'sending', 'refused', 'checking', 'not-sent', 'unknown'];
    let seed = 11;
    const pick = (count: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * count);
    };
    for (let n = 0; n < 12; n += 1) {
      store.run('createSend', { send: buildSend(`s${n}`, { state: 'held', createdAt: NOON + n }) });
    }
    for (let step = 0; step < 150; step += 1) {
      const sendId = toSendId(`s${pick(12)}`);
      if (store.ask('findSend', { sendId }) === null) continue;
      if (pick(25) === 0) store.run('deleteSend', { sendId });
      else if (pick(6) === 0) {
        store.run('updateSend', { sendId, patch: { state: 'accepted', messageId: 100 + step, acceptedAt: NOON } });
      } else {
        const patch = { state: states[pick(states.length)] ?? 'held', attempts: step, attemptedAt: NOON + step };
        store.run('updateSend', { sendId, patch });
      }
    }
    const filter = { query: '', outcome: null, fromAt: null, toAt: null };
    const { rows } = store.ask('listLedger', { filter, before: null, limit: 50 });
    expect(rows).toHaveLength(12);
    for (const row of rows) {
      const send = store.ask('findSend', { sendId: toSendId(row.sendId) });
      const { state, attempts, leftAt, acceptedAt } = row;
      if (send === null) expect(state).toBe('discarded');
      else {
        expect({ state, attempts, leftAt, acceptedAt }).toEqual({
          ...{ state: send.state, attempts: send.attempts, leftAt: send.attemptedAt, acceptedAt: send.acceptedAt },
        });
      }
    }
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MOST_ARRIVALS } from '#main/store/commands/arrivals.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { ReadVia } from '#shared/domain/sync.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, buildChat, buildContact, buildMessage, phoneOf } from '../builders.ts';

const SECOND_MS = 1_000;

describe('arrivals', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('openNotices', {});
  });
  afterEach(() => store.close());

  const arrive = (via: ReadVia, ...messages: Message[]) =>
    store.run('commitMessages', { messages, source: 'page', via });
  const list = () => store.ask('listArrivals', { limit: 10 });
  const summarise = (sinceAt = 0) => store.ask('summariseArrivals', { sinceAt });
  const mark = (key: string, value: number) => store.run('setSyncMark', { key, value });
  const callBack = (direction: 'in' | 'out', messageId: number, letter = '') => {
    const said = { phone: null, referenceId: null, happenedAt: null, receivedAt: store.now };
    store.run('keepCallbacks', { events: [{ direction, messageId, letter, ...said }] });
  };

  it('are the texts that came in and the letters that changed, by the way they came first', () => {
    store.run('commitContacts', { contacts: [buildContact(1)] });
    store.run('commitChats', { chats: [buildChat(1)] });
    arrive('callback', buildMessage('in:1'), buildMessage('out:1', { letter: 'a' }));
    store.now += SECOND_MS;
    arrive('poll', buildMessage('in:1'), buildMessage('out:1', { letter: 'd' }));
    const who = { chatId: 1, phone: phoneOf(1), name: 'Zoë Number 1', happenedAt: NOON };
    expect(list()).toEqual([
      { key: 'out:1', letter: 'd', ...who, seenAt: NOON + SECOND_MS, via: 'poll' },
      { key: 'in:1', letter: '', ...who, seenAt: NOON, via: 'callback' },
    ]);
    arrive('callback', buildMessage('out:1', { letter: 'd' }));
    expect(list()).toHaveLength(2);
    expect(summarise()).toMatchObject({ byCallback: { count: 1 }, byPoll: { count: 1 } });
  });

  it('came by callback where one had come when they were found by asking, whatever the inbox forgets', () => {
    mark('live.sinceAt', NOON - MINUTE_MS);
    callBack('in', 1);
    callBack('out', 1, 'd');
    arrive('poll', buildMessage('in:1'), buildMessage('in:2'), buildMessage('out:1', { letter: 'a' }));
    store.now += SECOND_MS;
    arrive('poll', buildMessage('out:1', { letter: 'd' }));
    const ways = list().map(({ key, via }) => `${key} ${via}`);
    expect(ways.sort()).toEqual(['in:1 callback', 'in:2 poll', 'out:1 callback']);
    store.owned.run('DELETE FROM callback_events');
    store.now += 3 * MINUTE_MS;
    expect(summarise().healedCount).toBe(1);
  });

  it('are not what is no news: history, calls, our own texts, and what was there at the first reading', () => {
    const fresh = new StoreInOneThread();
    try {
      const commit = (messages: readonly Message[]) => fresh.run('commitMessages', { messages, source: 'page' });
      commit([buildMessage('in:5')]);
      fresh.run('openNotices', {});
      commit([buildMessage('in:4'), buildMessage('in:6', { kind: 'call' }), buildMessage('out:7')]);
      expect(fresh.ask('listArrivals', { limit: 5 })).toEqual([]);
    } finally {
      fresh.close();
    }
  });

  it('tell how long texts took, the middle of them, and leave letters out, whose time nobody tells', () => {
    for (const [index, lagMs] of [2_000, 9_000, 4_000].entries()) {
      arrive('callback', buildMessage(`in:${index + 1}`, { at: store.now - lagMs }));
    }
    arrive('poll', buildMessage('in:8', { at: store.now - 30_000 }), buildMessage('in:9', { at: store.now - 20_000 }));
    arrive('poll', buildMessage('out:1', { at: store.now - DAY_MS }));
    arrive('poll', buildMessage('out:1', { at: store.now - DAY_MS, letter: 'd' }));
    expect(summarise()).toEqual({
      sinceAt: 0,
      byCallback: { count: 3, medianLagMs: 4_000 },
      byPoll: { count: 3, medianLagMs: 25_000 },
      healedCount: 0,
    });
    expect(summarise(NOON + 1)).toMatchObject({ byPoll: { count: 0, medianLagMs: null } });
  });

  it('count the time by the clock of the service where it is known, and never below nothing', () => {
    mark('clock.skewMs', MINUTE_MS);
    arrive('callback', buildMessage('in:1', { at: NOON + MINUTE_MS - 3_000 }));
    expect(summarise().byCallback.medianLagMs).toBe(3_000);
    mark('clock.skewMs', -MINUTE_MS);
    arrive('poll', buildMessage('in:2', { at: NOON }));
    expect(summarise().byPoll.medianLagMs).toBe(0);
  });

  describe('found by asking', () => {
    it('are healed where callbacks are on and none told of them within two minutes', () => {
      mark('live.sinceAt', NOON - MINUTE_MS);
      arrive('poll', buildMessage('in:1'), buildMessage('in:2'));
      expect(summarise().healedCount).toBe(0);
      store.now += MINUTE_MS;
      callBack('in', 1);
      store.now += MINUTE_MS;
      expect(summarise().healedCount).toBe(1);
      callBack('in', 2);
      expect(summarise().healedCount).toBe(0);
    });

    it('stay healed when a callback comes too late, and told when the inbox forgets', () => {
      mark('live.sinceAt', NOON - MINUTE_MS);
      callBack('in', 2);
      arrive('poll', buildMessage('in:1'), buildMessage('in:2'));
      store.now += 2 * MINUTE_MS + 1;
      callBack('in', 1);
      arrive('poll', buildMessage('in:3'));
      store.owned.run('DELETE FROM callback_events');
      expect(summarise().healedCount).toBe(1);
    });

    it('are not healed by the callback of another letter, and are by that of their own', () => {
      mark('live.sinceAt', NOON - MINUTE_MS);
      const out = (letter: string) => buildMessage('out:1', { letter });
      arrive('poll', out('a'));
      callBack('out', 1, 'q');
      arrive('poll', out('d'));
      store.now += 3 * MINUTE_MS;
      expect(summarise().healedCount).toBe(1);
    });

    it('are owed no callback where they were written before callbacks were on, by the clock of the service', () => {
      mark('clock.skewMs', MINUTE_MS);
      mark('live.sinceAt', NOON);
      arrive('poll', buildMessage('in:1', { at: NOON + MINUTE_MS - SECOND_MS }), buildMessage('out:1', { at: NOON }));
      arrive('poll', buildMessage('out:1', { at: NOON, letter: 'd' }));
      store.now += 3 * MINUTE_MS;
      expect(summarise().healedCount).toBe(0);
      arrive('poll', buildMessage('in:2', { at: store.now + MINUTE_MS }));
      store.now += 3 * MINUTE_MS;
      expect(summarise().healedCount).toBe(1);
    });

    it('are owed no callback where they are letters that the service tells only if it likes', () => {
      mark('live.sinceAt', NOON - MINUTE_MS);
      arrive('poll', buildMessage('out:1', { letter: 'q' }));
      arrive('poll', buildMessage('out:1', { letter: 'a' }));
      store.now += 3 * MINUTE_MS;
      expect(summarise()).toMatchObject({ byPoll: { count: 1 }, healedCount: 0 });
    });

    it('are nothing special while callbacks are off', () => {
      mark('live.sinceAt', 0);
      arrive('poll', buildMessage('in:1'));
      mark('live.sinceAt', NOON);
      store.now += 3 * MINUTE_MS;
      expect(summarise().healedCount).toBe(0);
    });
  });

  it('are kept for seven days and two thousand of them', () => {
    arrive('poll', buildMessage('in:1'));
    store.now += 8 * DAY_MS;
    arrive('poll', buildMessage('in:2'));
    expect(list().map(({ key }) => key)).toEqual(['in:2']);
    for (let first = 100; first < 100 + MOST_ARRIVALS + 50; first += 100) {
      arrive('poll', ...Array.from({ length: 100 }, (_, index) => buildMessage(`in:${first + index}`)));
    }
    expect(store.cache.get('SELECT count(*) AS n FROM arrivals')).toEqual({ n: MOST_ARRIVALS });
  });
});

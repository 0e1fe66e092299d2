import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LedgerEntry, LedgerRow } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { toLedgerEntry, toLedgerRow, toLedgerState, toTotalsLine } from '#renderer/features/ledger/ledger-text.ts';
import { EVERYTHING, toLedgerFilter } from '#renderer/features/ledger/ledger-filter.ts';
import { mergeLedgerPage, LedgerList, PAGE_ROWS } from '#renderer/features/ledger/ledger-list.svelte.ts';
import { LedgerDetail } from '#renderer/features/ledger/ledger-detail.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildLedgerEntry, buildLedgerRow } from '#test/support/fake-ledger.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 9, 45);
const say = { texts, formats, now, currency: 'GBP' };
const changed = { chatIds: [1], everything: false };

const build = (id: number, changes: Partial<LedgerRow> = {}): LedgerEntry =>
  buildLedgerEntry(buildLedgerRow({ sendId: `s${String(id).padStart(4, '0')}`, createdAt: id * 1_000, ...changes }));
const idsOf = (rows: readonly LedgerRow[]): string[] => rows.map(({ sendId }) => sendId);

describe('a row', () => {
  it('tells the price that was charged, else about what it will be, and none for what did not leave', () => {
    const priceOf = (changes: Partial<LedgerRow>): string => toLedgerRow(buildLedgerRow(changes), say).price;
    expect(priceOf({ priceCharged: 0.076 })).toBe('£0.076');
    expect(priceOf({ priceCharged: 0 })).toBe('£0.00');
    expect(priceOf({ priceCharged: null })).toBe('about £0.038');
    expect(priceOf({ priceCharged: null, pricePredicted: null })).toBe('');
    expect(priceOf({ state: 'refused', priceCharged: null })).toBe('');
    expect(toLedgerRow(buildLedgerRow({ state: 'discarded', partsCharged: null }), say).parts).toBe('');
  });

  it('leaves the links of its files out of the text', () => {
    const textOf = (text: string, filesCount: number): string =>
      toLedgerRow(buildLedgerRow({ text, filesCount }), { ...say, webUrl: 'https://sb.example' }).text;
    expect(textOf('The picture\nsb.example/click/abc123', 1)).toBe('The picture');
    expect(textOf('sb.example/click/abc123', 1)).toBe('No text');
    expect(textOf('sb.example/click/abc123', 0)).toBe('sb.example/click/abc123');
  });

  it.each([
    ['held', null, 'Can still be undone', 'waiting', false],
    ['queued', null, 'Waiting', 'waiting', false],
    ['sending', null, 'Sending', 'waiting', false],
    ['accepted', null, 'Queued', 'queued', false],
    ['accepted', 'd', 'Delivered', 'delivered', false],
    ['accepted', 'f', 'Not delivered', 'failed', true],
    ['accepted', 'x', 'Unknown', 'unknown', false],
    ['refused', null, 'Not sent', 'failed', true],
    ['checking', null, 'Checking', 'unknown', false],
    ['unknown', null, 'Not confirmed', 'unknown', false],
    ['not-sent', null, 'Not sent', 'failed', true],
    ['discarded', null, 'Cancelled', 'taken-back', false],
  ] as const)('%s with the letter %s says %s', (state, letter, word, mark, isBad) => {
    expect(toLedgerState({ state, letter }, say)).toEqual({ word, mark, isBad });
  });
});

describe('the totals', () => {
  const byOutcome = { sent: 0, open: 0, checking: 0, stopped: 0, discarded: 0 };
  const totals = {
    count: 1_204,
    byOutcome,
    partsCharged: 1_390,
    priceCharged: 52.82,
    unpricedCount: 3,
    currency: 'GBP',
  };
  it('count texts, parts and money, and say what is not told yet', () => {
    expect(toTotalsLine(totals, say)).toBe('1,204 texts · 1,390 parts · £52.82; 3 not priced yet');
    expect(toTotalsLine({ ...totals, unpricedCount: 0 }, say)).toBe('1,204 texts · 1,390 parts · £52.82');
    const nothing = { ...totals, count: 1, partsCharged: 0, priceCharged: 0, unpricedCount: 0 };
    expect(toTotalsLine(nothing, say)).toBe('1 text');
  });
});

describe('one text', () => {
  it('says what was predicted against what was charged, and that nobody pays for what did not leave', () => {
    const costsOf = (changes: Partial<LedgerRow>): unknown => toLedgerEntry(build(1, changes), say).costs;
    expect(costsOf({ partsPredicted: 1, partsCharged: 2, priceCharged: 0.076 })).toEqual([
      { label: 'Parts', predicted: '1', charged: '2' },
      { label: 'Price', predicted: '£0.038', charged: '£0.076' },
    ]);
    const open = { partsCharged: null, priceCharged: null, pricePredicted: null };
    expect(costsOf(open)).toMatchObject([{ charged: 'Not known yet' }, { predicted: 'Unknown' }]);
    expect(costsOf({ ...open, state: 'discarded' })).toMatchObject([{ charged: 'Nothing' }, { charged: 'Nothing' }]);
  });

  it('tells events to the second, each with how it got here', () => {
    const event = { letter: null, via: null, problem: null, check: null, detail: null } as const;
    const entry = {
      ...build(1),
      events: [{ ...event, at: now + 7_000, kind: 'letter', letter: 'd', via: 'poll' }],
    } as const;
    expect(toLedgerEntry({ ...entry, events: [...entry.events] }, say).events).toEqual([
      { key: '0', time: 'Fri 20 Nov, 09:45:07', what: 'Delivered (d)', more: 'found by checking' },
    ]);
  });

  it('shows the written text only where another one left', () => {
    expect(toLedgerEntry(build(1), say).writtenText).toBeNull();
    expect(toLedgerEntry({ ...build(1), writtenText: 'Hi' }, say).writtenText).toBe('Hi');
  });
});

describe('what narrows the ledger', () => {
  it.each([
    ['today', Date.UTC(2026, 10, 20)],
    ['7', Date.UTC(2026, 10, 14)],
    ['30', Date.UTC(2026, 9, 21, 23)],
    ['year', Date.UTC(2026, 0, 1)],
    ['all', null],
  ] as const)('%s begins with a day of the eye', (range, fromAt) => {
    expect(toLedgerFilter({ ...EVERYTHING, query: ' a ', range }, say)).toEqual({
      query: 'a',
      outcome: null,
      fromAt,
      toAt: null,
    });
  });
});

describe('pages', () => {
  const rows = [5, 4, 3, 2, 1].map((id) => build(id).row);
  it('replace what they cover: what is new stands in its place, and what no longer fits is gone', () => {
    const page = { rows: [build(6).row, build(4).row], older: { createdAt: 4_000, sendId: 's0004' } };
    expect(idsOf(mergeLedgerPage(rows, null, page))).toEqual(['s0006', 's0004', 's0003', 's0002', 's0001']);
    const inner = { rows: [build(2).row], older: { createdAt: 2_000, sendId: 's0002' } };
    expect(idsOf(mergeLedgerPage(rows, { createdAt: 4_000, sendId: 's0004' }, inner))).toEqual([
      's0005',
      's0004',
      's0002',
      's0001',
    ]);
    const last = { rows: [build(3).row], older: null };
    expect(idsOf(mergeLedgerPage(rows, { createdAt: 4_000, sendId: 's0004' }, last))).toEqual([
      's0005',
      's0004',
      's0003',
    ]);
  });
});

describe('LedgerList', () => {
  let bridge: FakeBridge;
  let list: LedgerList;
  const pagesAsked = (): number => bridge.inputsOf('ledger.list').length;
  beforeEach(() => {
    vi.useFakeTimers();
    bridge = new FakeBridge();
    bridge.settings.ledger = Array.from({ length: 250 }, (_, index) => build(index + 1));
    list = new LedgerList(bridge, (question) => toLedgerFilter(question, { formats, now }));
  });
  afterEach(() => {
    list.dispose();
    vi.useRealTimers();
  });

  it('reads page by page to the oldest, each row once', async () => {
    await list.ask();
    expect(list.rows).toHaveLength(PAGE_ROWS);
    await list.loadOlder();
    await list.loadOlder();
    await list.loadOlder();
    expect(pagesAsked()).toBe(3);
    expect(new Set(idsOf(list.rows)).size).toBe(250);
    expect(list.rows.at(-1)?.sendId).toBe('s0001');
  });

  it('takes no answer to an older question, and shows what is here until the newer one is answered', async () => {
    await list.ask();
    const release = bridge.hold('ledger.list');
    const first = list.ask({ query: 'nothing like it' });
    const second = list.ask({ query: '' });
    expect(list.rows).toHaveLength(PAGE_ROWS);
    expect(list.isAsking).toBe(true);
    release();
    await Promise.all([first, second]);
    expect(list.rows).toHaveLength(PAGE_ROWS);
    expect(list.answered.query).toBe('');
  });

  it('goes on where a search walked far without finding', async () => {
    const real = bridge.request.bind(bridge);
    let walks = 0;
    vi.spyOn(bridge, 'request').mockImplementation((name, input) => {
      if (name !== 'ledger.list' || walks === 3) return real(name, input);
      walks += 1;
      const value = { rows: [], older: { createdAt: 200_000 - walks * 1_000, sendId: 's' } };
      return Promise.resolve({ ok: true, value }) as never;
    });
    await list.ask({ query: 'Marsh' });
    expect(walks).toBe(3);
    expect(list.rows[0]?.sendId).toBe('s0196');
  });

  it('puts news above and keeps its place, once a second at most', async () => {
    await list.ask();
    await list.loadOlder();
    list.setVisibleRange(120, 140);
    await vi.advanceTimersByTimeAsync(5_000);
    const before = pagesAsked();
    bridge.settings.ledger = [
      ...bridge.settings.ledger.map((entry) =>
        entry.row.sendId === 's0120' ? { ...entry, row: { ...entry.row, letter: 'f' } } : entry,
      ),
      build(251),
    ];
    for (let event = 0; event < 20; event += 1) bridge.emit('messages.changed', changed);
    await vi.advanceTimersByTimeAsync(10);
    expect(pagesAsked() - before).toBe(2);
    expect(list.rows[0]?.sendId).toBe('s0251');
    expect(list.hasGrownAbove).toBe(true);
    expect(list.rows.find(({ sendId }) => sendId === 's0120')?.letter).toBe('f');
    expect(list.rows).toHaveLength(2 * PAGE_ROWS + 1);
  });

  it('reads again what went stale out of sight once it is seen', async () => {
    await list.ask();
    await list.loadOlder();
    list.setVisibleRange(0, 20);
    bridge.settings.ledger = bridge.settings.ledger.map((entry) => ({ ...entry, row: { ...entry.row, letter: 'a' } }));
    bridge.emit('outbox.changed', {});
    await vi.advanceTimersByTimeAsync(3_000);
    expect(list.rows[150]?.letter).toBe('d');
    list.setVisibleRange(145, 160);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(list.rows[150]?.letter).toBe('a');
  });

  it.each([
    ['a page', () => list.loadOlder(), 150],
    ['the answer to another question', () => list.ask({ outcome: 'sent' }), 50],
  ] as const)('reads again what changed while %s was on its way', async (_what, ask, place) => {
    await list.ask();
    const real = bridge.request.bind(bridge);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const late = async (...given: Parameters<typeof real>) => {
      const reply = await real(...given);
      await promise;
      return reply;
    };
    vi.spyOn(bridge, 'request').mockImplementationOnce(late);
    const asking = ask();
    await vi.advanceTimersByTimeAsync(0);
    bridge.settings.ledger = bridge.settings.ledger.map((entry) => ({ ...entry, row: { ...entry.row, letter: 'a' } }));
    bridge.emit('outbox.changed', {});
    await vi.advanceTimersByTimeAsync(3_000);
    resolve(undefined);
    await asking;
    list.setVisibleRange(place - 5, place + 10);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(list.rows[place]?.letter).toBe('a');
  });

  it('says why it failed, and asks again', async () => {
    bridge.fail('ledger.list', toProblem('disk'));
    await list.ask();
    expect([list.status, list.problem?.code]).toEqual(['failed', 'disk']);
    bridge.fail('ledger.list', null);
    await list.ask();
    expect(list.status).toBe('ready');
  });

  it('exports what is shown, one file at a time', async () => {
    await list.ask({ query: 'Marsh', outcome: 'sent' });
    const release = bridge.hold('ledger.export');
    const first = list.export('csv');
    expect(await list.export('json')).toBeNull();
    release();
    expect(await first).toMatchObject({ ok: true, value: { rows: 250 } });
    expect(bridge.inputsOf('ledger.export')).toMatchObject([{ format: 'csv', filter: { outcome: 'sent' } }]);
  });

  it('leaves no listener and no timer behind (STATE-5)', async () => {
    const before = bridge.listenerCount;
    const other = new LedgerList(bridge, (question) => toLedgerFilter(question, { formats, now }));
    await other.ask();
    bridge.emit('messages.changed', changed);
    other.dispose();
    expect(bridge.listenerCount).toBe(before);
    const asked = pagesAsked();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pagesAsked()).toBe(asked);
  });
});

describe('LedgerDetail', () => {
  it('follows its text, and takes no answer about another one (STATE-2)', async () => {
    const bridge = new FakeBridge();
    bridge.settings.ledger = [build(1), build(2)];
    const detail = new LedgerDetail(bridge);
    const release = bridge.hold('ledger.get');
    const first = detail.open('s0001');
    const second = detail.open('s0002');
    release();
    await Promise.all([first, second]);
    expect(detail.entry?.row.sendId).toBe('s0002');
    await detail.open('s9999');
    expect([detail.entry, detail.problem?.code]).toEqual([null, 'not-found']);
    const answer = bridge.hold('ledger.get');
    const third = detail.open('s0001');
    expect(detail.problem).toBeNull();
    answer();
    await third;
    detail.close();
    expect([detail.sendId, detail.problem]).toEqual([null, null]);
    detail.dispose();
  });
});

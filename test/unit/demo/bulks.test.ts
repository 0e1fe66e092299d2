import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNumbers } from '#test/support/demo-people.ts';
import { DEBORAH, DemoOnFakeTimers, GARETH, NOW_AT } from './demo-on-fake-timers.ts';

type Fields = Record<string, unknown>;

let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'demo-bulk-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends to 1,200 people and says the id of the bulk. */
async function send(demo: DemoOnFakeTimers, phones = listNumbers(1_200)): Promise<number> {
  const body = { text: 'Hello {First name}', phones: phones.join(','), referenceId: 'many' };
  const answer = await demo.post('/messages', body);
  expect(answer).toMatchObject({ status: 202, body: { type: 'bulk', sessionId: null, messageId: null } });
  return Number((answer.body as Fields)['bulkId']);
}

const show = (demo: DemoOnFakeTimers, id: number): Promise<Fields> => demo.one(`/bulks/${id}`);

describe('a send to more than 1,000 people', () => {
  it('is worked off in portions, and has its session at the end', async () => {
    const demo = new DemoOnFakeTimers();
    const sessions = (await demo.list('/sessions?limit=100')).length;
    const id = await send(demo);
    expect(await show(demo, id)).toMatchObject({ status: 'n', itemsProcessed: 0, itemsTotal: 1_200, session: null });
    const progress: number[] = [];
    for (let step = 0; step < 20; step += 1) {
      demo.timers.advance(500);
      const bulk = await show(demo, id);
      progress.push(Number(bulk['itemsProcessed']));
      if (bulk['status'] === 'c') break;
      expect(bulk).toMatchObject({ status: 'w', session: null });
      const [newest] = await demo.list('/messages?limit=1');
      expect(newest?.['sessionId']).toBeNull();
      expect(await demo.list('/sessions?limit=100')).toHaveLength(sessions);
    }
    expect(progress).toEqual([250, 500, 750, 1_000, 1_200]);
    const { session } = await show(demo, id);
    expect(session).toMatchObject({ numbersCount: 1_200, price: 45.6, referenceId: 'many' });
    const [newest] = await demo.list('/messages?limit=1');
    expect(newest?.['sessionId']).toBe((session as Fields)['id']);
  });

  it('is 1,000 people at once, and one more in bulk', async () => {
    const demo = new DemoOnFakeTimers();
    const at = (count: number) => demo.post('/messages', { text: 'x', phones: listNumbers(count).join(',') });
    expect(await at(1_000)).toMatchObject({ status: 201, body: { type: 'session' } });
    expect(await at(1_001)).toMatchObject({ status: 202, body: { type: 'bulk' } });
  });

  it('is charged when it is accepted, and settled with what its messages cost', async () => {
    const demo = new DemoOnFakeTimers();
    const before = demo.service.world.data.balance;
    const id = await send(demo, [...listNumbers(1_199), GARETH]);
    expect(demo.service.world.data.balance).toBeCloseTo(before - 1_199 * 0.038, 6);
    const [, last = ''] = listNumbers(2);
    demo.service.receive({ sender: last, text: 'STOP' });
    demo.timers.advance(10_000);
    expect((await show(demo, id))['session']).toMatchObject({ price: 45.524 });
    expect(demo.service.world.data.balance).toBeCloseTo(before - 1_198 * 0.038, 6);
  });

  it('is refused as a whole when the balance does not reach', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.world.data.balance = 40;
    const answer = await demo.post('/messages', { text: 'x', phones: listNumbers(1_200).join(',') });
    expect(answer.status).toBe(400);
    expect(await demo.list('/bulks')).toEqual([]);
  });

  it('DEMO-11: goes on after a restart where it was, and sends nobody two messages', async () => {
    const first = new DemoOnFakeTimers({ dataDir });
    const id = await send(first);
    first.timers.advance(1_000);
    expect((await show(first, id))['itemsProcessed']).toBe(500);
    await first.service.dispose();
    const second = new DemoOnFakeTimers({ dataDir }, NOW_AT + 1_000);
    for (let step = 0; step < 10; step += 1) second.timers.advance(500);
    const { status, session } = await show(second, id);
    expect(status).toBe('c');
    const rows = second.service.world.outbound.rows.filter((row) => row.sessionId === (session as Fields)['id']);
    expect(rows.map(({ receiver }) => receiver)).toEqual(listNumbers(1_200));
    await second.service.dispose();
  });

  it('goes as fast as the speed setting says', async () => {
    const demo = new DemoOnFakeTimers({ speed: 10 });
    const id = await send(demo);
    demo.timers.advance(250);
    expect((await show(demo, id))['status']).toBe('c');
  });

  it('fills in what is known of each', async () => {
    const demo = new DemoOnFakeTimers();
    await send(demo, [...listNumbers(1_100), DEBORAH]);
    demo.timers.advance(10_000);
    const rows = demo.service.world.outbound.rows;
    expect(rows.findLast(({ receiver }) => receiver === DEBORAH)?.text).toBe('Hello Deborah');
    expect(rows.findLast(({ receiver }) => receiver === listNumbers(1)[0])?.text).toBe('Hello ');
  });
});

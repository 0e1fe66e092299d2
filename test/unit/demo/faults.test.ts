import { setImmediate as turnOver } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DEBORAH, DemoBench } from './support.ts';

function countTo(bench: DemoBench, phone: string): number {
  return bench.service.world.outbound.rows.filter((message) => message.receiver === phone).length;
}

describe('troubles', () => {
  it.each([429, 500, 502, 503])('answer %i with the service’s error body', async (status) => {
    const bench = new DemoBench();
    bench.service.faults.set([{ kind: 'status', status, retryAfterSeconds: 3 }]);
    const answer = await bench.get('/ping');
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code: status });
    expect(answer.response.headers['retry-after']).toBe('3');
  });

  it('maintenance comes as JSON or as a page', async () => {
    const bench = new DemoBench();
    bench.service.faults.set([{ kind: 'maintenance' }]);
    expect((await bench.get('/ping')).body).toMatchObject({ code: 503 });
    bench.service.faults.set([{ kind: 'maintenance-page' }]);
    const { service } = bench;
    const response = await service.handle({
      method: 'GET',
      path: '/api/v2/ping',
      query: '',
      headers: {},
      body: new Uint8Array(),
    });
    expect(response).toMatchObject({
      status: 503,
      headers: { 'content-type': expect.stringContaining('html') as unknown },
    });
  });

  it('DEMO-8: a reset before changes nothing, a reset after did its work', async () => {
    const bench = new DemoBench();
    const before = countTo(bench, DEBORAH);
    bench.service.faults.set([{ kind: 'reset-before', method: 'POST', path: '/messages' }]);
    expect((await bench.post('/messages', { text: 'x', phones: DEBORAH })).response.connection).toBe('reset');
    expect(countTo(bench, DEBORAH)).toBe(before);
    bench.service.faults.set([{ kind: 'reset-after', method: 'POST', path: '/messages' }]);
    expect((await bench.post('/messages', { text: 'x', phones: DEBORAH })).response.connection).toBe('reset');
    expect(countTo(bench, DEBORAH)).toBe(before + 1);
  });

  it.each([
    [{ kind: 'cut-after' }, { connection: 'cut' }],
    [
      { kind: 'status-after', status: 504 },
      { status: 504, connection: 'whole' },
    ],
  ] as const)('DEMO-8: %o did its work before the answer got lost', async (fault, answer) => {
    const bench = new DemoBench();
    const before = countTo(bench, DEBORAH);
    bench.service.faults.set([{ ...fault, method: 'POST', path: '/messages' }]);
    expect((await bench.post('/messages', { text: 'x', phones: DEBORAH })).response).toMatchObject(answer);
    expect(countTo(bench, DEBORAH)).toBe(before + 1);
  });

  it('meet only the requests that they are for, and only so often', async () => {
    const bench = new DemoBench();
    bench.service.faults.set([{ kind: 'status', status: 500, method: 'get', path: '/chats', times: 2 }]);
    expect((await bench.get('/ping')).status).toBe(200);
    expect((await bench.post('/chats/read/bulk', { all: 1 })).status).toBe(204);
    expect((await bench.get('/chats')).status).toBe(500);
    expect((await bench.get('/chats')).status).toBe(500);
    expect((await bench.get('/chats')).status).toBe(200);
    expect(bench.service.faults.list()).toEqual([]);
  });

  it('meet only the text that they are for', async () => {
    const bench = new DemoBench();
    bench.service.faults.set([{ kind: 'status', status: 500, containing: 'unlucky' }]);
    expect((await bench.post('/messages', { text: 'lucky one', phones: DEBORAH })).status).toBe(201);
    expect((await bench.post('/messages', { text: 'unlucky one', phones: DEBORAH })).status).toBe(500);
  });

  it('delay an answer by their time', async () => {
    const bench = new DemoBench();
    bench.service.faults.set([{ kind: 'delay', delayMs: 700 }]);
    let isAnswered = false;
    const answer = bench.get('/ping').then((one) => {
      isAnswered = true;
      return one;
    });
    bench.timers.advance(699);
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    bench.timers.advance(1);
    expect((await answer).status).toBe(200);
  });

  it('delay the answer to what was done at once', async () => {
    const bench = new DemoBench();
    const before = countTo(bench, DEBORAH);
    bench.service.faults.set([{ kind: 'delay-after', delayMs: 700, method: 'POST' }]);
    const answer = bench.post('/messages', { text: 'x', phones: DEBORAH });
    await turnOver();
    expect(countTo(bench, DEBORAH)).toBe(before + 1);
    bench.timers.advance(700);
    expect((await answer).status).toBe(201);
  });
});

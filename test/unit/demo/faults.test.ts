import { setImmediate as turnOver } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DEBORAH, DemoOnFakeTimers } from './demo-on-fake-timers.ts';

function countTo(demo: DemoOnFakeTimers, phone: string): number {
  return demo.service.world.outbound.rows.filter((message) => message.receiver === phone).length;
}

describe('troubles', () => {
  it.each([429, 500, 502, 503])('answer %i with the service’s error body', async (status) => {
    const demo = new DemoOnFakeTimers();
    demo.service.faults.set([{ kind: 'status', status, retryAfterSeconds: 3 }]);
    const answer = await demo.get('/ping');
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code: status });
    expect(answer.response.headers['retry-after']).toBe('3');
  });

  it('maintenance comes as JSON or as a page', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.faults.set([{ kind: 'maintenance' }]);
    expect((await demo.get('/ping')).body).toMatchObject({ code: 503 });
    demo.service.faults.set([{ kind: 'maintenance-page' }]);
    const { service } = demo;
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
    const demo = new DemoOnFakeTimers();
    const before = countTo(demo, DEBORAH);
    demo.service.faults.set([{ kind: 'reset-before', method: 'POST', path: '/messages' }]);
    expect((await demo.post('/messages', { text: 'x', phones: DEBORAH })).response.connection).toBe('reset');
    expect(countTo(demo, DEBORAH)).toBe(before);
    demo.service.faults.set([{ kind: 'reset-after', method: 'POST', path: '/messages' }]);
    expect((await demo.post('/messages', { text: 'x', phones: DEBORAH })).response.connection).toBe('reset');
    expect(countTo(demo, DEBORAH)).toBe(before + 1);
  });

  it.each([
    [{ kind: 'cut-after' }, { status: 201, send: expect.any(Function) as unknown }],
    [
      { kind: 'status-after', status: 504 },
      { status: 504, connection: 'whole' },
    ],
  ] as const)('DEMO-8: %o did its work before the answer got lost', async (fault, answer) => {
    const demo = new DemoOnFakeTimers();
    const before = countTo(demo, DEBORAH);
    demo.service.faults.set([{ ...fault, method: 'POST', path: '/messages' }]);
    expect((await demo.post('/messages', { text: 'x', phones: DEBORAH })).response).toMatchObject(answer);
    expect(countTo(demo, DEBORAH)).toBe(before + 1);
  });

  it.each([429, 500, 503])('answer %i with a web page where JSON was asked for', async (status) => {
    const demo = new DemoOnFakeTimers();
    const before = countTo(demo, DEBORAH);
    demo.service.faults.set([{ kind: 'status-page', status, retryAfterSeconds: 7 }]);
    const { response } = await demo.post('/messages', { text: 'x', phones: DEBORAH });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '7' });
    expect(new TextDecoder().decode(response.body)).toMatch(/^<!doctype html>/);
    expect(countTo(demo, DEBORAH)).toBe(before);
  });

  it('a gateway’s page after the work has the Date of the service’s clock, and says when to come again', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.settings.skewMs = 3_600_000;
    const { headers } = (await demo.get('/ping')).response;
    demo.service.faults.set([{ kind: 'status-after', status: 503, retryAfterSeconds: 9 }]);
    const { response } = await demo.get('/ping');
    expect(response.headers).toMatchObject({ date: headers['date'], 'retry-after': '9' });
    expect(response.headers['content-type']).toContain('html');
  });

  it('DEMO-8: half of an answer comes as if it were whole, and its work is done', async () => {
    const demo = new DemoOnFakeTimers();
    const { service } = demo;
    const credentials = { 'x-tm-username': service.username, 'x-tm-key': service.apiKey };
    const headers = { ...credentials, 'content-type': 'application/json' };
    const request = { method: 'GET', path: '/api/v2/chats', query: '', headers, body: new Uint8Array() };
    const whole = await service.handle(request);
    service.faults.set([{ kind: 'truncated' }]);
    const half = await service.handle(request);
    expect(half).toMatchObject({ status: 200, connection: 'whole' });
    expect(half.body).toEqual(whole.body.subarray(0, Math.floor(whole.body.length / 2)));
    expect(() => {
      JSON.parse(new TextDecoder().decode(half.body));
    }).toThrow();
    const before = countTo(demo, DEBORAH);
    const sent = await service.handle({
      ...{ ...request, method: 'POST', path: '/api/v2/messages' },
      body: new TextEncoder().encode(JSON.stringify({ text: 'x', phones: DEBORAH })),
    });
    expect(sent.status).toBe(201);
    expect(countTo(demo, DEBORAH)).toBe(before + 1);
  });

  it('a delay without a fixed length is somewhere between its ends, and not always the same', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.faults.set([{ kind: 'delay', delayMs: 100, toDelayMs: 900 }]);
    const delays: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const startAt = demo.timers.nowAt();
      const answers: unknown[] = [];
      void demo.get('/ping').then((answer) => answers.push(answer));
      for (let step = 0; step < 100 && answers.length === 0; step += 1) {
        demo.timers.advance(10);
        await turnOver();
      }
      delays.push(demo.timers.nowAt() - startAt);
    }
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...delays)).toBeLessThanOrEqual(910);
    expect(new Set(delays).size).toBeGreaterThan(5);
  });

  it('a delay takes as long as it says, however fast the service’s clock goes', async () => {
    const demo = new DemoOnFakeTimers({ rate: 1_000 });
    demo.service.faults.set([{ kind: 'delay', delayMs: 700 }]);
    let isAnswered = false;
    const answer = demo.get('/ping').then((one) => {
      isAnswered = true;
      return one;
    });
    demo.timers.advance(699);
    await turnOver();
    expect(isAnswered).toBe(false);
    demo.timers.advance(1);
    expect((await answer).status).toBe(200);
  });

  it('meet only the requests that they are for, and only so often', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.faults.set([{ kind: 'status', status: 500, method: 'get', path: '/chats', times: 2 }]);
    expect((await demo.get('/ping')).status).toBe(200);
    expect((await demo.post('/chats/read/bulk', { all: 1 })).status).toBe(204);
    expect((await demo.get('/chats')).status).toBe(500);
    expect((await demo.get('/chats')).status).toBe(500);
    expect((await demo.get('/chats')).status).toBe(200);
    expect(demo.service.faults.list()).toEqual([]);
  });

  it('meet only the text that they are for', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.faults.set([{ kind: 'status', status: 500, containing: 'unlucky' }]);
    expect((await demo.post('/messages', { text: 'lucky one', phones: DEBORAH })).status).toBe(201);
    expect((await demo.post('/messages', { text: 'unlucky one', phones: DEBORAH })).status).toBe(500);
  });

  it('delay the answer to what was done at once', async () => {
    const demo = new DemoOnFakeTimers();
    const before = countTo(demo, DEBORAH);
    demo.service.faults.set([{ kind: 'delay-after', delayMs: 700, method: 'POST' }]);
    const answer = demo.post('/messages', { text: 'x', phones: DEBORAH });
    await expect.poll(() => countTo(demo, DEBORAH)).toBe(before + 1);
    demo.timers.advance(700);
    expect((await answer).status).toBe(201);
  });
});

import { describe, expect, it } from 'vitest';
import { Exchange } from '#main/api/exchange.ts';

function start() {
  const aborted: Error[] = [];
  const exchange = new Exchange({ timeoutMs: 60_000, maxBytes: 10 });
  exchange.answer.catch(() => undefined);
  return { exchange, aborted, controller: { abort: (reason: Error) => void aborted.push(reason) } };
}

describe('Exchange', () => {
  it('API-4: ends a request that is about to be written a second time', async () => {
    const { exchange, aborted, controller } = start();
    exchange.onRequestStart(controller);
    expect(exchange.hasStarted).toBe(true);
    exchange.onRequestStart(controller);
    await expect(exchange.answer).rejects.toMatchObject({ why: 'repeated' });
    expect(aborted.length).toBeGreaterThan(0);
    expect(exchange.hasStarted).toBe(true);
  });

  it('API-5: stops a request that was given up, in the moment before its first byte', async () => {
    const { exchange, aborted, controller } = start();
    const reason = new Error('given up');
    exchange.end(reason);
    exchange.onRequestStart(controller);
    await expect(exchange.answer).rejects.toBe(reason);
    expect(aborted).toEqual([reason]);
    expect(exchange.hasStarted).toBe(false);
  });

  it('does not take an early hint for the answer', async () => {
    const { exchange, controller } = start();
    exchange.onRequestStart(controller);
    exchange.onResponseStart(controller, 103, { link: 'x' });
    exchange.onResponseStart(controller, 200, { 'X-Kind': ['a', 'b'] });
    exchange.onResponseData(controller, Buffer.from('ok'));
    exchange.onResponseEnd();
    expect(await exchange.answer).toMatchObject({ status: 200, headers: { 'x-kind': 'a, b' } });
  });

  it('settles once, whatever comes later', async () => {
    const { exchange, controller } = start();
    exchange.onRequestStart(controller);
    exchange.onResponseData(controller, Buffer.alloc(11));
    exchange.onResponseEnd();
    exchange.onResponseError(controller, new Error('late'));
    await expect(exchange.answer).rejects.toMatchObject({ why: 'too-large' });
  });
});

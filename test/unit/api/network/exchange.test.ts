import { afterEach, describe, expect, it, vi } from 'vitest';
import { Exchange } from '#main/api/network/exchange.ts';

function start() {
  const aborted: Error[] = [];
  const exchange = new Exchange({ timeoutMs: 60_000, maxBytes: 10 });
  exchange.answer.catch(() => undefined);
  return { exchange, aborted, controller: { abort: (reason: Error) => void aborted.push(reason) } };
}

/** An upload of ten bytes, whose clock can be watched. */
function startUpload(limits: { readonly timeoutMs: number; readonly answerTimeoutMs: number }) {
  const sent: number[] = [];
  const upload = { sizeBytes: 10, onSent: (bytes: number) => void sent.push(bytes) };
  const exchange = new Exchange({ ...limits, maxBytes: 10, upload });
  exchange.answer.catch(() => undefined);
  exchange.onRequestStart({ abort: () => undefined });
  return { exchange, sent };
}

describe('Exchange: uploads (API-10)', () => {
  afterEach(() => void vi.useRealTimers());

  it('can be accepted from its last byte on, and not before', () => {
    const { exchange, sent } = startUpload({ timeoutMs: 60_000, answerTimeoutMs: 60_000 });
    expect(exchange.canBeAccepted).toBe(false);
    exchange.onBodySent(Buffer.alloc(9));
    expect(exchange.canBeAccepted).toBe(false);
    exchange.onBodySent(Buffer.alloc(1));
    expect(exchange.canBeAccepted).toBe(true);
    expect(sent).toEqual([9, 10]);
    exchange.end(new Error('over'));
  });

  it('has its time for each step, and another one for the answer', async () => {
    vi.useFakeTimers();
    const { exchange } = startUpload({ timeoutMs: 1_000, answerTimeoutMs: 5_000 });
    for (let step = 0; step < 9; step += 1) {
      vi.advanceTimersByTime(900);
      exchange.onBodySent(Buffer.alloc(1));
    }
    vi.advanceTimersByTime(900);
    exchange.onBodySent(Buffer.alloc(1));
    vi.advanceTimersByTime(4_999);
    const early = await Promise.race([exchange.answer.catch(() => 'over'), Promise.resolve('open')]);
    expect(early).toBe('open');
    vi.advanceTimersByTime(1);
    await expect(exchange.answer).rejects.toMatchObject({ why: 'timeout' });
  });

  it('is over when nothing goes forward', async () => {
    vi.useFakeTimers();
    const { exchange } = startUpload({ timeoutMs: 1_000, answerTimeoutMs: 5_000 });
    exchange.onBodySent(Buffer.alloc(9));
    vi.advanceTimersByTime(1_000);
    await expect(exchange.answer).rejects.toMatchObject({ why: 'timeout' });
    expect(exchange.canBeAccepted).toBe(false);
  });
});

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

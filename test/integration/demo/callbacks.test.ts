import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { DemoOnFakeTimers } from '#test/unit/demo/demo-on-fake-timers.ts';

interface Received {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** A receiver of callbacks: it answers the test and everything else with a status. */
async function createReceiver(status = 200) {
  const received: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      if (incoming.method === 'POST') {
        const type = incoming.headers['content-type'] ?? '';
        received.push({ path: incoming.url ?? '', type, text: Buffer.concat(chunks).toString('utf8') });
      }
      outgoing.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, url, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

type Receiver = Awaited<ReturnType<typeof createReceiver>>;

const receivers: Receiver[] = [];

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function openReceiver(status?: number): Promise<Receiver> {
  const receiver = await createReceiver(status);
  receivers.push(receiver);
  return receiver;
}

function listFields(fixture: string): string[] {
  const file = new URL(`../../fixtures/wire/callbacks/${fixture}.json`, import.meta.url);
  const { body } = JSON.parse(readFileSync(file, 'utf8')) as { body: string };
  return Object.keys(JSON.parse(body) as object).sort();
}

async function configure(demo: DemoOnFakeTimers, receiver: Receiver, format: string): Promise<void> {
  const settings = { outUrl: `${receiver.url}/out`, inUrl: `${receiver.url}/in`, format };
  expect((await demo.call('PUT', '/callback/settings', settings)).status).toBe(200);
}

/** Sends one message and lets it be delivered, takes one in, and waits until every callback was answered. */
async function live(demo: DemoOnFakeTimers): Promise<void> {
  await demo.post('/messages', { text: 'Grüße & mehr 🐶', phones: '447700900318', referenceId: 'mine.7' });
  demo.timers.advance(10_000);
  demo.service.receive({ sender: '447700900318', text: 'a=b&c "d"\nzwei' });
  await demo.service.callbacks.settled();
}

describe('callbacks', () => {
  it('in JSON have the fields and types of the fixtures', async () => {
    const [demo, receiver] = [new DemoOnFakeTimers(), await openReceiver()];
    await configure(demo, receiver, 'j');
    await live(demo);
    const out = receiver.received
      .filter(({ path }) => path === '/out')
      .map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect(out.map((body) => body['status']).sort()).toEqual(expect.arrayContaining(['d', 'r']) as unknown);
    for (const body of out) expect(Object.keys(body).sort()).toEqual(listFields('delivery-json'));
    expect(out[0]).toMatchObject({ referenceId: 'mine.7', charset: 'UTF-16BE', partsCount: 1, price: 0.038 });
    const inbound = receiver.received
      .filter(({ path }) => path === '/in')
      .map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect(inbound).toHaveLength(1);
    expect(Object.keys(inbound[0] ?? {}).sort()).toEqual(listFields('inbound-json'));
    expect(inbound[0]).toMatchObject({ sender: '447700900318', receiver: '447700900002', text: 'a=b&c "d"\nzwei' });
  });

  it.each([
    ['u', 'application/x-www-form-urlencoded'],
    ['m', 'multipart/form-data'],
  ])('in format %s are %s and can be read back', async (format, type) => {
    const [demo, receiver] = [new DemoOnFakeTimers(), await openReceiver()];
    await configure(demo, receiver, format);
    await live(demo);
    const inbound = receiver.received.find(({ path }) => path === '/in');
    expect(inbound?.type).toContain(type);
    const form = await new Response(inbound?.text, { headers: { 'content-type': inbound?.type ?? '' } }).formData();
    expect(form.get('sender')).toBe('447700900318');
    // A browser-like reader of forms may write line ends as CRLF.
    const text = form.get('text');
    expect(typeof text === 'string' ? text.replaceAll('\r\n', '\n') : text).toBe('a=b&c "d"\nzwei');
  });

  it('have no referenceId when none was given', async () => {
    const [demo, receiver] = [new DemoOnFakeTimers(), await openReceiver()];
    await configure(demo, receiver, 'j');
    await demo.post('/messages', { text: 'x', phones: '447700900402' });
    await demo.service.callbacks.settled();
    const [body] = receiver.received.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect(body).toMatchObject({ status: 'g' });
    expect(Object.keys(body ?? {}).sort()).toEqual(listFields('delivery-json-without-reference'));
  });

  it('DEMO-12: an address that does not answer 200 is refused, and the old one stays', async () => {
    const [demo, good, bad] = [new DemoOnFakeTimers(), await openReceiver(), await openReceiver(204)];
    await configure(demo, good, 'j');
    for (const outUrl of [bad.url, 'http://127.0.0.1:9', 'not an address', 'ftp://127.0.0.1/x']) {
      const answer = await demo.call('PUT', '/callback/settings', { outUrl, inUrl: null, format: 'j' });
      expect(answer.status, outUrl).toBe(400);
      expect(answer.body).toMatchObject({ errors: { fields: { outUrl: [expect.any(String)] } } });
    }
    expect((await demo.one('/callback/settings'))['outUrl']).toBe(`${good.url}/out`);
  });

  it('DEMO-12: are posted once, whatever the answer', async () => {
    const [demo, receiver] = [new DemoOnFakeTimers(), await openReceiver()];
    await configure(demo, receiver, 'j');
    await live(demo);
    const keys = receiver.received.map(({ path, text }) => {
      const { id, status } = JSON.parse(text) as { id: number; status?: string };
      return `${path} ${id} ${status ?? ''}`;
    });
    expect(keys).toHaveLength(new Set(keys).size);
    expect(demo.service.callbacks.sent.every(({ answered }) => answered === 200)).toBe(true);
  });
});

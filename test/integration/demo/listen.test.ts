import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '#main/demo/listen.ts';
import type { Listening } from '#main/demo/listen.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import { toControl } from '#main/demo/steering/control.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';

const open: { dispose(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.dispose();
});

async function start(options: DemoOptions = {}): Promise<{ service: SteeredService; listening: Listening }> {
  const service = createSteeredService(options);
  const listening = await listen(service, { control: toControl(service) });
  open.push(service, listening);
  return { service, listening };
}

function toBasic(service: SteeredService): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${service.username}:${service.apiKey}`).toString('base64')}` };
}

function post(url: string, headers: Record<string, string>, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('the demo service on a socket', () => {
  it('answers on loopback, JSON for JSON, with empty bodies where there are none', async () => {
    const { service, listening } = await start();
    const headers = toBasic(service);
    const ping = await fetch(`${listening.baseUrl}/api/v2/ping`, { headers });
    expect(ping.status).toBe(200);
    expect(ping.headers.get('content-type')).toBe('application/json');
    expect(await ping.json()).toMatchObject({ ping: 'pong' });
    const read = await post(`${listening.baseUrl}/api/v2/chats/read/bulk`, headers, { all: true });
    expect(read.status).toBe(204);
    expect(await read.text()).toBe('');
    expect((await fetch(`${listening.baseUrl}/api/v2/ping`)).status).toBe(401);
  });

  it('serves a picture at the absolute address that a message gives', async () => {
    const { service, listening } = await start();
    const headers = toBasic(service);
    const chat = (await (
      await fetch(`${listening.baseUrl}/api/v2/chats/447700900229/by/phone?reopen=0`, { headers })
    ).json()) as { id: number };
    const page = (await (await fetch(`${listening.baseUrl}/api/v2/chats/${chat.id}/message`, { headers })).json()) as {
      resources: { files: { url: string }[] }[];
    };
    const url = page.resources.flatMap(({ files }) => files)[0]?.url ?? '';
    expect(url.startsWith(`${listening.webUrl}/files/`)).toBe(true);
    const picture = await fetch(url);
    expect(picture.headers.get('content-type')).toBe('image/png');
  });

  it('breaks the connection when told to: before and after the work, and in the middle of the answer', async () => {
    const { service, listening } = await start();
    const headers = toBasic(service);
    const count = (): number => service.world.outbound.rows.length;
    const before = count();
    for (const [kind, added] of [
      ['reset-before', 0],
      ['reset-after', 1],
      ['cut-after', 2],
    ] as const) {
      service.faults.set([{ kind }]);
      const sending = post(`${listening.baseUrl}/api/v2/messages`, headers, { text: 'x', phones: '447700900318' });
      await expect(sending.then((answer) => answer.text())).rejects.toThrow();
      expect(count() - before).toBe(added);
    }
  });

  it('truncates an answer with the length of what it sends, and lets a body dribble', async () => {
    const { service, listening } = await start();
    const headers = toBasic(service);
    const url = `${listening.baseUrl}/api/v2/chats`;
    service.faults.set([{ kind: 'truncated' }]);
    const half = await fetch(url, { headers });
    const text = await half.text();
    expect(half.status).toBe(200);
    expect(half.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(() => {
      JSON.parse(text);
    }).toThrow();
    service.faults.set([{ kind: 'slow-body', delayMs: 300 }]);
    const slow = await fetch(url, { headers });
    const sizes: number[] = [];
    for await (const chunk of slow.body ?? []) sizes.push((chunk as Uint8Array).length);
    expect(slow.headers.get('content-length')).toBe(String(sizes.reduce((sum, size) => sum + size, 0)));
    expect(sizes.length).toBeGreaterThan(1);
    service.faults.set([{ kind: 'slow-body', delayMs: 60_000 }]);
    const gone = new AbortController();
    const left = await fetch(url, { headers, signal: gone.signal });
    gone.abort();
    await expect(left.text()).rejects.toThrow();
    service.faults.set([]);
    expect((await fetch(url, { headers })).status).toBe(200);
  });

  it('shows the time of its own clock in the Date header', async () => {
    const { service, listening } = await start();
    service.settings.skewMs = 3_600_000;
    const { headers } = await fetch(`${listening.baseUrl}/api/v2/ping`, { headers: toBasic(service) });
    expect(Date.parse(headers.get('date') ?? '') - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('refuses a second service on the same port', async () => {
    const { listening } = await start();
    const other = createSteeredService();
    open.push(other);
    await expect(listen(other, { port: listening.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('DEMO-13: control', () => {
  it('moves the clock, lets it race, and counts what waits', async () => {
    const { service, listening } = await start();
    const url = `${listening.baseUrl}/control`;
    const steer = async (name: string, body: unknown): Promise<Record<string, unknown>> =>
      (await (await post(`${url}/${name}`, control, body)).json()) as Record<string, unknown>;
    const sendingTime = Math.floor(Date.now() / 1_000) + 86_400;
    await post(`${listening.baseUrl}/api/v2/messages`, toBasic(service), {
      text: 'x',
      phones: '447700900318',
      sendingTime,
    });
    const state = (await (await fetch(`${url}/state`, { headers: control })).json()) as Record<string, unknown>;
    expect(state).toMatchObject({ rate: 1, counts: { schedules: 1, bulks: 0, imports: 0 } });
    const sent = (): number => service.world.outbound.rows.filter(({ text }) => text === 'x').length;
    expect(await steer('clock', { rate: 1_000_000 })).toMatchObject({ rate: 1_000_000 });
    await expect.poll(sent).toBe(1);
    const { nowAt } = await steer('clock', { rate: 1, byMs: 5_000 });
    expect(Number(nowAt)).toBeGreaterThan(sendingTime * 1_000);
    expect((await post(`${url}/clock`, control, { rate: 0 })).status).toBe(400);
    expect((await post(`${url}/clock`, control, { byMs: -1 })).status).toBe(400);
    const settings = { strictPerSecond: 2, lookupsPerSecond: 3, skewMs: -500 };
    expect(await steer('settings', settings)).toMatchObject(settings);
  });

  const control = { 'x-demo-control': '1' };

  function askAs(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { ...control, host };
      const asked = request({ port, host: '127.0.0.1', path: '/control/state', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asked.on('error', reject);
      asked.end();
    });
  }

  it('answers neither without its header nor under a foreign host name', async () => {
    const { listening } = await start();
    expect((await fetch(`${listening.baseUrl}/control/state`)).status).toBe(403);
    expect(await askAs(listening.port, 'evil.example')).toBe(403);
    expect(await askAs(listening.port, `localhost:${listening.port}`)).toBe(200);
  });

  it('injects messages, advances the clock, sets faults, shapes, outcomes and shows what is there', async () => {
    const { service, listening } = await start();
    const url = `${listening.baseUrl}/control`;
    const injected = await post(`${url}/inbound`, control, {
      sender: '+447700900188',
      text: 'Hello',
      picture: 'dog-1.png',
    });
    expect(await injected.json()).toEqual({ id: service.world.inbound.rows.at(-1)?.id });
    expect(service.world.inbound.rows.at(-1)?.files).toHaveLength(1);
    await post(`${url}/outcome`, control, { phone: '447700900188', letter: 'j' });
    await post(`${listening.baseUrl}/api/v2/messages`, toBasic(service), { text: 'Hi', phones: '447700900188' });
    await post(`${url}/clock`, control, { byMs: 10_000 });
    const state = (await (await fetch(`${url}/state?phone=447700900188`, { headers: control })).json()) as {
      sent: { text: string; status: string }[];
    };
    expect(state.sent.at(-1)).toMatchObject({ text: 'Hi', status: 'j' });
    await post(`${url}/settings`, control, { shapes: 'spec', quirks: true, perSecond: 20, absent: 'pin,sessions' });
    expect(service.settings).toMatchObject({
      shapes: 'spec',
      quirks: true,
      perSecond: 20,
      absent: ['pin', 'sessions'],
    });
    await post(`${url}/faults`, control, { faults: [{ kind: 'status', status: 503, times: 1 }] });
    expect((await fetch(`${listening.baseUrl}/api/v2/ping`, { headers: toBasic(service) })).status).toBe(503);
    const seen = (await (await fetch(`${url}/requests`, { headers: control })).json()) as {
      requests: { path: string; status: number }[];
    };
    expect(seen.requests.at(-1)).toMatchObject({ path: '/api/v2/ping', status: 503 });
    expect((await post(`${url}/faults`, control, { faults: [{ kind: 'flood' }] })).status).toBe(400);
    expect((await post(`${url}/nothing`, control, {})).status).toBe(404);
  });
});

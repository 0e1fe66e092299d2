import { describe, expect, it } from 'vitest';
import { isAuthentic } from '#main/demo/authentication.ts';
import { SlidingRate } from '#main/demo/rate.ts';
import { DemoOnFakeTimers } from './demo-on-fake-timers.ts';

const account = { username: 'northgate-vets', apiKey: 'k:ey' };

function toBasic(text: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

describe('credentials', () => {
  it('are accepted in the two headers and as HTTP Basic, also with a colon in the key', () => {
    expect(isAuthentic({ 'x-tm-username': 'northgate-vets', 'x-tm-key': 'k:ey' }, account)).toBe(true);
    expect(isAuthentic(toBasic('northgate-vets:k:ey'), account)).toBe(true);
  });

  it.each([
    ['none', {}],
    ['a wrong key', { 'x-tm-username': 'northgate-vets', 'x-tm-key': 'no' }],
    ['another user', toBasic('someone:k:ey')],
    ['half of them', { 'x-tm-username': 'northgate-vets' }],
    ['a broken header', { authorization: 'Basic ***' }],
    ['another scheme', { authorization: 'Bearer k:ey' }],
  ])('are refused: %s', (_what, headers: Record<string, string>) => {
    expect(isAuthentic(headers, account)).toBe(false);
  });
});

describe('DEMO-4: the rate', () => {
  it('never lets more than 50 through in any sliding second, and does not count refused ones', () => {
    const rate = new SlidingRate();
    const passedAt: number[] = [];
    for (let at = 0; at < 5_000; at += 7) if (rate.admits(at, 50)) passedAt.push(at);
    for (const from of passedAt) {
      expect(passedAt.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(50);
    }
    expect(passedAt.length).toBeGreaterThanOrEqual(245);
  });

  it('the 51st request of a second is a 429, and a second later one passes again', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.settings.perSecond = 50;
    for (let count = 0; count < 50; count += 1) expect((await demo.get('/ping')).status).toBe(200);
    expect((await demo.get('/ping')).status).toBe(429);
    demo.timers.advance(1_000);
    expect((await demo.get('/ping')).status).toBe(200);
  });
});

describe('the stricter rate', () => {
  it('is shared by its routes and their twins, five in any sliding second, whatever becomes of them', async () => {
    const demo = new DemoOnFakeTimers();
    const strict = [
      ['PUT', '/contacts/1'],
      ['PUT', '/contacts/1/normalized'],
      ['POST', '/lists/1/contacts'],
      ['PUT', '/lists/1/contacts'],
      ['PUT', '/contacts/2'],
    ] as const;
    for (const [method, path] of strict) expect((await demo.call(method, path, {})).status, path).not.toBe(429);
    for (const [method, path] of strict) expect((await demo.call(method, path, {})).status, path).toBe(429);
    expect((await demo.get('/ping')).status).toBe(200);
    demo.timers.advance(1_000);
    for (const [method, path] of strict) expect((await demo.call(method, path, {})).status, path).not.toBe(429);
  });

  it('what it refuses counts in neither rate', async () => {
    const demo = new DemoOnFakeTimers();
    Object.assign(demo.service.settings, { perSecond: 4, strictPerSecond: 1 });
    expect((await demo.call('PUT', '/contacts/1', {})).status).toBe(404);
    for (let count = 0; count < 5; count += 1) expect((await demo.call('PUT', '/contacts/1', {})).status).toBe(429);
    for (let count = 0; count < 3; count += 1) expect((await demo.get('/ping')).status).toBe(200);
    expect((await demo.get('/ping')).status).toBe(429);
    demo.timers.advance(1_000);
    expect((await demo.call('PUT', '/contacts/1', {})).status).toBe(404);
  });

  it('a second of the wire is a real one, however fast the service’s clock goes', async () => {
    const demo = new DemoOnFakeTimers({ rate: 1_000 });
    demo.service.settings.perSecond = 1;
    expect((await demo.get('/ping')).status).toBe(200);
    demo.timers.advance(999);
    expect((await demo.get('/ping')).status).toBe(429);
    demo.timers.advance(1);
    expect((await demo.get('/ping')).status).toBe(200);
  });
});

describe('the rate of look-ups', () => {
  it('is one of real seconds, however fast the service’s clock goes', async () => {
    const demo = new DemoOnFakeTimers({ rate: 1_000 });
    const lookUp = async (): Promise<number> => (await demo.get('/lookups/447700900318')).status;
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      statuses.push(await lookUp());
      demo.timers.advance(10);
    }
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429, 429, 429, 429, 429]);
    demo.timers.advance(1_000);
    expect(await lookUp()).toBe(200);
  });
});

describe('routes', () => {
  it('an unknown path, an unknown id and a number that is none are a 404', async () => {
    const demo = new DemoOnFakeTimers();
    for (const path of ['/nothing', '/chats/1', '/chats/x', '/messages/%', '/contacts/phone/447700900000']) {
      expect((await demo.get(path)).status, path).toBe(404);
    }
  });

  it('urlencoded bodies are read like JSON ones', async () => {
    const demo = new DemoOnFakeTimers();
    const { service } = demo;
    const [chat] = await demo.list('/chats?limit=1');
    const id = Number(chat?.['id']);
    const headers = {
      authorization: toBasic(`${service.username}:${service.apiKey}`)['authorization'] ?? '',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new TextEncoder().encode(`id=${id}&status=c`);
    const response = await service.handle({ method: 'POST', path: '/api/v2/chats/status', query: '', headers, body });
    expect(response.status).toBe(201);
    expect(service.world.chats.find(id)?.status).toBe('c');
  });
});

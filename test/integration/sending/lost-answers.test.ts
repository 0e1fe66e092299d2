/** Every way in which sending one message fails, told apart; and what becomes of those whose answer got lost. */
import { describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/steering/faults.ts';
import type { Send, SendState } from '#shared/domain/sends.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { findClosedPort, startServer } from '../api/support/scripted-server.ts';
import { createSelfSigned } from '../api/support/self-signed.ts';
import { openOutboxOnDemo } from './outbox-on-demo.ts';
import type { OutboxOnDemo } from './outbox-on-demo.ts';

const MINUTE = 60_000;
const POST = { method: 'POST', path: '/messages' } as const;
const fail = ({ demo }: OutboxOnDemo, fault: Fault, ...more: Fault[]): void =>
  demo.faults.set([{ ...POST, ...fault }, ...more]);

/** Until two minutes and more after the loss, in the steps of the plan. */
async function passSettling(setup: OutboxOnDemo, send: Send): Promise<Send> {
  for (const ms of [1_000, 3_000, 11_000, 30_000, 75_000]) await setup.pass(send, ms);
  return await setup.read(send);
}

describe('a failed request is told apart', () => {
  const cases: readonly (readonly [what: string, fault: Fault, state: SendState, code: string, copies: number])[] = [
    ['429', { kind: 'status', status: 429 }, 'queued', 'rate-limited', 0],
    ['503 in the words of the service', { kind: 'maintenance' }, 'queued', 'maintenance', 0],
    ['503 as a page', { kind: 'maintenance-page' }, 'checking', 'maintenance', 0],
    ['503 of a gateway, after the work was done', { kind: 'status-after', status: 503 }, 'checking', 'maintenance', 1],
    ['500', { kind: 'status', status: 500 }, 'checking', 'server', 0],
    ['502', { kind: 'status', status: 502 }, 'checking', 'server', 0],
    ['504', { kind: 'status', status: 504 }, 'checking', 'server', 0],
    ['502 after the work was done', { kind: 'status-after', status: 502 }, 'checking', 'server', 1],
    ['504 after the work was done', { kind: 'status-after', status: 504 }, 'checking', 'server', 1],
    ['a connection that breaks before the work', { kind: 'reset-before' }, 'checking', 'offline', 0],
    ['a connection that breaks after the work', { kind: 'reset-after' }, 'checking', 'offline', 1],
    ['an answer that breaks off', { kind: 'cut-after' }, 'checking', 'offline', 1],
    ['an answer that comes too late', { kind: 'delay-after', delayMs: 4_000 }, 'checking', 'timeout', 1],
    ['400', { kind: 'status', status: 400 }, 'refused', 'validation', 0],
    ['403', { kind: 'status', status: 403 }, 'refused', 'forbidden', 0],
    ['404', { kind: 'status', status: 404 }, 'refused', 'not-found', 0],
    ['401 to a key that opens the account', { kind: 'status', status: 401 }, 'refused', 'forbidden', 0],
    ['401 to a wrong key', { kind: 'status', status: 401 }, 'queued', 'unauthorized', 0],
  ];

  it.each(cases)('%s', async (_what, fault, state, code, copies) => {
    const setup = await openOutboxOnDemo({ writeTimeoutMs: fault.kind === 'delay-after' ? 2_000 : 10_000 });
    // Nothing can be read with a wrong key either.
    fail(setup, fault, ...(code === 'unauthorized' ? [{ kind: 'status', status: 401, path: '/user' } as const] : []));
    const send = await setup.send('Told apart.');
    expect(send).toMatchObject({ state, attempts: 1, problem: { code } });
    expect(send.check).toEqual(state === 'checking' ? expect.objectContaining({ finding: 'not-looked' }) : null);
    expect(setup.outbox.isPaused).toBe(code === 'unauthorized');
    // A request that is answered late is counted when it was answered.
    await until(() => expect(setup.countRequests('POST', '/messages')).toBe(1));
    expect(setup.count('Told apart.')).toBe(copies);
    expect(setup.bugs).toEqual([]);
  });

  it('an answer that claims success and is no receipt', async () => {
    const server = await startServer((seen, response) => {
      response.writeHead(seen.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
      response.end(seen.method === 'POST' ? '{"id": 730051, "type": "mess' : '[]');
    });
    const setup = await openOutboxOnDemo({ baseUrl: server.origin });
    expect(await setup.send('Told apart.')).toMatchObject({ state: 'checking', problem: { code: 'bad-response' } });
    expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a request that surely went nowhere', () => {
  // A name that no resolver is asked for: a part of it is longer than names may have.
  const nowhere = `http://${'a'.repeat(64)}.invalid`;
  const places = [
    ['a name that leads nowhere', () => Promise.resolve(nowhere)],
    ['a port where nobody listens', async () => `http://127.0.0.1:${String(await findClosedPort())}`],
    [
      'a certificate that nobody vouches for',
      async () => (await startServer((_seen, response) => response.end(), createSelfSigned())).origin,
    ],
  ] as const;

  it.each(places)('because of %s stays queued', async (_what, place) => {
    const setup = await openOutboxOnDemo({ baseUrl: await place(), isUnreachable: true });
    expect(await setup.send('Nowhere.')).toMatchObject({ state: 'queued', check: null, problem: { code: 'offline' } });
    expect(setup.bugs).toEqual([]);
  });
});

describe('a message whose answer got lost after the service took it', () => {
  const worlds = listShapes(['spec', 'sdk'], 'sdk').flatMap((shapes) =>
    [true, false].map((quirks) => ({ shapes, quirks })),
  );

  it.each(worlds)('is found once (%o)', async ({ shapes, quirks }) => {
    const setup = await openOutboxOnDemo({ shapes, quirks });
    fail(setup, { kind: 'reset-after', times: 1 });
    const lost = await setup.send('Did it arrive?');
    const found = await setup.pass(lost, 1_000);
    const message = setup.demo.world.outbound.rows.at(-1);
    const ids = { messageId: message?.id, sessionId: message?.sessionId };
    expect(found).toMatchObject({ state: 'accepted', ...ids, problem: null, check: { finding: 'found', looks: 1 } });
    expect([setup.count(lost.text), setup.countRequests('POST', '/messages')]).toEqual([1, 1]);
    expect(setup.countRequests('GET', '/messages')).toBe(1);
    expect(setup.bugs).toEqual([]);
  });

  it.each(worlds)(
    'stays open with its message as evidence where the service has no list of sends (%o)',
    async (world) => {
      const setup = await openOutboxOnDemo(world);
      setup.demo.settings.absent = ['sessions'];
      fail(setup, { kind: 'reset-after', times: 1 });
      const lost = await setup.send('Did it arrive?');
      const looked = await setup.pass(lost, 1_000);
      const alike = [{ messageId: setup.demo.world.outbound.rows.at(-1)?.id, text: lost.text }];
      expect(looked).toMatchObject({
        state: 'checking',
        messageId: null,
        check: { finding: 'alike', looks: 1, alike },
      });
      expect(await passSettling(setup, lost)).toMatchObject({ state: 'checking', attempts: 1 });
      expect([setup.count(lost.text), setup.countRequests('POST', '/messages')]).toEqual([1, 1]);
      expect(setup.bugs).toEqual([]);
    },
  );

  it('stays open where the account has no right to the list of sends, which is no refused key', async () => {
    const setup = await openOutboxOnDemo();
    fail(setup, { kind: 'reset-after', times: 1 }, { kind: 'status', status: 401, path: '/sessions' });
    const looked = await setup.pass(await setup.send('Did it arrive?'), 1_000);
    expect(looked).toMatchObject({ state: 'checking', check: { finding: 'alike', readSends: false } });
    expect(setup.outbox.isPaused).toBe(false);
  });

  it('is found by its reference however the service wrote it', async () => {
    const setup = await openOutboxOnDemo();
    fail(setup, { kind: 'reset-after', times: 1 });
    const lost = await setup.send('Did it arrive?');
    const message = setup.demo.world.outbound.rows.at(-1);
    Reflect.set(message ?? {}, 'text', 'Written otherwise');
    expect(await setup.pass(lost, 1_000)).toMatchObject({ state: 'accepted', messageId: message?.id });
  });

  it('is found after the next start, where the app died before it looked', async () => {
    const setup = await openOutboxOnDemo();
    fail(setup, { kind: 'reset-after', times: 1 });
    const lost = await setup.send('Did it arrive?');
    await setup.outbox.dispose();
    const next = setup.reopen();
    next.start();
    await until(async () => expect((await setup.read(lost)).state).toBe('accepted'));
    expect(setup.count(lost.text)).toBe(1);
  });

  it('and its twin from the same person are found one each', async () => {
    const setup = await openOutboxOnDemo();
    fail(setup, { kind: 'reset-after', times: 2 });
    const [one, other] = [await setup.send('Yes'), await setup.send('Yes')];
    await setup.pass(one, 1_000);
    await setup.pass(other, 1_000);
    const ids = [await setup.read(one), await setup.read(other)].map(({ messageId }) => messageId);
    expect(ids).toEqual(setup.demo.world.outbound.rows.slice(-2).map(({ id }) => id));
  });
});

describe('a message that got lost before the service saw it', () => {
  it.each(['with', 'without'])('is not sent, with its evidence, and once after a person (%s sends)', async (which) => {
    const setup = await openOutboxOnDemo();
    if (which === 'without') setup.demo.settings.absent = ['sessions'];
    fail(setup, { kind: 'reset-before', times: 1 });
    const lost = await setup.send('Never arrived.');
    const early = await setup.pass(lost, 1_000);
    expect(early).toMatchObject({ state: 'checking', check: { finding: 'not-there', looks: 1 } });
    const settled = await passSettling(setup, lost);
    const evidence = { finding: 'not-there', nextLookAt: null, alike: [], readSends: which === 'with' };
    expect(settled).toMatchObject({ state: 'not-sent', check: evidence });
    expect(settled.check?.readBackTo).toBeLessThan(lost.attemptedAt ?? 0);
    expect([setup.count(lost.text), setup.countRequests('POST', '/messages')]).toEqual([0, 1]);
    await setup.outbox.retry(lost.id, { mayDouble: false });
    await until(async () => expect((await setup.read(lost)).state).toBe('accepted'));
    expect(await setup.read(lost)).toMatchObject({ attempts: 2, check: null });
    expect(setup.count(lost.text)).toBe(1);
    expect(setup.bugs).toEqual([]);
  });
});

describe('what nobody can decide', () => {
  it('stays checking where another client sent the same words at another time, and a person decides', async () => {
    const setup = await openOutboxOnDemo();
    fail(setup, { kind: 'reset-before', times: 1 });
    const lost = await setup.send('See you at nine.');
    await setup.pass(lost, 1_000);
    setup.demo.advance(11 * MINUTE);
    await sendElsewhere(setup, lost.text);
    const settled = await passSettling(setup, lost);
    const twin = setup.demo.world.outbound.rows.at(-1);
    const alike = [{ messageId: twin?.id, text: lost.text }];
    expect(settled).toMatchObject({ state: 'checking', attempts: 1, check: { finding: 'alike', alike } });
    await expect(setup.outbox.retry(lost.id, { mayDouble: false })).rejects.toMatchObject({ code: 'validation' });
    await setup.outbox.retry(lost.id, { mayDouble: true });
    await until(async () => expect((await setup.read(lost)).state).toBe('accepted'));
    expect(setup.count(lost.text)).toBe(2);
  });

  it.each([
    ['no list', [{ kind: 'status', status: 403, method: 'GET' }], 'unreachable'],
    ['not the list of its sends', [{ kind: 'status', status: 400, method: 'GET', path: '/sessions' }], 'partly'],
    ['not the list of messages', [{ kind: 'status', status: 400, method: 'GET', path: '/messages' }], 'partly'],
  ] as const)('stays checking while the service shows %s', async (_what, faults, finding) => {
    const setup = await openOutboxOnDemo();
    fail(setup, { kind: 'reset-before', times: 1 }, ...faults);
    const lost = await setup.send('Half an answer.');
    expect(await passSettling(setup, lost)).toMatchObject({ state: 'checking', attempts: 1, check: { finding } });
    expect(setup.countRequests('POST', '/messages')).toBe(1);
    setup.demo.faults.set([]);
    await setup.outbox.lookNow(lost.id);
    expect(await setup.read(lost)).toMatchObject({ state: 'not-sent', check: { nextLookAt: null } });
  });
});

/** The same words to the same number by somebody else's program, which gives no reference. */
async function sendElsewhere({ demo, phone }: OutboxOnDemo, text: string): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify({ text, phones: phone }));
  const headers = {
    'content-type': 'application/json',
    'x-tm-username': demo.username,
    'x-tm-key': demo.apiKey,
  };
  const answer = await demo.handle({ method: 'POST', path: '/api/v2/messages', query: '', headers, body });
  expect(answer.status).toBe(201);
}

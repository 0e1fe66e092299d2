import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { FakeSendingService, FakeSendingStore } from '#test/support/sending/fake-sending.ts';
import { FakeFiles } from '#test/support/sending/fake-uploads.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { makeChat } from '#test/support/sync/builders.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';

let clock: FakeClock;
let service: FakeSendingService;
let store: FakeSendingStore;
let outbox: Outbox;
let accepted: PhoneKey[];
let pauses: boolean[];
let broken: unknown[];

const parts = () => ({ service, store, clock, files: new FakeFiles(), webUrl: 'https://web.example' });

function open(): Outbox {
  return createOutbox({
    ...parts(),
    onAccepted: (phone) => accepted.push(phone),
    onPauseChange: (isPaused) => pauses.push(isPaused),
    onBroken: (error) => broken.push(error),
  });
}

beforeEach(() => {
  clock = new FakeClock(1_000_000);
  service = new FakeSendingService();
  store = new FakeSendingStore();
  [accepted, pauses, broken] = [[], [], []];
  outbox = open();
  outbox.start();
});

afterEach(() => {
  service.isHolding = false;
  for (const { end } of service.held) end();
  return outbox.dispose();
});

const ada = toPhoneKey('447700900001');
const textsOf = (requests: readonly { readonly text: string }[]): string[] => requests.map(({ text }) => text);

describe('one message', () => {
  it('is on disk as sending before its request leaves (SEND-2)', async () => {
    const send = makeSend(1);
    let seen: unknown;
    service.onRequest = () => (seen = store.get(send.id).state);
    await outbox.create(send);
    expect(service.requests).toEqual([]);
    await clock.advance(0);
    expect(seen).toBe('sending');
  });

  it('becomes accepted with the ids of the service, is shown, and is told of', async () => {
    const send = makeSend(1, { from: 'harbour' });
    await outbox.create(send);
    await clock.advance(0);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', attempts: 1, messageId: 1, sessionId: 101 });
    expect(store.shown).toEqual([send.id]);
    expect(accepted).toEqual([ada]);
    expect(service.requests).toEqual([
      { phone: ada, text: 'text 1', from: 'harbour', referenceId: send.id, createChat: false },
    ]);
  });

  it('to a new number brings the chat that the service opened', async () => {
    const chat = makeChat(5, { phone: ada });
    service.chats.set(ada, chat);
    await outbox.create(makeSend(1, { createChat: true }));
    await clock.advance(0);
    expect(store.chats).toEqual([chat]);
  });

  it('leaves nothing when the disk refuses to take it', async () => {
    store.failNext('createSend');
    await expect(outbox.create(makeSend(1))).rejects.toMatchObject({ code: 'disk' });
    await clock.advance(60_000);
    expect(service.requests).toEqual([]);
  });
});

describe('failures', () => {
  it('surely not accepted: leaves again by itself, later each time', async () => {
    service.failNext({ code: 'offline' }, { times: 3 });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    expect(store.get(send.id)).toMatchObject({ state: 'queued', problem: { code: 'offline' } });
    await clock.advance(60_000);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', attempts: 4, problem: null });
    expect(service.accepted).toHaveLength(1);
  });

  it('leaves at once when the service is back', async () => {
    service.failNext({ code: 'offline' }, { times: 6 });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(50_000);
    service.heal();
    outbox.wake();
    await clock.advance(0);
    expect(store.get(send.id).state).toBe('accepted');
  });

  it('waits no longer than planned when the clock is set back meanwhile (SEND-6)', async () => {
    service.failNext({ code: 'offline' });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    clock.jump(-86_400_000);
    await clock.advance(20_000);
    expect(store.get(send.id).state).toBe('accepted');
  });

  it('leaves soon after the computer slept past the end of its wait', async () => {
    service.failNext({ code: 'rate-limited', retryAfterMs: 600_000 });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    clock.jump(8 * 3_600_000);
    await clock.advance(15_000);
    expect(store.get(send.id).state).toBe('accepted');
    expect(service.requests).toHaveLength(2);
  });

  it('waits as long as the service asks, whoever says that the link is back', async () => {
    service.failNext({ code: 'rate-limited', retryAfterMs: 90_000 });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    outbox.wake();
    await clock.advance(89_000);
    expect(store.get(send.id).state).toBe('queued');
    await clock.advance(2_000);
    expect(store.get(send.id).state).toBe('accepted');
  });

  it('refused: keeps the reason and stays until a person acts', async () => {
    service.failNext({ code: 'validation', outcome: 'refused', fields: { phones: ['not a number'] } });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(3_600_000);
    expect(store.get(send.id)).toMatchObject({ state: 'refused', problem: { fields: { phones: ['not a number'] } } });
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    [{ code: 'server', outcome: 'unknown' }],
    [{ code: 'timeout', outcome: 'unknown' }],
    [{ code: 'bad-response', outcome: 'unknown' }],
  ] as const)('unknown outcome %j: is checking and never leaves again by itself (SEND-1)', async (error) => {
    service.lists.fail('listOutboundMessages', { code: 'server' });
    service.failNext(error, { isAfter: true });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(3_600_000);
    outbox.wake();
    await clock.advance(3_600_000);
    expect(store.get(send.id).state).toBe('checking');
    expect(service.requests).toHaveLength(1);
  });

  it('a bug in the middle of a request is reported, and the message is checking (SEND-1)', async () => {
    service.failNext(new TypeError('a bug'));
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(60_000);
    expect(store.get(send.id).state).toBe('checking');
    expect(broken).toHaveLength(1);
    expect(service.requests).toHaveLength(1);
  });

  it('a disk that fails after acceptance does not lose it, and the message leaves once (SEND-3)', async () => {
    const send = makeSend(1);
    service.onRequest = () => store.failNext('updateSend', 3);
    await outbox.create(send);
    await clock.advance(60_000);
    expect(store.get(send.id).state).toBe('accepted');
    expect(service.requests).toHaveLength(1);
    expect(broken).toHaveLength(3);
  });

  it('a disk that fails before leaving keeps the message here, and it leaves later', async () => {
    store.failNext('updateSend');
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    expect(service.requests).toEqual([]);
    await clock.advance(60_000);
    expect(store.get(send.id).state).toBe('accepted');
  });
});

describe('a refused key', () => {
  it('pauses everything, loses nothing, and goes on when woken', async () => {
    service.failNext({ code: 'unauthorized', outcome: 'refused' });
    await outbox.create(makeSend(1));
    await clock.advance(0);
    expect(outbox.isPaused).toBe(true);
    await outbox.create(makeSend(2, { phone: toPhoneKey('447700900002') }));
    await clock.advance(3_600_000);
    expect(service.requests).toHaveLength(1);
    outbox.wake();
    await clock.advance(0);
    expect(textsOf(service.accepted)).toEqual(['text 1', 'text 2']);
    expect(pauses).toEqual([true, false]);
  });
});

describe('order', () => {
  it('is kept strictly for one number (SEND-5)', async () => {
    service.failNext({ code: 'offline' }, { times: 2 });
    for (const id of [1, 2, 3, 4]) await outbox.create(makeSend(id));
    await clock.advance(60_000);
    expect(textsOf(service.accepted)).toEqual(['text 1', 'text 2', 'text 3', 'text 4']);
  });

  it('has one request at a time for one number, and four numbers at once (SEND-5)', async () => {
    service.isHolding = true;
    for (const id of [1, 2, 3, 4, 5, 6]) {
      await outbox.create(makeSend(id, { phone: toPhoneKey(`44770090000${String(id)}`) }));
      await outbox.create(makeSend(id + 10, { phone: toPhoneKey(`44770090000${String(id)}`) }));
    }
    await clock.advance(0);
    expect(textsOf(service.requests)).toEqual(['text 1', 'text 2', 'text 3', 'text 4']);
    service.held[1]?.end();
    await clock.advance(0);
    expect(textsOf(service.requests)).toEqual(['text 1', 'text 2', 'text 3', 'text 4', 'text 12']);
  });

  it('is not held up by a message that a person must change', async () => {
    service.failNext({ code: 'validation', outcome: 'refused' });
    for (const id of [1, 2]) await outbox.create(makeSend(id));
    await clock.advance(0);
    expect(textsOf(service.accepted)).toEqual(['text 2']);
  });
});

describe("a person's word", () => {
  it('sends a refused message once more, as the same row', async () => {
    service.failNext({ code: 'forbidden', outcome: 'refused' });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    await outbox.retry(send.id, { mayDouble: false });
    await clock.advance(0);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(service.requests.map(({ referenceId }) => referenceId)).toEqual([send.id, send.id]);
  });

  it('sends a message of unknown fate once more only where that person knows that it may go out twice', async () => {
    service.failNext({ code: 'server', outcome: 'unknown' });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    const refused = { code: 'validation', fields: { mayDouble: ['required'] } };
    await expect(outbox.retry(send.id, { mayDouble: false })).rejects.toMatchObject(refused);
    await clock.advance(500);
    expect(store.get(send.id).state).toBe('checking');
    await outbox.retry(send.id, { mayDouble: true });
    await clock.advance(0);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', attempts: 2, check: null });
  });

  it('takes back a message of unknown fate, with its text', async () => {
    service.failNext({ code: 'server', outcome: 'unknown' });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    expect(await outbox.discard(send.id)).toEqual({ text: 'text 1', files: [] });
    await clock.advance(60_000);
    expect(store.sends.size).toBe(0);
    expect(service.lists.asked).toEqual([]);
  });

  it('said twice is not a second message', async () => {
    service.failNext({ code: 'forbidden', outcome: 'refused' });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    await Promise.allSettled([0, 1].map(() => outbox.retry(send.id, { mayDouble: false })));
    await clock.advance(0);
    expect(service.accepted).toHaveLength(1);
    await expect(outbox.retry(send.id, { mayDouble: true })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('takes back what has not left, with its text', async () => {
    service.failNext({ code: 'offline' }, { times: 100 });
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    expect(await outbox.discard(send.id)).toEqual({ text: 'text 1', files: [] });
    service.heal();
    await clock.advance(60_000);
    expect(service.accepted).toEqual([]);
    expect(store.sends.size).toBe(0);
  });

  it('comes too late for what is on its way', async () => {
    service.isHolding = true;
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    await expect(outbox.discard(send.id)).rejects.toMatchObject({ code: 'not-found' });
    service.held[0]?.end();
    await clock.advance(0);
    await expect(outbox.discard(send.id)).rejects.toMatchObject({ code: 'not-found' });
    expect(store.get(send.id).state).toBe('accepted');
  });

  it('frees the next message of that number', async () => {
    service.failNext({ code: 'offline' });
    const send = makeSend(1);
    await outbox.create(send);
    await outbox.create(makeSend(2));
    await clock.advance(0);
    await outbox.discard(send.id);
    await clock.advance(0);
    expect(textsOf(service.accepted)).toEqual(['text 2']);
  });
});

describe('an end and a new start', () => {
  it('sends what was queued', async () => {
    await outbox.dispose();
    const send = makeSend(1);
    await store.createSend({ send });
    outbox = open();
    outbox.start();
    await clock.advance(0);
    expect(store.get(send.id).state).toBe('accepted');
  });

  it('checks what was on its way when the app died (SEND-4)', async () => {
    await outbox.dispose();
    service.lists.fail('listOutboundMessages', { code: 'server' });
    const send = makeSend(1, { state: 'sending', attempts: 1, attemptedAt: 5 });
    await store.createSend({ send });
    outbox = open();
    outbox.start();
    await clock.advance(3_600_000);
    expect(store.get(send.id).state).toBe('checking');
    expect(service.requests).toEqual([]);
  });

  it('waits a moment for a request under way, and then keeps its answer', async () => {
    service.isHolding = true;
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    const ended = outbox.dispose();
    await clock.advance(3_000);
    service.held[0]?.end();
    await clock.advance(0);
    await ended;
    expect(store.get(send.id).state).toBe('accepted');
  });

  it('ends a request that takes too long, whose fate is then unknown (SEND-1)', async () => {
    service.isHolding = true;
    const send = makeSend(1);
    await outbox.create(send);
    await clock.advance(0);
    const ended = outbox.dispose();
    await clock.advance(10_000);
    await ended;
    expect(store.get(send.id).state).toBe('checking');
  });

  it('lets nothing leave after the end', async () => {
    await outbox.dispose();
    await outbox.create(makeSend(1));
    outbox.wake();
    await clock.advance(60_000);
    expect(service.requests).toEqual([]);
    expect(clock.sleepers).toBe(0);
  });

  it('tells of failures nobody was told of', async () => {
    await outbox.dispose();
    outbox = createOutbox({ ...parts(), onAccepted: () => undefined });
    store.failNext('listSends');
    outbox.start();
    await clock.advance(0);
    await expect(outbox.dispose()).rejects.toThrow('failures');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import { planSearch } from '#main/sending/core/look-plan.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Send } from '#shared/domain/sends.ts';
import { FakeSendingService, FakeSendingStore } from '#test/support/sending/fake-sending.ts';
import { FakeFiles } from '#test/support/sending/fake-uploads.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { makeChat, makeMessage } from '#test/support/sync/builders.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';

let clock: FakeClock;
let service: FakeSendingService;
let store: FakeSendingStore;
let outbox: Outbox;
let accepted: PhoneKey[];
let broken: unknown[];

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const ada = toPhoneKey('447700900001');

function open(): Outbox {
  const onAccepted = (phone: PhoneKey): unknown => accepted.push(phone);
  const onBroken = (error: unknown): unknown => broken.push(error);
  const parts = { service, store, clock, files: new FakeFiles(), webUrl: 'https://web.example' };
  const created = createOutbox({ ...parts, onAccepted, onBroken });
  created.start();
  return created;
}

beforeEach(() => {
  clock = new FakeClock();
  service = new FakeSendingService();
  store = new FakeSendingStore();
  [accepted, broken] = [[], []];
  outbox = open();
});
afterEach(async () => {
  service.lists.release();
  await outbox.dispose();
  expect(broken).toEqual([]);
});

/** Sends it, and its answer gets lost. */
async function lose(send: Send): Promise<void> {
  service.failNext({ code: 'timeout', outcome: 'unknown' }, { isAfter: true });
  await outbox.create(send);
  await clock.advance(0);
  expect(store.get(send.id).state).toBe('checking');
}

/** The service lists it. */
function list(send: Send, id = 500, changes: Partial<Parameters<typeof makeMessage>[2]> = {}): void {
  const { phone, text } = send;
  service.lists.messages.push(makeMessage('out', id, { phone, text, at: clock.now(), ...changes }));
}
/** The service lists it, and its send with our reference. */
function arrive(send: Send, id = 500): void {
  service.lists.sends.push({ id, at: clock.now(), text: send.text, source: 'A', referenceId: send.id });
  list(send, id, { sessionId: id });
}
const check = (send: Send) => store.get(send.id).check;

describe('a lost answer', () => {
  it('is found within a second or two, shown, and told of, and nothing leaves again (SEND-1)', async () => {
    const send = makeSend(1, { createChat: true });
    service.chats.set(ada, makeChat(5, { phone: ada }));
    await lose(send);
    service.lists.sends.push({ id: 7, at: clock.now(), text: '', source: 'A', referenceId: send.id });
    list(send, 500, { sessionId: 7 });
    expect(check(send)).toMatchObject({ finding: 'not-looked', looks: 0 });
    await clock.advance(1_500);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', messageId: 500, sessionId: 7, problem: null });
    expect(check(send)).toMatchObject({ finding: 'found', looks: 1, nextLookAt: null });
    expect([store.shown, accepted, store.chats.length]).toEqual([[send.id], [ada], 1]);
    await clock.advance(5 * HOUR);
    expect(service.requests).toHaveLength(1);
    expect(service.lists.asked).toEqual(['listSends 1', 'listMessagesOfSend 7']);
  });

  it('is found by the message that a callback named, where the service has no list of its sends', async () => {
    service.lists.fail('listSends', { code: 'not-found', outcome: 'refused' });
    const send = makeSend(1);
    await lose(send);
    list(send, 499);
    list(send, 500);
    for (const messageId of [600, 499]) store.callbackMessages.push({ sendId: send.id, messageId });
    await clock.advance(1_500);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', messageId: 499 });
  });

  it('is not found by the same words, which a colleague may have sent, and is looked for until a person decides', async () => {
    const send = makeSend(1);
    await lose(send);
    list(send);
    await clock.advance(HOUR);
    const alike = [{ messageId: 500, text: send.text }];
    expect(store.get(send.id)).toMatchObject({
      state: 'checking',
      messageId: null,
      check: { finding: 'alike', alike },
    });
    await outbox.retry(send.id, { mayDouble: true });
    await clock.advance(0);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', attempts: 2 });
  });

  it.each(['unauthorized', 'forbidden'] as const)(
    'is looked for without the list of sends where this account may not read it (%s), which says nothing of the key',
    async (code) => {
      service.lists.fail('listSends', { code, outcome: 'refused' });
      const send = makeSend(1);
      await lose(send);
      await clock.advance(3 * MINUTE);
      expect(store.get(send.id)).toMatchObject({ state: 'not-sent', check: { finding: 'not-there' } });
      expect(outbox.isPaused).toBe(false);
    },
  );

  it('that appears late is found late', async () => {
    const send = makeSend(1);
    await lose(send);
    await clock.advance(46 * SECOND);
    expect(check(send)).toMatchObject({ finding: 'not-there', looks: 4 });
    arrive(send);
    await clock.advance(2 * MINUTE);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', messageId: 500 });
  });

  it('of a message that never arrived: is not sent, but not before the service had its time (SEND-9)', async () => {
    const send = makeSend(1);
    await lose(send);
    await clock.advance(2 * MINUTE - 1);
    expect(store.get(send.id)).toMatchObject({ state: 'checking', check: { finding: 'not-there', looks: 4 } });
    await clock.advance(1);
    expect(store.get(send.id)).toMatchObject({ state: 'not-sent', check: { looks: 5, nextLookAt: null } });
    await clock.advance(24 * HOUR);
    expect(service.requests).toHaveLength(1);
    await outbox.retry(send.id, { mayDouble: false });
    await clock.advance(0);
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', attempts: 2, check: null });
  });

  it('that cannot be decided stays open with its evidence, and after three days only a person looks', async () => {
    const send = makeSend(1);
    store.newestOutboundId = 400;
    list(makeSend(9, { phone: toPhoneKey('447700900009') }), 400);
    await lose(send);
    const at = clock.now() + 20 * MINUTE;
    list(send, 500, { at });
    await clock.advance(73 * HOUR);
    const evidence = { finding: 'alike', nextLookAt: null, alike: [{ messageId: 500, at, text: send.text }] };
    expect(store.get(send.id)).toMatchObject({ state: 'checking', check: evidence });
    const looks = check(send)?.looks ?? 0;
    await clock.advance(100 * HOUR);
    expect(check(send)?.looks).toBe(looks);
    service.lists.messages = service.lists.messages.filter(({ id }) => id === 400);
    await outbox.lookNow(send.id);
    expect(store.get(send.id)).toMatchObject({ state: 'not-sent', check: { looks: looks + 1, alike: [] } });
    expect(service.requests).toHaveLength(1);
  });

  it('is looked for by one reading that serves all', async () => {
    const sends = [1, 2, 3].map((id) => makeSend(id, { phone: toPhoneKey(`44770090000${String(id)}`) }));
    for (const send of sends) await lose(send);
    for (const [index, send] of sends.entries()) arrive(send, 500 + index);
    await clock.advance(1_500);
    expect(sends.map(({ id }) => store.get(id).messageId)).toEqual([500, 501, 502]);
    expect(service.lists.asked).toEqual([
      'listSends 1',
      ...[500, 501, 502].map((id) => `listMessagesOfSend ${String(id)}`),
    ]);
  });

  it('is found as well by a look that another one was due for', async () => {
    const [first, second] = [makeSend(1), makeSend(2, { phone: toPhoneKey('447700900002') })];
    await lose(first);
    await clock.advance(50 * SECOND);
    const planned = check(first)?.nextLookAt;
    await lose(second);
    arrive(first);
    await clock.advance(1_500);
    expect(store.get(first.id).state).toBe('accepted');
    expect(planned).toBeGreaterThan(clock.now());
  });
});

describe('a service that cannot be asked', () => {
  it('costs nothing, and is asked again by the plan', async () => {
    service.lists.fail('listSends', {});
    service.lists.fail('listOutboundMessages', {});
    const send = makeSend(1);
    await lose(send);
    await clock.advance(10 * MINUTE);
    expect(check(send)).toMatchObject({ finding: 'unreachable', looks: 0, lastLookAt: null });
    service.lists.heal();
    await clock.advance(6 * MINUTE);
    expect(store.get(send.id)).toMatchObject({ state: 'not-sent', check: { looks: 1 } });
  });

  it('is asked at once when it is back', async () => {
    service.lists.fail('listSends', {});
    service.lists.fail('listOutboundMessages', {});
    const send = makeSend(1);
    await lose(send);
    await clock.advance(5 * HOUR);
    service.lists.heal();
    arrive(send);
    outbox.wake();
    await clock.advance(0);
    expect(store.get(send.id).state).toBe('accepted');
  });

  it('keeps the evidence of former looks', async () => {
    const send = makeSend(1, { text: 'Yes' });
    await lose(send);
    list(makeSend(2, { text: 'Yes, at nine' }));
    await clock.advance(1_500);
    expect(check(send)?.alike).toHaveLength(1);
    service.lists.fail('listSends', {});
    service.lists.fail('listOutboundMessages', {});
    await clock.advance(4_000);
    expect(check(send)).toMatchObject({ finding: 'unreachable', looks: 1, alike: [{ messageId: 500 }] });
  });

  it('is not asked while the key is refused, and is when it is good again', async () => {
    const send = makeSend(1);
    await lose(send);
    service.failNext({ code: 'unauthorized', outcome: 'refused' });
    await outbox.create(makeSend(2));
    await clock.advance(5 * HOUR);
    expect([outbox.isPaused, service.lists.asked]).toEqual([true, []]);
    await outbox.lookNow(send.id);
    expect(check(send)).toMatchObject({ finding: 'unreachable', looks: 0 });
    expect(service.lists.asked).toEqual([]);
    outbox.wake();
    await clock.advance(0);
    expect(store.get(send.id)).toMatchObject({ state: 'not-sent' });
  });

  it('is no longer asked by a look under way once the key is refused', async () => {
    service.lists.isHolding = true;
    const send = makeSend(1);
    await lose(send);
    await clock.advance(1_500);
    service.failNext({ code: 'unauthorized', outcome: 'refused' });
    await outbox.create(makeSend(2));
    await clock.advance(0);
    service.lists.release();
    await clock.advance(0);
    expect(check(send)).toMatchObject({ finding: 'not-looked', looks: 0 });
    expect(service.lists.asked).toEqual(['listSends 1']);
  });
});

describe('a person', () => {
  const duringLook = async (send: Send, act: () => Promise<unknown>): Promise<void> => {
    await lose(send);
    arrive(send);
    service.lists.isHolding = true;
    await clock.advance(1_500);
    await act();
    service.lists.release();
    await clock.advance(0);
  };

  it('who sends it again while a look runs wins, and nothing is accepted twice', async () => {
    const send = makeSend(1);
    await duringLook(send, () => outbox.retry(send.id, { mayDouble: true }));
    expect(store.get(send.id)).toMatchObject({ state: 'accepted', messageId: 2, attempts: 2, check: null });
    expect(store.shown).toEqual([send.id]);
    expect(service.requests).toHaveLength(2);
  });

  it('who takes it out while a look runs wins', async () => {
    const send = makeSend(1);
    await duringLook(send, () => outbox.discard(send.id));
    expect([store.sends.size, store.shown]).toEqual([0, []]);
  });

  it('who sends the same words once more meanwhile does not lend that message to the lost one (SEND-7)', async () => {
    const [send, again] = [makeSend(1), makeSend(2, { text: 'text 1' })];
    await lose(send);
    service.isHolding = true;
    await outbox.create(again);
    await clock.advance(0);
    list(again, 2);
    await clock.advance(1_500);
    expect(store.get(send.id)).toMatchObject({ state: 'checking', check: { finding: 'alike' } });
    service.isHolding = false;
    service.held[0]?.end();
    await clock.advance(0);
    expect(store.get(again.id)).toMatchObject({ state: 'accepted', messageId: 2 });
    await clock.advance(3 * MINUTE);
    expect(store.get(send.id)).toMatchObject({ state: 'not-sent', check: { alike: [] } });
  });

  it('can look at any time, and hears when there is nothing to look for', async () => {
    const send = makeSend(1);
    await lose(send);
    await clock.advance(20 * MINUTE);
    await expect(outbox.lookNow(send.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(outbox.lookNow(makeSend(7).id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('who looks now is answered when the look is over', async () => {
    const send = makeSend(1);
    await lose(send);
    arrive(send);
    await outbox.lookNow(send.id);
    expect(store.get(send.id).state).toBe('accepted');
  });
});

describe('a new start', () => {
  it('looks at once for what is checking, and in a second for what was on its way (SEND-4)', async () => {
    await outbox.dispose();
    const at = clock.now();
    const early = makeSend(1, { state: 'checking', attempts: 1, attemptedAt: at, check: planSearch(at) });
    const late = makeSend(2, { state: 'sending', attempts: 1, attemptedAt: at, phone: toPhoneKey('447700900002') });
    for (const send of [early, late]) await store.createSend({ send });
    for (const [index, send] of [early, late].entries()) arrive(send, 500 + index);
    outbox = open();
    await clock.advance(0);
    expect(store.get(early.id)).toMatchObject({ state: 'accepted', messageId: 500 });
    await clock.advance(1_500);
    expect(store.get(late.id)).toMatchObject({ state: 'accepted', messageId: 501 });
    expect(service.requests).toEqual([]);
  });

  it('ends a look under way without a word', async () => {
    service.lists.isHolding = true;
    const send = makeSend(1);
    await lose(send);
    await clock.advance(1_500);
    await outbox.dispose();
    expect(check(send)).toMatchObject({ finding: 'not-looked', looks: 0 });
    expect(clock.sleepers).toBe(0);
  });

  it('finds its way after a disk that failed in the middle of a look', async () => {
    const send = makeSend(1);
    await lose(send);
    arrive(send);
    store.failNext('listClaimed', 2);
    await clock.advance(MINUTE);
    expect(store.get(send.id).state).toBe('accepted');
    expect(broken.splice(0)).toHaveLength(2);
  });
});

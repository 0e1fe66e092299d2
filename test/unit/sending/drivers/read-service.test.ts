import { beforeEach, describe, expect, it } from 'vitest';
import { readService } from '#main/sending/drivers/read-service.ts';
import type { Message, ServiceSend } from '#shared/domain/entities.ts';
import type { Send } from '#shared/domain/sends.ts';
import { FakeSendingService } from '#test/support/sending/fake-sending.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { makeMessage, range } from '#test/support/sync/builders.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';

const clock = new FakeClock();
const LEFT_AT = clock.now();
const MINUTE = 60_000;
let service: FakeSendingService;
beforeEach(() => {
  service = new FakeSendingService();
  named.clear();
});

const lost = (changes: Partial<Send> = {}): Send =>
  makeSend(1, { state: 'checking', attempts: 1, attemptedAt: LEFT_AT, afterMessageId: 1_000, ...changes });
const named = new Map<Send['id'], readonly number[]>();
const read = (...due: Send[]) => readService({ service, clock, signal: new AbortController().signal }, due, named);

/** Rows of which the youngest is a minute old, each a minute older than the one above. */
const fill = (count: number): void => {
  const at = (id: number): number => LEFT_AT - (10_000 - id) * MINUTE;
  const ids = range(10_000 - count, 9_999);
  service.lists.messages = ids.map((id): Message => makeMessage('out', id, { at: at(id) }));
  service.lists.sends = ids.map((id): ServiceSend => ({ id, at: at(id), text: '', source: 'A', referenceId: null }));
};

describe('a reading', () => {
  it('goes down to the ids that were there before, and by time to ten minutes before', async () => {
    fill(2_000);
    const { messages, sends, startedAt } = await read(lost({ afterMessageId: 9_650 }));
    expect(service.lists.asked).toEqual([
      'listSends 1',
      'listOutboundMessages <0',
      'listOutboundMessages <9900',
      'listOutboundMessages <9800',
      'listOutboundMessages <9700',
    ]);
    expect([messages?.rows.length, messages?.isToEnd, messages?.isWhole]).toEqual([400, false, true]);
    expect([typeof sends !== 'string' && sends.rows.length, startedAt]).toEqual([100, LEFT_AT]);
  });

  it('goes down a day by time where no id was known, and as far as the earliest of many needs', async () => {
    fill(3_000);
    const { messages } = await read(lost({ afterMessageId: null }), lost({ afterMessageId: 9_990 }));
    expect(messages?.rows).toHaveLength(1_500);
  });

  it.each([true, false])('ends with the list (a wrapper that tells pages: %s)', async (tellsPages) => {
    service.lists.tellsPages = tellsPages;
    fill(150);
    const { messages, sends } = await read(lost({ afterMessageId: 5, attemptedAt: LEFT_AT - 1_000 * MINUTE }));
    expect([messages?.rows.length, messages?.isToEnd]).toEqual([150, true]);
    expect(sends).toMatchObject({ isToEnd: true });
  });

  it('asks for the newest three messages that callbacks named, and passes over those that are not there', async () => {
    fill(150);
    const send = lost({ afterMessageId: 9_990 });
    named.set(send.id, [9_999, 12_345, 9_998, 9_997]);
    const { ofCallbacks } = await read(send);
    expect(ofCallbacks.get(send.id)?.map(({ id }) => id)).toEqual([9_999, 9_998]);
    expect(service.lists.asked).toContain('getOutboundMessage 9998');
    expect(service.lists.asked).not.toContain('getOutboundMessage 9997');
  });

  it('reads fifty pages of a list and no more', async () => {
    fill(6_000);
    const { messages } = await read(lost({ afterMessageId: 1, attemptedAt: LEFT_AT - 9_000 * MINUTE }));
    expect([messages?.rows.length, messages?.isToEnd]).toEqual([5_000, false]);
    expect(service.lists.asked).toHaveLength(100);
  });

  it('shows every row once where the pages move on while they are read', async () => {
    fill(150);
    service.lists.onPage = () => {
      const id = 10_000 + service.lists.asked.length;
      service.lists.sends.push({ id, at: LEFT_AT, text: '', source: 'A', referenceId: null });
    };
    const { sends } = await read(lost({ attemptedAt: LEFT_AT - 1_000 * MINUTE }));
    const ids = typeof sends === 'string' ? [] : sends.rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(range(9_850, 9_999)));
  });

  it('reads no messages where the service names its own for every reference', async () => {
    const send = lost();
    service.lists.sends = [{ id: 7, at: LEFT_AT, text: '', source: 'A', referenceId: send.id }];
    service.lists.messages = [makeMessage('out', 1_001, { phone: send.phone, sessionId: 7 })];
    const { messages, ofSends } = await read(send);
    expect(messages).toBeNull();
    expect(ofSends.get(7)?.map(({ id }) => id)).toEqual([1_001]);
    service.lists.fail('listMessagesOfSend', { code: 'not-found', outcome: 'refused' });
    expect(await read(send)).toMatchObject({ messages: { rows: [{ id: 1_001 }] } });
  });

  it('knows that a page left rows out, or is in no order that can be relied on', async () => {
    fill(50);
    const whole = service.listOutboundMessages.bind(service);
    service.listOutboundMessages = async (query, options) => ({ ...(await whole(query, options)), leftOut: 1 });
    expect(await read(lost())).toMatchObject({ messages: { isWhole: false } });
    service.listOutboundMessages = async (query, options) => {
      const page = await whole(query, options);
      return { ...page, items: page.items.toReversed() };
    };
    expect(await read(lost())).toMatchObject({ messages: { isWhole: false } });
  });

  it('gives up a list whose pages all say the same', async () => {
    service.lists.tellsPages = false;
    fill(100);
    service.listSends = (query, options) => service.lists.listSends({ ...query, page: 1 }, options);
    const { sends } = await read(lost({ attemptedAt: LEFT_AT - 9_000 * MINUTE }));
    expect(sends).toMatchObject({ isToEnd: false });
    expect(service.lists.asked.filter((line) => line.startsWith('listSends'))).toHaveLength(2);
  });

  it('keeps what it read when a later page fails', async () => {
    fill(500);
    service.lists.onPage = (line) => line.endsWith('<9900') && service.lists.fail('listOutboundMessages', {});
    const { messages } = await read(lost());
    expect([messages?.rows.length, messages?.isToEnd]).toEqual([100, false]);
  });

  it.each([
    ['not-found', 'absent'],
    ['unauthorized', 'absent'],
    ['forbidden', 'absent'],
    ['server', 'unanswered'],
    ['offline', 'unanswered'],
    ['bad-response', 'unanswered'],
  ] as const)('calls sends that end in %s %s', async (code, expected) => {
    service.lists.fail('listSends', { code });
    expect((await read(lost())).sends).toBe(expected);
  });
});

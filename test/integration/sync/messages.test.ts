/** Messages of a real store against the demo service: deletions, late letters, gaps, calls, and what callbacks tell. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DemoOptions } from '#main/demo/service.ts';
import type { CallbackEvent } from '#shared/domain/callbacks.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';
import type { RealAccount, RealService } from '#test/support/sync/account-on-demo.ts';

const SECONDS = 1_000;
const options = { priority: 'user' } as const;
const undo: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of undo.splice(0).reverse()) await thing.dispose();
});

interface Setup {
  readonly service: RealService;
  readonly account: RealAccount;
}

async function open(demo: DemoOptions, prepare: (setup: Setup) => void = () => undefined): Promise<Setup> {
  const service = await startRealService({ chats: 20, messages: 600, contacts: 20, ...demo });
  undo.push(service);
  const account = await openRealAccount(service);
  undo.push(account);
  prepare({ service, account });
  account.sync.start();
  await vi.waitFor(() => expect(account.sync.getStatus()).toMatchObject({ phase: 'idle', link: 'online' }), {
    timeout: 60 * SECONDS,
    interval: 50,
  });
  return { service, account };
}

const eventOf = (direction: 'in' | 'out', messageId: number, letter = ''): CallbackEvent => {
  const receivedAt = Date.now();
  return { direction, messageId, letter, phone: null, referenceId: null, happenedAt: null, receivedAt };
};

async function tell({ store, sync }: RealAccount, events: readonly CallbackEvent[]): Promise<void> {
  await store.keepCallbacks({ events });
  sync.callbacksArrived();
}

/** Every message of the service, and no other, is in the cache. */
async function expectSameKeys({ service, account }: Setup): Promise<void> {
  const { inbound, outbound } = service.demo.world;
  const toIds = (direction: 'in' | 'out'): Promise<readonly number[]> =>
    account.store.listMessageIds({ direction, fromId: 1, toId: Number.MAX_SAFE_INTEGER, limit: 100_000 });
  const idsOf = (rows: readonly { readonly id: number; readonly deleted?: true }[]): number[] =>
    rows.filter(({ deleted }) => deleted !== true).map(({ id }) => id);
  expect([...(await toIds('in'))].sort((a, b) => a - b)).toEqual(idsOf(inbound.rows).sort((a, b) => a - b));
  expect([...(await toIds('out'))].sort((a, b) => a - b)).toEqual(idsOf(outbound.rows).sort((a, b) => a - b));
}

describe('messages that other clients delete', () => {
  it.each(listShapes(['sdk', 'spec'], 'spec'))(
    'are gone from the cache after a check of everything (shapes %s)',
    async (shapes) => {
      const setup = await open({ shapes });
      const { client, sync } = setup.account;
      const { inbound, outbound } = setup.service.demo.world;
      const replyIds = inbound.rows.filter((_row, index) => index % 9 === 0).map(({ id }) => id);
      const messageIds = outbound.rows.filter((_row, index) => index % 7 === 0).map(({ id }) => id);
      await client.deleteReplies({ replyIds }, options);
      await client.deleteOutboundMessages({ messageIds }, options);
      await sync.checkEverything();
      await expectSameKeys(setup);
      expect(setup.account.bugs).toEqual([]);
    },
    90 * SECONDS,
  );

  it(
    'are gone as soon as their chat is opened',
    async () => {
      const { service, account } = await open({});
      const reply = service.demo.world.inbound.rows.at(-40);
      const chat = service.demo.world.chats.rows.find(
        ({ phone }) => toPhoneKey(phone) === toPhoneKey(reply?.sender ?? ''),
      );
      await account.client.deleteReply({ replyId: reply?.id ?? 0 }, options);
      account.sync.openChat(toChatId(chat?.id ?? 0));
      await vi.waitFor(
        async () => {
          const id = reply?.id ?? 0;
          expect(await account.store.listMessageIds({ direction: 'in', fromId: id, toId: id, limit: 1 })).toEqual([]);
        },
        { timeout: 10 * SECONDS, interval: 50 },
      );
    },
    60 * SECONDS,
  );
});

describe('what callbacks tell', () => {
  it(
    'is in the cache within a second or two, and settled in the inbox',
    async () => {
      const { service, account } = await open({});
      account.sync.setLive(true);
      const sender = service.demo.world.chats.rows.find(({ status }) => status === 'a')?.phone ?? '';
      const message = service.demo.receive({ sender, text: 'By callback' });
      await tell(account, [eventOf('in', message?.id ?? 0)]);
      await vi.waitFor(
        async () => expect(await account.store.countCallbacks({})).toMatchObject({ waiting: 0, confirmed: 1 }),
        { timeout: 5 * SECONDS, interval: 20 },
      );
      const [arrival] = await account.store.listArrivals({ limit: 1 });
      expect(arrival).toMatchObject({ key: `in:${String(message?.id)}`, via: 'callback' });
    },
    60 * SECONDS,
  );

  it(
    'and nobody wrote changes nothing that is kept of chats and messages (SYNC-13)',
    async () => {
      const { account } = await open({});
      account.sync.setLive(true);
      const before = await account.store.countMessages({});
      const changes: unknown[] = [];
      account.store.onChange((change) => changes.push(...change.messageChatIds));
      const asked = [vi.spyOn(account.client, 'getReply'), vi.spyOn(account.client, 'getOutboundMessage')];
      await tell(account, [eventOf('in', 900_000_001), eventOf('out', 900_000_002, 'd')]);
      // The first answer to each is a no; the further ones come within about two minutes.
      const isRefused = { type: 'rejected', value: expect.objectContaining({ code: 'not-found' }) as unknown };
      for (const spy of asked) await vi.waitFor(() => expect(spy.mock.settledResults[0]).toMatchObject(isRefused));
      expect(await account.store.countMessages({})).toBe(before);
      expect(await account.store.listArrivals({ limit: 100 })).not.toContainEqual(
        expect.objectContaining({ key: 'in:900000001' }),
      );
      expect(changes).toEqual([]);
    },
    60 * SECONDS,
  );

  it(
    'comes in by thousands without a request for each',
    async () => {
      const { service, account } = await open({});
      account.sync.setLive(true);
      const senders = service.demo.world.chats.rows.filter(({ status }) => status === 'a').map(({ phone }) => phone);
      const events: CallbackEvent[] = [];
      for (let index = 0; index < 1_500; index += 1) {
        const message = service.demo.receive({ sender: senders[index % senders.length] ?? '', text: String(index) });
        if (message !== null) events.push(eventOf('in', message.id));
      }
      const single = vi.spyOn(account.client, 'getReply');
      const pages = vi.spyOn(account.client, 'listReplies');
      await tell(account, events);
      await vi.waitFor(
        async () =>
          expect(await account.store.countCallbacks({})).toMatchObject({ waiting: 0, confirmed: events.length }),
        { timeout: 20 * SECONDS, interval: 100 },
      );
      expect(single).not.toHaveBeenCalled();
      expect(pages.mock.calls.length).toBeLessThan(30);
      await expectSameKeys({ service, account });
    },
    90 * SECONDS,
  );
});

describe('a chat of which only the newest messages are here', () => {
  it(
    'is whole once a person has scrolled to its beginning',
    async () => {
      const paused = { days: 30, isPaused: true } as const;
      const { service, account } = await open({ chats: 3, messages: 3_000 }, (setup) =>
        setup.account.sync.setHistory(paused),
      );
      const chat = service.demo.world.chats.rows.find(({ status }) => status === 'a');
      const chatId = toChatId(chat?.id ?? 0);
      let isCompleteBefore = false;
      while (!isCompleteBefore) ({ isCompleteBefore } = await account.sync.fetchOlder(chatId));
      expect(await account.store.getCompleteness({ chatId })).toMatchObject({ fromAt: null, gaps: [] });
      const phone = toPhoneKey(chat?.phone ?? '');
      const { inbound, outbound } = service.demo.world;
      const there =
        inbound.rows.filter(({ sender }) => toPhoneKey(sender) === phone).length +
        outbound.rows.filter(({ receiver }) => toPhoneKey(receiver) === phone).length;
      expect((await account.store.countChatMessages({ chatId }))?.count).toBeGreaterThanOrEqual(there);
    },
    90 * SECONDS,
  );
});

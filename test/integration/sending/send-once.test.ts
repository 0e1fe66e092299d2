import { afterEach, describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { makeSend, makeSendId } from '#test/support/sending/builders.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';
import type { RealAccount, RealService } from '#test/support/sync/account-on-demo.ts';
import { until } from '#test/support/until.ts';

const SECONDS = 1_000;
const undo: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of undo.splice(0).reverse()) await thing.dispose();
});

interface Setup {
  readonly service: RealService;
  readonly account: RealAccount;
  /** A number with an open chat that answers nothing by itself. */
  readonly phone: string;
}

async function open(): Promise<Setup> {
  const service = await startRealService({ chats: 30, messages: 200, contacts: 30, speed: 20 });
  undo.push(service);
  const account = await openRealAccount(service);
  undo.push(account);
  account.outbox.start();
  account.sync.start();
  await until(() => expect(account.sync.getStatus().phase).toBe('idle'));
  await until(() => expect(account.sync.getStatus().lastSyncedAt).not.toBeNull());
  const { world } = service.demo;
  const chat = world.chats.rows.find(
    ({ status, phone }) => status === 'a' && /^\d+$/.test(phone) && world.findContactByPhone(phone)?.blocked === false,
  );
  const phone = chat?.phone ?? '';
  service.demo.setOutcome(phone, 'd');
  return { service, account, phone };
}

const write = (phone: string, text: string, changes: Partial<Send> = {}): Send =>
  makeSend(1, {
    id: makeSendId(),
    phone: toPhoneKey(phone),
    text,
    createdAt: Date.now(),
    dueAt: Date.now(),
    ...changes,
  });

const countInService = ({ service }: Setup, text: string): number =>
  service.demo.world.outbound.rows.filter((message) => message.text === text).length;

const waitForState = ({ account }: Setup, send: Send, state: Send['state']): Promise<void> =>
  until(async () => expect((await account.store.findSend({ sendId: send.id }))?.state).toBe(state));

async function showThread({ account }: Setup, phone: string): Promise<readonly MessageView[]> {
  const chat = await account.store.findChat({ chatId: null, phone: toPhoneKey(phone) });
  if (chat === null) return [];
  const page = await account.store.listMessages({ chatId: toChatId(chat.id), before: null, limit: 50 });
  return page?.items ?? [];
}

describe('a reply', () => {
  it(
    'is in the service exactly once and is ticked off as delivered within seconds',
    async () => {
      const setup = await open();
      const send = write(setup.phone, 'We open at nine.');
      await setup.account.outbox.create(send);
      await waitForState(setup, send, 'accepted');
      expect(countInService(setup, send.text)).toBe(1);
      await until(async () => {
        const shown = (await showThread(setup, setup.phone)).filter(({ text }) => text === send.text);
        expect(shown.map(({ mark }) => mark)).toEqual(['delivered']);
      });
      expect(countInService(setup, send.text)).toBe(1);
      expect(setup.account.bugs).toEqual([]);
    },
    60 * SECONDS,
  );

  it(
    'keeps its place among others to the same number (SEND-5)',
    async () => {
      const setup = await open();
      const texts = Array.from({ length: 12 }, (_, index) => `in order ${String(index)}`);
      for (const text of texts) await setup.account.outbox.create(write(setup.phone, text));
      await until(() => expect(countInService(setup, texts.at(-1) ?? '')).toBe(1));
      const arrived = setup.service.demo.world.outbound.rows.filter(({ text }) => texts.includes(text));
      expect(arrived.map(({ text }) => text)).toEqual(texts);
    },
    60 * SECONDS,
  );

  it(
    'written while the service is away waits here and leaves once when it is back',
    async () => {
      const setup = await open();
      await setup.service.goOffline();
      const send = write(setup.phone, 'Back in a minute.');
      await setup.account.outbox.create(send);
      await until(async () => {
        const stored = await setup.account.store.findSend({ sendId: send.id });
        expect(stored).toMatchObject({ state: 'queued', problem: { code: 'offline' } });
      });
      await setup.service.goOnline();
      setup.account.outbox.wake();
      await waitForState(setup, send, 'accepted');
      expect(countInService(setup, send.text)).toBe(1);
    },
    60 * SECONDS,
  );

  it(
    'that the service refuses shows why, and a person can send it again',
    async () => {
      const setup = await open();
      const send = write(setup.phone, 'x'.repeat(1_000));
      await setup.account.outbox.create(send);
      await waitForState(setup, send, 'refused');
      const refused = await setup.account.store.findSend({ sendId: send.id });
      expect(refused?.problem?.code).toBe('validation');
      expect(Object.keys(refused?.problem?.fields ?? {})).toContain('text');
      expect(countInService(setup, send.text)).toBe(0);
      expect(await setup.account.outbox.discard(send.id)).toEqual({ text: send.text, files: [] });
    },
    60 * SECONDS,
  );
});

describe('an answer that tells nothing', () => {
  it.each([
    ['a 500', { kind: 'status', status: 500 }],
    ['a connection that breaks after the work was done', { kind: 'reset-after' }],
    ['a maintenance page of something in front of the service', { kind: 'maintenance-page' }],
  ] as const)(
    'such as %s makes the message checking, and it never leaves again by itself (SEND-1)',
    async (_name, fault) => {
      const setup = await open();
      setup.service.demo.faults.set([{ ...fault, method: 'POST', path: '/messages' }]);
      const send = write(setup.phone, 'Did this arrive?');
      await setup.account.outbox.create(send);
      await waitForState(setup, send, 'checking');
      setup.service.demo.faults.set([]);
      const requestsBefore = countSendRequests(setup);
      setup.account.outbox.wake();
      // Something that is sent later has left: had this one been due again, it would have left before.
      const later = write(setup.phone, 'And this?');
      await setup.account.outbox.create(later);
      await waitForState(setup, later, 'accepted');
      if (countInService(setup, send.text) === 1) await waitForState(setup, send, 'accepted');
      expect(countSendRequests(setup)).toBe(requestsBefore + 1);
      expect(countInService(setup, send.text)).toBeLessThanOrEqual(1);
      const stored = await setup.account.store.findSend({ sendId: send.id });
      // Its answer is looked for: what is there is found, and what is not is not called so within these moments.
      expect(stored?.state).toBe(countInService(setup, send.text) === 1 ? 'accepted' : 'checking');
      expect(stored?.attempts).toBe(1);
    },
    60 * SECONDS,
  );
});

describe('a message that was surely not accepted', () => {
  it.each([
    ['429', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
    ['maintenance in the words of the service', { kind: 'maintenance', retryAfterSeconds: 1 }],
  ] as const)(
    'because of %s leaves again by itself, once',
    async (_name, fault) => {
      const setup = await open();
      setup.service.demo.faults.set([{ ...fault, method: 'POST', path: '/messages', times: 1 }]);
      const send = write(setup.phone, 'Patience.');
      await setup.account.outbox.create(send);
      await waitForState(setup, send, 'accepted');
      expect(countInService(setup, send.text)).toBe(1);
    },
    60 * SECONDS,
  );
});

describe('a message to a number without a chat', () => {
  it(
    'puts the chat of the service in the place of the provisional one',
    async () => {
      const setup = await open();
      const phone = '447911123456';
      expect(setup.service.demo.world.findChatByPhone(phone)).toBeUndefined();
      const chatId = await setup.account.store.ensureChat({ phone: toPhoneKey(phone), at: Date.now() });
      expect(chatId).toBeLessThan(0);
      const send = write(phone, 'Nice to meet you.', { createChat: true });
      await setup.account.outbox.create(send);
      await waitForState(setup, send, 'accepted');
      await until(async () => {
        const chat = await setup.account.store.findChat({ chatId: null, phone: toPhoneKey(phone) });
        expect(chat?.id).toBe(setup.service.demo.world.findChatByPhone(phone)?.id);
      });
      const shown = (await showThread(setup, phone)).filter(({ text }) => text === send.text);
      expect(shown).toHaveLength(1);
    },
    60 * SECONDS,
  );
});

describe('the end of the app', () => {
  it(
    'keeps what waited, and the next start sends it once',
    async () => {
      const setup = await open();
      await setup.service.goOffline();
      const send = write(setup.phone, 'After the restart.');
      await setup.account.outbox.create(send);
      await setup.account.dispose();
      undo.splice(undo.indexOf(setup.account), 1);
      await setup.service.goOnline();
      const account = await openRealAccount(setup.service);
      undo.push(account);
      account.outbox.start();
      account.outbox.wake();
      await waitForState({ ...setup, account }, send, 'accepted');
      expect(countInService(setup, send.text)).toBe(1);
    },
    60 * SECONDS,
  );
});

function countSendRequests({ service }: Setup): number {
  return service.demo.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages')).length;
}

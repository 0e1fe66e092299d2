/** Outbox, store and client as they are, against the demo service over loopback; the outbox's time is the test's. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import { listen } from '#main/demo/listen.ts';
import { createDemoService } from '#main/demo/service.ts';
import type { DemoOptions, DemoService } from '#main/demo/service.ts';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Store } from '#main/store/api.ts';
import { createStore } from '#main/store/store.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Send } from '#shared/domain/sends.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';

export interface Scene {
  readonly demo: DemoService;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly clock: FakeClock;
  /** A number with a chat, which answers nothing by itself. */
  readonly phone: string;
  /** Failures that nobody should have met. */
  readonly bugs: readonly unknown[];
  /** The outbox of the next start of the app, once this one was disposed of. */
  reopen(): Outbox;
  /** Sends it, and waits until its first request is over. */
  send(text: string): Promise<Send>;
  read(send: Send): Promise<Send>;
  /** How often the service has a text. */
  count(text: string): number;
  countRequests(method: string, path: string): number;
  /** Lets so much time pass, and waits until the look that fell due in it is over. */
  pass(send: Send, ms: number): Promise<Send>;
}

interface SceneOptions extends DemoOptions {
  /** Where the client believes the service to be, if not where it is. */
  readonly baseUrl?: string;
  readonly writeTimeoutMs?: number;
  /** Nobody is there: nothing is read first. */
  readonly isUnreachable?: boolean;
}

/** Ends with the test. */
export async function openScene(options: SceneOptions = {}): Promise<Scene> {
  const { baseUrl, writeTimeoutMs = 10_000, isUnreachable = false, ...demoOptions } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-sending-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const demo = createDemoService({ seed: 3, chats: 30, messages: 200, contacts: 30, ...demoOptions });
  onTestFinished(() => demo.dispose());
  const listening = await listen(demo);
  onTestFinished(() => listening.dispose());
  const clock = new FakeClock(Date.now());
  const store = await createStore({ folder, now: () => clock.now(), readers: 1 });
  onTestFinished(() => store.dispose());
  const client = createServiceClient({
    baseUrl: baseUrl ?? listening.baseUrl,
    webUrl: null,
    credentials: { username: demo.username, apiKey: demo.apiKey },
    userAgent: 'Switchboard/test',
    limits: { writeTimeoutMs },
  });
  onTestFinished(() => client.dispose());
  const bugs: unknown[] = [];
  const reopen = (): Outbox => {
    const onBroken = (error: unknown): unknown => bugs.push(error);
    const created = createOutbox({ service: client, store, clock, onAccepted: () => undefined, onBroken });
    onTestFinished(() => created.dispose());
    return created;
  };
  const outbox = reopen();
  outbox.start();
  const scene = buildScene({ demo, store, outbox, clock, bugs, reopen });
  if (isUnreachable) return scene;
  // As sync does first: from then on it is known what was there before.
  const { items } = await client.listOutboundMessages({ page: 1, limit: 100, lastId: 0 }, { priority: 'user' });
  await store.commitMessages({ messages: items, source: 'page' });
  return scene;
}

function buildScene(parts: Omit<Scene, 'phone' | 'send' | 'read' | 'count' | 'countRequests' | 'pass'>): Scene {
  const { demo, store, outbox, clock } = parts;
  const { world } = demo;
  const chat = world.chats.rows.find(({ phone }) => /^\d+$/.test(phone) && !world.findContactByPhone(phone)?.blocked);
  const phone = chat?.phone ?? '';
  demo.setOutcome(phone, 'd');
  const read = async ({ id }: Send): Promise<Send> => {
    const send = await store.findSend({ sendId: id });
    if (send === null) throw new Error('The send is gone');
    return send;
  };
  const waitFor = async (send: Send, isReady: (stored: Send) => boolean): Promise<Send> => {
    await vi.waitFor(async () => expect(isReady(await read(send))).toBe(true), { timeout: 20_000, interval: 10 });
    return await read(send);
  };
  return {
    ...parts,
    phone,
    read,
    send: async (text) => {
      const at = clock.now();
      const ids = { id: toSendId(randomUUID()), phone: toPhoneKey(phone), text };
      const send = makeSend(1, { ...ids, createdAt: at, dueAt: at });
      await outbox.create(send);
      return await waitFor(send, ({ attempts, state }) => attempts > 0 && state !== 'sending');
    },
    count: (text) => world.outbound.rows.filter((message) => message.text === text).length,
    countRequests: (method, below) =>
      demo.seen.filter((one) => one.method === method && one.path === `/api/v2${below}`).length,
    pass: async (send, ms) => {
      await clock.advance(ms);
      return await waitFor(send, ({ state, check }) => state !== 'checking' || (check?.nextLookAt ?? 0) > clock.now());
    },
  };
}

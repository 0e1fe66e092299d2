/** The real outbox, store and client against the demo service over loopback; the test advances the clock of the outbox. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import { listen } from '#main/demo/listen.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { UploadingNews } from '#main/sending/drivers/outbox-parts.ts';
import { KeptFiles } from '#main/services/sending/kept-files.ts';
import type { Store } from '#main/store/api.ts';
import { createStore } from '#main/store/store.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { makeFile, makeSend, makeSendId } from '#test/support/sending/builders.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';
import { until } from '#test/support/until.ts';

export interface OutboxOnDemo {
  readonly demo: SteeredService;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly clock: FakeClock;
  /** A number with a chat, to which the demo does not reply by itself. */
  readonly phone: string;
  /** Unexpected errors. */
  readonly bugs: readonly unknown[];
  /** Reported upload progress. */
  readonly uploading: readonly UploadingNews[];
  /** Folder of the stored files, named by their ids. */
  readonly filesFolder: string;
  /** Base URL of links to files. */
  readonly webUrl: string;
  /** Creates the outbox of the next start of the app; dispose of the current one first. */
  reopen(): Outbox;
  /** Adds a file to the draft of that number. */
  addFile(name: string, bytes: Buffer): Promise<SendFile>;
  /** Stores the send without sending it. */
  write(text: string, changes?: Partial<Send>): Promise<Send>;
  /** Sends it, and waits until its first request is over. */
  send(text: string): Promise<Send>;
  waitFor(send: Send, isReady: (stored: Send) => boolean): Promise<Send>;
  read(send: Send): Promise<Send>;
  /** How often the service has a text. */
  count(text: string): number;
  countRequests(method: string, path: string): number;
  /** Advances the clock, and waits until a search that fell due meanwhile is over. */
  pass(send: Send, ms: number): Promise<Send>;
}

interface OutboxOnDemoOptions extends DemoOptions {
  /** The base URL that the client is given, if not that of the service. */
  readonly baseUrl?: string;
  readonly writeTimeoutMs?: number;
  /** The service is unreachable, so nothing is read first. */
  readonly isUnreachable?: boolean;
}

/** Ends with the test. */
export async function openOutboxOnDemo(options: OutboxOnDemoOptions = {}): Promise<OutboxOnDemo> {
  const { baseUrl, writeTimeoutMs = 10_000, isUnreachable = false, ...demoOptions } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-sending-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const demo = createSteeredService({ seed: 3, chats: 30, messages: 200, contacts: 30, ...demoOptions });
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
  const uploading: UploadingNews[] = [];
  const { webUrl } = listening;
  const filesFolder = path.join(folder, 'files');
  const files = new KeptFiles({
    folder: filesFolder,
    store,
    log: { error: (what, error) => bugs.push([what, error]) },
  });
  const reopen = (): Outbox => {
    const created = createOutbox({
      ...{ service: client, store, clock, files, webUrl, onAccepted: () => undefined },
      onBroken: (error) => bugs.push(error),
      onUploading: (news) => uploading.push(news),
    });
    onTestFinished(() => created.dispose());
    return created;
  };
  const outbox = reopen();
  outbox.start();
  const setup = buildOutboxOnDemo({ demo, store, outbox, clock, bugs, uploading, filesFolder, webUrl, reopen, files });
  if (isUnreachable) return setup;
  // Sync reads first too, so that the app knows which messages existed before.
  const { items } = await client.listOutboundMessages({ page: 1, limit: 100, lastId: 0 }, { priority: 'user' });
  await store.commitMessages({ messages: items, source: 'page' });
  return setup;
}

type Given = Pick<
  OutboxOnDemo,
  'demo' | 'store' | 'outbox' | 'clock' | 'bugs' | 'uploading' | 'filesFolder' | 'webUrl' | 'reopen'
>;

function buildOutboxOnDemo(parts: Given & { readonly files: KeptFiles }): OutboxOnDemo {
  const { demo, store, outbox, clock, files, filesFolder } = parts;
  const { world } = demo;
  const chat = world.chats.rows.find(({ phone }) => /^\d+$/.test(phone) && !world.findContactByPhone(phone)?.blocked);
  const phone = toPhoneKey(chat?.phone ?? '');
  demo.setOutcome(phone, 'd');
  let filesCount = 0;
  const read = async ({ id }: Send): Promise<Send> => {
    const send = await store.findSend({ sendId: id });
    if (send === null) throw new Error('The send is gone');
    return send;
  };
  const waitFor = async (send: Send, isReady: (stored: Send) => boolean): Promise<Send> => {
    await until(async () => expect(isReady(await read(send))).toBe(true));
    return await read(send);
  };
  const write: OutboxOnDemo['write'] = async (text, changes) => {
    const at = clock.now();
    const send = makeSend(1, { id: makeSendId(), phone, text, createdAt: at, dueAt: at, ...changes });
    await outbox.create(send);
    return send;
  };
  return {
    ...{ ...parts, phone, read, write, waitFor },
    addFile: async (name, bytes) => {
      filesCount += 1;
      const file = makeFile(filesCount, { name, sizeBytes: bytes.byteLength });
      const staged = `${filesFolder}.staged`;
      await writeFile(staged, bytes);
      await files.add(file.id, { path: staged, sizeBytes: file.sizeBytes }, () =>
        store.addDraftFile({ phone, file, at: clock.now() }),
      );
      return file;
    },
    send: async (text) => waitFor(await write(text), ({ attempts, state }) => attempts > 0 && state !== 'sending'),
    count: (text) => world.outbound.rows.filter((message) => message.text === text).length,
    countRequests: (method, below) =>
      demo.seen.filter((one) => one.method === method && one.path === `/api/v2${below}`).length,
    pass: async (send, ms) => {
      await clock.advance(ms);
      return await waitFor(send, ({ state, check }) => state !== 'checking' || (check?.nextLookAt ?? 0) > clock.now());
    },
  };
}

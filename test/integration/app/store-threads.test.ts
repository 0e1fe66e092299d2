/** Threads of the store that end while the whole app works: the account is opened again, and nothing is lost or doubled. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import type { WorkerRequest } from '#main/store/protocol.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

type Role = 'writer' | 'reader';
const ROLES: Readonly<Record<WorkerRequest['type'], Role | null>> = {
  run: 'writer',
  ask: 'reader',
  check: null,
  close: null,
};

/** The threads that the app asks, the newest of each role. */
class Threads {
  readonly #newest = new Map<Role, Worker>();
  /** Called before a request is handed to its thread. */
  onRequest: (request: WorkerRequest, worker: Worker) => void = () => undefined;

  constructor() {
    const post = Reflect.get(Worker.prototype, 'postMessage') as Worker['postMessage'];
    const note = this.#note.bind(this);
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message: unknown) {
      note(this, (message as { request: WorkerRequest | null }).request);
      post.call(this, message);
    });
  }

  get(role: Role): Worker {
    const worker = this.#newest.get(role);
    if (worker === undefined) throw new Error(`No ${role} was asked so far`);
    return worker;
  }

  #note(worker: Worker, request: WorkerRequest | null): void {
    if (request === null) return;
    const role = ROLES[request.type];
    if (role !== null) this.#newest.set(role, worker);
    this.onRequest(request, worker);
  }
}

const ENDS: Readonly<Record<string, (worker: Worker) => void>> = {
  'is ended from outside': (worker) => void worker.terminate(),
  // What no thread understands.
  'fails by itself': (worker) => worker.postMessage({ id: 0, request: null }),
};

describe('a thread of the store that ends', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;
  let threads: Threads;
  let chat: ChatView;

  beforeEach(async () => {
    threads = new Threads();
    app = await AppOnDemo.open();
    running = await app.startService();
    window = await app.openWindow();
    await window.signIn(running.credentials);
    chat = await until(async () => {
      const found = (await window.listChats()).rows.find(
        ({ isUnsubscribed, isBlocked, phone }) => !isUnsubscribed && !isBlocked && /^\d+$/.test(phone),
      );
      expect(found).toBeDefined();
      return found as ChatView;
    });
    await until(async () => expect((await window.ask('sync.getStatus', {})).link).toBe('online'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await app.dispose();
  });

  const listStatuses = () =>
    window.heard('sync.statusChanged').map((payload) => (payload as { status: { disk?: string } }).status.disk);
  const listSessions = () => window.heard('session.changed').length;
  const listDeaths = async () => {
    const lines = (await readFile(path.join(app.folder, 'logs', 'switchboard.log'), 'utf8')).trim().split('\n');
    const all = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return all.filter(({ event }) => event === 'store.threadEnded');
  };

  /** As the page does: what was not surely refused is asked again under the same id. */
  async function send(text: string): Promise<void> {
    const requestId = toRequestId();
    await until(async () => {
      const reply = await window.app.handle('sends.create', { requestId, phone: chat.phone, text, from: null });
      if (!reply.ok) expect(reply.error.code).toBe('reopening');
      expect(reply.ok).toBe(true);
    });
  }

  async function expectOnceInThread(text: string): Promise<void> {
    await until(async () => {
      const { items } = await window.ask('messages.list', { chatId: chat.id, before: null, limit: 50 });
      expect(items.filter((item) => item.text === text)).toHaveLength(1);
    });
  }

  const countSent = (text: string) => running.service.world.outbound.rows.filter((row) => row.text === text).length;

  async function expectGoesOn(): Promise<void> {
    await send('Sent afterwards');
    await until(() => expect(countSent('Sent afterwards')).toBe(1));
    running.service.receive({ sender: chat.phone, text: 'Received afterwards' });
    for (const text of ['Sent afterwards', 'Received afterwards']) await expectOnceInThread(text);
    expect(countSent('Sent afterwards')).toBe(1);
    await until(async () => {
      const { disk, link } = await window.ask('sync.getStatus', {});
      expect([disk, link]).toEqual([undefined, 'online']);
    });
  }

  describe.each(['writer', 'reader'] as const)('the %s', (role) => {
    it.each(Object.entries(ENDS))('%s: the account is opened again, which the status says', async (_how, end) => {
      const heard = listSessions();
      end(threads.get(role));
      await until(() => expect(listStatuses()).toContain('reopening'));
      await until(() => expect(listSessions()).toBeGreaterThan(heard));
      await until(() => expect(listStatuses().at(-1)).toBeUndefined());
      await until(() => expect(window.heard('chats.changed')).toContainEqual({ chatIds: [], everything: true }));
      await expectGoesOn();
      const deaths = await until(async () => {
        const found = await listDeaths();
        expect(found).toHaveLength(1);
        return found;
      });
      expect(deaths[0]).toMatchObject({ level: 'error', role, exitCode: 1, code: 'disk' });
    });
  });

  it('with a text under way to it: that text leaves once, however often the page asks', async () => {
    threads.onRequest = (request, worker) => {
      if (request.type !== 'run' || !request.calls.some(({ name }) => name === 'createSend')) return;
      threads.onRequest = () => undefined;
      void worker.terminate();
    };
    await send('Written as it ended');
    await until(() => expect(countSent('Written as it ended')).toBe(1));
    await expectOnceInThread('Written as it ended');
    await expectGoesOn();
    expect(countSent('Written as it ended')).toBe(1);
  });

  it('three times in a minute: the account stays closed and says what to do, instead of going round', async () => {
    for (const _turn of [1, 2]) {
      const heard = listSessions();
      void threads.get('writer').terminate();
      await until(() => expect(listSessions()).toBeGreaterThan(heard));
      await send(toRequestId());
    }
    void threads.get('writer').terminate();
    const { state, notices } = await until(async () => {
      const view = await window.ask('session.get', {});
      expect(view.notices).not.toEqual([]);
      return view;
    });
    expect([state, notices]).toMatchObject([
      'key-needed',
      [{ kind: 'not-opened', problem: { code: 'disk-unsteady' } }],
    ]);
    // A line of the log is in its file a little later.
    await until(async () => expect(await listDeaths()).toHaveLength(3));
    // A person may try again, and is asked for nothing but the key.
    await window.signIn(running.credentials);
    await expectGoesOn();
  });
});

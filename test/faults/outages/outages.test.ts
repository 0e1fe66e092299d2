/**
 * Chats that were read, closed or deleted here while the service could not hear of it, and in which somebody wrote
 * meanwhile: nothing unread is hidden, and whoever did it is told (SYNC-24).
 */
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listening } from '#main/demo/listen.ts';
import type { SeenRequest } from '#main/demo/pipeline.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { pageFrameSchema, type EventPayload, type RequestInput } from '#shared/contract/index.ts';
import { AppOnDemo, type AppWindow } from '#test/integration/app/app-on-demo.ts';
import { makeFolder, spawnApp, toSignInEnvironment, type RunningProgram } from '#test/e2e/support/programs.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { until } from '#test/support/until.ts';
import { WindowClient } from '#test/support/window-client.ts';
import { ChatsDuringOutage, type Page } from './chats-during-outage.ts';

type Action = RequestInput<'chats.act'>['action'];

const READ: Action = { kind: 'read', isRead: true };
const CLOSE: Action = { kind: 'status', status: 'closed' };
const DELETE: Action = { kind: 'status', status: 'deleted' };

let service: SteeredService;
let listening: Listening;
/** Chats of all cases so far. */
const used = new Set<number>();

beforeAll(async () => {
  service = createSteeredService({ chats: 200, messages: 700, contacts: 60, speed: 20 });
  listening = await listen(service);
});
afterEach(() => service.faults.set([]));
afterAll(async () => {
  await listening.dispose();
  await service.dispose();
});

const toAccount = () => {
  const { username, apiKey } = service;
  return { baseUrl: listening.baseUrl, webUrl: listening.webUrl, username, apiKey };
};

async function waitUntilAway(page: Page): Promise<void> {
  await until(async () => {
    await page.ask('sync.tryNow', {});
    expect((await page.ask('sync.getStatus', {})).link).not.toBe('online');
  });
}

async function waitUntilBack(page: Page): Promise<void> {
  await until(async () => {
    await page.ask('sync.tryNow', {});
    expect(await page.ask('sync.getStatus', {})).toMatchObject({ link: 'online' });
  });
}

describe('while the service is away', () => {
  let app: AppOnDemo;
  let page: Page;

  beforeAll(async () => {
    app = await AppOnDemo.open();
    const window: AppWindow = await app.openWindow();
    page = {
      ask: (name, input) => window.ask(name, input),
      listRefused: () => window.heard('chats.actionRefused') as readonly EventPayload<'chats.actionRefused'>[],
    };
    await window.signIn(toAccount());
    await until(async () => {
      expect(await page.ask('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
    });
  });
  afterAll(() => app.dispose());

  it.each([
    ['one chat that was read', 1, READ],
    ['twelve chats that were closed', 12, CLOSE],
  ] as const)('because it is started anew, nothing new is hidden: %s', async (_what, count, action) => {
    const chats = await ChatsDuringOutage.open(page, service, { count, used });
    const { port } = listening;
    await listening.dispose();
    await waitUntilAway(page);
    await chats.act(page, action);
    chats.write('Are you there?');
    listening = await listen(service, { port });
    await waitUntilBack(page);
    await chats.expectNothingHidden(page, 'Are you there?');
  });

  it.each([
    ['for maintenance', 'one chat that was closed', 1, CLOSE, [{ kind: 'maintenance' }]],
    ['for maintenance', 'twelve chats that were read', 12, READ, [{ kind: 'maintenance' }]],
    ['and connections break', 'one chat that was deleted', 1, DELETE, [{ kind: 'reset-before' }]],
  ] as const)('%s, nothing new is hidden: %s', async (_why, _what, count, action, faults) => {
    const chats = await ChatsDuringOutage.open(page, service, { count, used });
    service.faults.set(faults);
    await waitUntilAway(page);
    await chats.act(page, action);
    await chats.expectWaiting(page);
    chats.write('Are you there?');
    service.faults.set([]);
    await waitUntilBack(page);
    await chats.expectNothingHidden(page, 'Are you there?');
  });

  it.each([
    ['connections break after the work', 'twelve chats that were closed', 12, CLOSE, { kind: 'reset-after' }],
    ['requests take too long', 'one chat that was read', 1, READ, { kind: 'status', status: 408 }],
  ] as const)('and %s, nothing new is hidden: %s', async (_why, _what, count, action, fault) => {
    const chats = await ChatsDuringOutage.open(page, service, { count, used });
    const isChange = ({ method }: SeenRequest): boolean => method === 'POST';
    const before = service.seen.filter(isChange).length;
    service.faults.set([{ ...fault, method: 'POST' }]);
    await chats.act(page, action);
    await until(() => expect(service.seen.filter(isChange).length).toBeGreaterThan(before));
    service.faults.set([{ kind: 'reset-before' }]);
    chats.write('Are you there?');
    await waitUntilAway(page);
    service.faults.set([]);
    await waitUntilBack(page);
    await chats.expectNothingHidden(page, 'Are you there?');
  });
});

describe('while the app is not there', () => {
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  async function start(dataFolder: string): Promise<{ readonly page: Page; readonly program: RunningProgram }> {
    const { program, waitForAddress } = spawnApp({ dataFolder, env: toSignInEnvironment(toAccount()) });
    undo.push(() => program.stop('SIGKILL'));
    const client = await WindowClient.open(await waitForAddress());
    undo.push(() => Promise.resolve(client.close()));
    const refused: EventPayload<'chats.actionRefused'>[] = [];
    client.onFrame = (text) => {
      const frame = v.parse(pageFrameSchema, JSON.parse(text));
      if (frame.type !== 'event' || frame.name !== 'chats.actionRefused') return;
      refused.push(frame.payload as EventPayload<'chats.actionRefused'>);
    };
    // As the page does: what became known before is told once it shows chats.
    await until(() => client.get('chats.list', OPEN_CHATS));
    return { page: { ask: (name, input) => client.get(name, input), listRefused: () => refused }, program };
  }

  async function startAndRead(): Promise<Awaited<ReturnType<typeof start>> & { readonly dataFolder: string }> {
    const folder = await makeFolder();
    undo.push(() => folder.remove());
    const started = await start(folder.path);
    await until(async () => {
      expect(await started.page.ask('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
    });
    return { ...started, dataFolder: folder.path };
  }

  it('because it was killed, nothing new is hidden: twelve chats that were read', async () => {
    const { page, program, dataFolder } = await startAndRead();
    const chats = await ChatsDuringOutage.open(page, service, { count: 12, used });
    service.faults.set([{ kind: 'reset-before' }]);
    await waitUntilAway(page);
    await chats.act(page, READ);
    await program.stop('SIGKILL');
    chats.write('Are you there?');
    service.faults.set([]);
    const again = await start(dataFolder);
    await chats.expectNothingHidden(again.page, 'Are you there?');
  });

  it('because the computer sleeps, nothing new is hidden: one chat that was closed', async () => {
    const { page, program } = await startAndRead();
    const chats = await ChatsDuringOutage.open(page, service, { count: 1, used });
    service.faults.set([{ kind: 'reset-before' }]);
    await waitUntilAway(page);
    await chats.act(page, CLOSE);
    program.signal('SIGSTOP');
    chats.write('Are you there?');
    service.faults.set([]);
    program.signal('SIGCONT');
    await waitUntilBack(page);
    await chats.expectNothingHidden(page, 'Are you there?');
  });
});

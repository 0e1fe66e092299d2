/** Outbox, store and client as they are, over loopback sockets, with a service that loses answers, in quick time. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import type { Fault } from '#main/demo/faults/faults.ts';
import { listen } from '#main/demo/listen.ts';
import type { Listening } from '#main/demo/listen.ts';
import { createDemoService } from '#main/demo/service.ts';
import type { DemoService } from '#main/demo/service.ts';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Store } from '#main/store/api.ts';
import { createStore } from '#main/store/store.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Send } from '#shared/domain/sends.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import type { Random } from '#test/support/random.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { QuickClock } from './quick-clock.ts';

/** A minute takes a second. */
const FACTOR = 60;
/** Real time, as long as a busy machine may need: the one limit that no clock of ours rules. */
export const WRITE_TIMEOUT_MS = 500;
const READ_TIMEOUT_MS = 5_000;

export class LossyScene {
  readonly clock: QuickClock;
  readonly demo: DemoService;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly bugs: unknown[] = [];
  readonly #stack: DisposeStack;
  #listening: Listening;

  private constructor(
    parts: Pick<LossyScene, 'clock' | 'demo' | 'store'> & { listening: Listening; stack: DisposeStack },
  ) {
    this.clock = parts.clock;
    this.demo = parts.demo;
    this.store = parts.store;
    this.#listening = parts.listening;
    this.#stack = parts.stack;
    const { username, apiKey } = parts.demo;
    const client = createServiceClient({
      baseUrl: parts.listening.baseUrl,
      webUrl: null,
      credentials: { username, apiKey },
      userAgent: 'Switchboard/test',
      limits: { readTimeoutMs: READ_TIMEOUT_MS, writeTimeoutMs: WRITE_TIMEOUT_MS },
      clock: parts.clock.toApiClock(),
    });
    this.#stack.add(() => client.dispose());
    this.outbox = createOutbox({
      service: client,
      store: parts.store,
      clock: parts.clock.toSendingClock(),
      onAccepted: () => undefined,
      onBroken: (error) => this.bugs.push(error),
    });
    this.#stack.add(() => this.outbox.dispose());
  }

  /** Nothing leaves before `outbox.start()`. */
  static async open(random: Random): Promise<LossyScene> {
    const stack = new DisposeStack();
    const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-lossy-'));
    stack.add(() => rm(folder, { recursive: true, force: true }));
    const clock = new QuickClock(FACTOR, random.fork());
    const seed = random.between(1, 1_000);
    const demo = createDemoService({ seed, chats: 40, messages: 200, contacts: 60, timers: clock.toTimers() });
    stack.add(() => demo.dispose());
    const listening = await listen(demo);
    const store = await createStore({ folder, now: () => clock.now() });
    stack.add(() => store.dispose());
    return new LossyScene({ clock, demo, store, listening, stack });
  }

  async write(phone: string, text: string): Promise<Send> {
    const now = this.clock.now();
    const ids = { id: toSendId(randomUUID()), phone: toPhoneKey(phone), text };
    const send = makeSend(1, { ...ids, createdAt: now, dueAt: now });
    await this.outbox.create(send);
    return send;
  }

  async read(send: Send): Promise<Send> {
    const stored = await this.store.findSend({ sendId: send.id });
    if (stored === null) throw new Error(`The send “${send.text}” is gone`);
    return stored;
  }

  /** How often a text is in the service. */
  count({ text }: Pick<Send, 'text'>): number {
    return this.demo.world.outbound.rows.filter((message) => message.text === text).length;
  }

  setFaults(faults: readonly Fault[]): void {
    this.demo.faults.set(faults);
  }

  /** Waits until all of these are in one of the states. */
  async waitForStates(sends: readonly Send[], states: readonly Send['state'][], timeoutMs: number): Promise<void> {
    await vi.waitFor(
      async () => {
        const stored = await Promise.all(sends.map((send) => this.read(send)));
        expect(stored.filter(({ state }) => !states.includes(state)).map(({ text, state }) => [text, state])).toEqual(
          [],
        );
      },
      { timeout: timeoutMs, interval: 100 },
    );
  }

  /** Waits until so much quick time has passed since the answers of these were lost. */
  async waitSinceLoss(sends: readonly Send[], ms: number): Promise<void> {
    await this.waitForStates(sends, ['checking'], 20_000);
    const lostAt = await Promise.all(sends.map(async (send) => (await this.read(send)).check?.lostAt ?? Infinity));
    const untilAt = Math.max(...lostAt) + ms;
    await this.clock.wait(untilAt - this.clock.now(), new AbortController().signal);
  }

  /** Nobody listens any more. */
  async goOffline(): Promise<void> {
    await this.#listening.dispose();
  }

  /** Somebody does again, on the same port. */
  async goOnline(): Promise<void> {
    this.#listening = await listen(this.demo, { port: this.#listening.port });
  }

  async dispose(): Promise<void> {
    await this.#listening.dispose();
    await this.#stack.dispose();
  }
}

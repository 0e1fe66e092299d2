/** The real outbox, store and client over loopback sockets, with a service that loses answers, on a clock that runs faster. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import type { ApiClock } from '#main/api/clock.ts';
import type { Timers } from '#main/demo/behaviour/clock.ts';
import { createClock } from '#main/platform/clock.ts';
import type { SendingClock } from '#main/sending/ports.ts';
import type { Random } from '#test/support/random.ts';
import { createServiceClient } from '#main/api/client.ts';
import type { Fault } from '#main/demo/steering/faults.ts';
import { listen, type Listening } from '#main/demo/listen.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import { createSteeredService, type SteeredService } from '#main/demo/steering/steered-service.ts';
import { createOutbox, type Outbox } from '#main/sending/create-outbox.ts';
import { KeptFiles } from '#main/services/sending/kept-files.ts';
import type { Store } from '#main/store/api.ts';
import { createStore } from '#main/store/store.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { findSendId, type Send, type SendFile } from '#shared/domain/sends.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { makeFile, makeSend, makeSendId } from '#test/support/sending/builders.ts';

/** A clock that runs `factor` times as fast as real time, for the app and the service alike. */
class FastClock {
  readonly #factor: number;
  readonly #random: Random;
  readonly #startedAt = Date.now();
  readonly #real = createClock();

  constructor(factor: number, random: Random) {
    this.#factor = factor;
    this.#random = random;
  }

  /** Epoch ms of the fast clock; never goes back. */
  now(): number {
    return Math.floor(this.#startedAt + (performance.now() - this.#origin) * this.#factor);
  }

  readonly #origin = performance.now();

  /** Converts a duration of the fast clock to real time. */
  toRealMs(ms: number): number {
    return ms / this.#factor;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return this.#real.wait(this.toRealMs(ms), signal);
  }

  toSendingClock(): SendingClock {
    return {
      now: () => this.now(),
      wait: (ms, signal) => this.wait(ms, signal),
      random: () => this.#random.next(),
    };
  }

  toApiClock(): ApiClock {
    const now = (): number => this.now();
    return { ...this.toSendingClock(), steadyNow: now, epochNow: now };
  }

  toTimers(): Timers {
    return {
      nowAt: () => this.now(),
      after: (delayMs, run) => {
        const timer = setTimeout(run, this.toRealMs(delayMs));
        return () => clearTimeout(timer);
      },
    };
  }
}

/** A minute passes in a second. */
const FACTOR = 60;
/** Real time, as long as a busy machine may need: the only limit that the fast clock does not rule. */
const WRITE_TIMEOUT_MS = 500;
const READ_TIMEOUT_MS = 5_000;

export class OutboxOnLossyService {
  readonly clock: FastClock;
  readonly demo: SteeredService;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly bugs: unknown[] = [];
  readonly #folder: string;
  readonly #files: KeptFiles;
  readonly #stack: DisposeStack;
  #listening: Listening;
  #filesCount = 0;

  private constructor(
    parts: Pick<OutboxOnLossyService, 'clock' | 'demo' | 'store'> & {
      listening: Listening;
      stack: DisposeStack;
      folder: string;
    },
  ) {
    this.clock = parts.clock;
    this.demo = parts.demo;
    this.store = parts.store;
    this.#listening = parts.listening;
    this.#stack = parts.stack;
    this.#folder = parts.folder;
    this.#files = this.#keepFiles();
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
      files: this.#files,
      webUrl: parts.listening.webUrl,
      onAccepted: () => undefined,
      onBroken: (error) => this.bugs.push(error),
    });
    this.#stack.add(() => this.outbox.dispose());
  }

  /** Nothing leaves before `outbox.start()`. */
  static async open(random: Random, shapes: NonNullable<DemoOptions['shapes']> = 'sdk'): Promise<OutboxOnLossyService> {
    const stack = new DisposeStack();
    const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-lossy-'));
    stack.add(() => rm(folder, { recursive: true, force: true }));
    const clock = new FastClock(FACTOR, random.fork());
    const seed = random.between(1, 1_000);
    const size = { chats: 40, messages: 200, contacts: 60 };
    const demo = createSteeredService({ seed, shapes, ...size, timers: clock.toTimers() });
    stack.add(() => demo.dispose());
    const listening = await listen(demo);
    const store = await createStore({ folder, now: () => clock.now() });
    stack.add(() => store.dispose());
    return new OutboxOnLossyService({ clock, demo, store, listening, stack, folder });
  }

  /** Writes a send; each file contains its own name. */
  async write(
    phone: string,
    text: string,
    more: { readonly fileNames?: readonly string[]; readonly ownReference?: string | null } = {},
  ): Promise<Send> {
    const { fileNames = [], ownReference = null } = more;
    const now = this.clock.now();
    const files: SendFile[] = [];
    for (const name of fileNames) files.push(await this.#addFile(phone, name));
    const ids = { id: makeSendId(), phone: toPhoneKey(phone), text, files, ownReference };
    const send = makeSend(1, { ...ids, createdAt: now, dueAt: now });
    await this.outbox.create(send);
    return send;
  }

  async read(send: Send): Promise<Send> {
    const stored = await this.store.findSend({ sendId: send.id });
    if (stored === null) throw new Error(`The send “${send.text}” is gone`);
    return stored;
  }

  /** How often a send is in the service, by the reference that the service itself keeps. */
  count(send: Pick<Send, 'id'>): number {
    return this.listThere(send).length;
  }

  /** Its messages in the service. */
  listThere({ id }: Pick<Send, 'id'>): readonly SteeredService['world']['outbound']['rows'][number][] {
    const { sessions, outbound } = this.demo.world;
    const ours = sessions.rows.filter(({ referenceId }) => referenceId !== null && findSendId(referenceId) === id);
    const sessionIds = new Set(ours.map((session) => session.id));
    return outbound.rows.filter(({ sessionId }) => sessionIds.has(sessionId));
  }

  /** Names of the kept files once those that no text needs were taken away, as the app does after each acceptance. */
  async listKeptFiles(): Promise<readonly string[]> {
    await this.#files.tidy();
    return await readdir(path.join(this.#folder, 'files')).catch(() => []);
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

  #keepFiles(): KeptFiles {
    const log = { error: (what: string, error: unknown): unknown => this.bugs.push([what, error]) };
    const files = new KeptFiles({ folder: path.join(this.#folder, 'files'), store: this.store, log });
    this.#stack.add(() => files.dispose());
    return files;
  }

  async #addFile(phone: string, name: string): Promise<SendFile> {
    this.#filesCount += 1;
    const bytes = Buffer.from(`What stands in ${name}`);
    const file = makeFile(this.#filesCount, { name, sizeBytes: bytes.byteLength });
    const staged = path.join(this.#folder, 'staged');
    await writeFile(staged, bytes);
    await this.#files.add(file.id, { path: staged, sizeBytes: file.sizeBytes }, () =>
      this.store.addDraftFile({ phone: toPhoneKey(phone), file, at: this.clock.now() }),
    );
    return file;
  }

  async dispose(): Promise<void> {
    await this.#listening.dispose();
    await this.#stack.dispose();
  }
}

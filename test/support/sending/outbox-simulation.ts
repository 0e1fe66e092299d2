import { expect } from 'vitest';
import type { AppErrorDetails } from '#shared/domain/app-error.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { SendId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { findSendId, toOutgoingText } from '#shared/domain/sends.ts';
import type { Send, SendState } from '#shared/domain/sends.ts';
import { makeFile } from './builders.ts';
import { OutboxOnFakes } from './outbox-on-fakes.ts';

/** What can happen to an outbox. `send` is the number of a send in the order in which they were written. */
export type OutboxEvent =
  | { readonly kind: 'write'; readonly lane: number; readonly holdMs: number; readonly files: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'set clock'; readonly ms: number }
  | {
      readonly kind: 'fail' | 'fail upload';
      readonly error: Partial<AppErrorDetails>;
      /** The service did what was asked, and its answer gets lost. */
      readonly isAfter: boolean;
    }
  | { readonly kind: 'send now' | 'discard' | 'retry'; readonly send: number }
  | { readonly kind: 'wake' | 'restart' | 'flush' | 'hold answers' | 'let answers go' };

const OPEN: ReadonlySet<SendState> = new Set(['held', 'queued', 'sending']);

/** Applies random events to an outbox and checks each request at the moment it leaves. */
export class OutboxSimulation {
  readonly #fakes = new OutboxOnFakes();
  readonly #written: Send[] = [];
  /** Sends whose hold was over, or was ended by a person. */
  readonly #released = new Set<SendId>();
  /** When a hold may end at the earliest, by a stop-watch that nobody sets. */
  readonly #heldUntil = new Map<SendId, number>();
  /** By how much the clock was set. */
  #setMs = 0;

  constructor() {
    const { service, outbox } = this.#fakes;
    // What becomes of lost answers is another story: here they stay open.
    service.lists.fail('listSends', {});
    service.lists.fail('listOutboundMessages', {});
    service.onRequest = ({ referenceId, text }) => this.#checkRequest(findSendId(referenceId), text);
    outbox.start();
  }

  async apply(one: OutboxEvent): Promise<void> {
    const { clock, service, outbox } = this.#fakes;
    switch (one.kind) {
      case 'write':
        await this.#write(one);
        break;
      case 'pass':
        await clock.advance(one.ms);
        break;
      case 'set clock':
        // A hold is measured from when the outbox first saw it: let it see what was just written.
        await clock.advance(0);
        this.#setMs += one.ms;
        clock.jump(one.ms);
        break;
      case 'fail':
        service.failNext(one.error, { isAfter: one.isAfter && one.error.outcome === 'unknown' });
        break;
      case 'fail upload':
        service.uploads.failNext(one.error, { isAfter: one.isAfter });
        break;
      case 'send now':
        await this.#act(one.send, (id) => this.#sendNow(id));
        break;
      case 'discard':
        await this.#act(one.send, (id) => outbox.discard(id));
        break;
      case 'retry':
        await this.#act(one.send, (id) => outbox.retry(id, { mayDouble: false }));
        break;
      case 'wake':
        outbox.wake();
        break;
      case 'restart':
        await this.#during(6_000, this.#fakes.restart());
        this.#beginHoldsAnew();
        break;
      case 'flush':
        for (const { id } of this.#written) this.#released.add(id);
        await this.#during(10_000, outbox.flush({ withinMs: 10_000 }));
        break;
      case 'hold answers':
        service.isHolding = true;
        service.uploads.isHolding = true;
        break;
      case 'let answers go':
        this.#letAnswersGo();
        break;
    }
    this.#noteReleased();
  }

  /** Nothing fails any more: everything that waits comes to its end. */
  async end(): Promise<void> {
    const { service, clock, store, broken } = this.#fakes;
    service.heal();
    service.uploads.heal();
    this.#letAnswersGo();
    for (let round = 0; round < 5; round += 1) {
      this.#fakes.outbox.wake();
      await clock.advance(65_000);
    }
    // What was expected of a request and was not so has met the outbox as a bug.
    if (broken.length > 0) throw broken[0];
    expect([...store.sends.values()].filter(({ state }) => OPEN.has(state))).toEqual([]);
    const copies = service.accepted.map(({ referenceId }) => referenceId);
    expect(new Set(copies).size, 'SEND-1, SEND-3').toBe(copies.length);
    await this.#fakes.dispose();
    expect([clock.sleepers, broken]).toEqual([0, []]);
  }

  #checkRequest(id: SendId | null, text: string): void {
    const sends = [...this.#fakes.store.sends.values()];
    const send = sends.find((other) => other.id === id);
    if (send === undefined) throw new Error('Nothing leaves that was taken out');
    this.#noteReleased();
    expect(send.state, 'SEND-2').toBe('sending');
    const before = sends.slice(0, sends.indexOf(send)).filter(({ phone }) => phone === send.phone);
    expect(
      before.filter(({ state }) => OPEN.has(state)),
      'SEND-5',
    ).toEqual([]);
    expect(this.#released.has(send.id), 'SEND-12').toBe(true);
    expect(
      send.files.map(({ href }) => href),
      'SEND-14',
    ).not.toContain(null);
    expect(text, 'SEND-14').toBe(toOutgoingText(send));
  }

  async #write({ lane, holdMs, files }: Extract<OutboxEvent, { kind: 'write' }>): Promise<void> {
    const n = this.#written.length + 1;
    const send = this.#fakes.make(n, {
      state: holdMs === 0 ? 'queued' : 'held',
      dueAt: this.#fakes.clock.now() + holdMs,
      phone: toPhoneKey(`44770090000${String(lane)}`),
      files: Array.from({ length: files }, (_, index) => makeFile(10 * n + index)),
    });
    // Noted first: a send without a hold may leave before its writer hears that it is written.
    this.#written.push(send);
    this.#heldUntil.set(send.id, this.#stopWatch() + holdMs);
    await this.#fakes.outbox.create(send);
  }

  /** An act that comes too late, or that says too little, does nothing. */
  async #act(index: number, act: (id: SendId) => Promise<unknown>): Promise<void> {
    const send = this.#written[index];
    if (send === undefined) return;
    await act(send.id).catch((error: unknown) => {
      if (!isAppError(error, 'not-found') && !isAppError(error, 'validation')) throw error;
    });
  }

  async #sendNow(id: SendId): Promise<void> {
    const index = this.#written.findIndex((send) => send.id === id);
    const phone = this.#written[index]?.phone;
    const held = this.#written
      .slice(0, index + 1)
      .filter((send) => send.phone === phone && !this.#released.has(send.id));
    // Noted first here, too, and taken back where the outbox would not.
    for (const send of held) this.#released.add(send.id);
    await this.#fakes.outbox.sendNow(id).catch((error: unknown) => {
      for (const send of held) this.#released.delete(send.id);
      throw error;
    });
  }

  /** What is to be over within so much time is over then. */
  async #during(ms: number, work: Promise<void>): Promise<void> {
    let isOver = false;
    const ended = work.then(() => (isOver = true));
    await this.#fakes.clock.advance(ms);
    expect(isOver, 'it keeps its deadline').toBe(true);
    await ended;
  }

  /** A hold that a former run began is never longer than itself in this one (SEND-13), and may be shorter. */
  #beginHoldsAnew(): void {
    const now = this.#fakes.clock.now();
    for (const { id, createdAt, dueAt } of this.#written) {
      const restMs = Math.max(0, Math.min(dueAt - now, dueAt - createdAt));
      this.#heldUntil.set(id, Math.min(this.#heldUntil.get(id) ?? 0, this.#stopWatch() + restMs));
    }
  }

  #noteReleased(): void {
    const now = this.#fakes.clock.now();
    for (const { id, dueAt } of this.#written) {
      if (now >= dueAt || this.#stopWatch() >= (this.#heldUntil.get(id) ?? 0)) this.#released.add(id);
    }
  }

  #letAnswersGo(): void {
    const { service } = this.#fakes;
    service.isHolding = false;
    service.uploads.isHolding = false;
    for (const { end } of [...service.held.splice(0), ...service.uploads.held.splice(0)]) end();
  }

  #stopWatch(): number {
    return this.#fakes.clock.now() - this.#setMs;
  }
}

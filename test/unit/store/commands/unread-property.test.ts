/**
 * Any order of messages, rows of the chat, acts, removals and deletions ends with the service's own count, less what a
 * person deleted here and the service has not.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildMessage } from '../builders.ts';

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('text') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('message'), pick: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('row'), ago: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('act'), isRead: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refuse') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read-elsewhere') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hide'), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish'), isRead: fc.boolean() }) },
);
type Step = { kind: string; pick?: number; ago?: number; isRead?: boolean };

/** A service with one chat, and what this computer was told of it. */
class Simulation {
  readonly store = new StoreInOneThread();
  #texts: { id: number; at: number }[] = [];
  #unread = 0;
  #nextId = 1;
  #rows: { unreadCount: number; updatedAt: number | null }[] = [{ unreadCount: 0, updatedAt: null }];
  #pending: { id: number; isRead: boolean }[] = [];
  readonly #gone: number[] = [];
  #hidden: MessageKey[] = [];

  play({ kind, pick = 0, ago = 0, isRead = true }: Step): void {
    const text = this.#texts.at(pick % Math.max(1, this.#texts.length));
    const [pending] = this.#pending;
    if (kind === 'text') this.#write();
    else if (kind === 'message' && text !== undefined) this.#bring(text);
    else if (kind === 'row') this.#tellRow(ago);
    else if (kind === 'act') this.#act(isRead);
    else if (kind === 'confirm' && pending !== undefined) this.#settle(pending, true);
    else if (kind === 'refuse' && pending !== undefined) this.#settle(pending, false);
    else if (kind === 'read-elsewhere') this.#change(0);
    else if (kind === 'delete' && text !== undefined) this.#delete(text);
    else if (kind === 'hide' && text !== undefined) this.#hide(text.id);
    else if (kind === 'restore') this.#restore();
    else if (kind === 'finish') this.#finish(isRead);
  }

  /** The last words of the service: everything that is there, nothing that is gone, and the chat as it is. */
  end(): void {
    for (const pending of this.#pending.slice()) this.#settle(pending, true);
    this.#texts.forEach((text) => this.#bring(text));
    this.store.run('removeMessages', { keys: this.#gone.map((id) => buildMessage(`in:${id}`).key) });
    this.#tellRow(0);
  }

  get isRight(): boolean {
    const shown = this.store.ask('findChat', { chatId: toChatId(1), phone: null })?.unreadCount;
    const { messages, chats } = this.store.ask('countUnread', {});
    const unread = this.#texts.slice(Math.max(0, this.#texts.length - this.#unread));
    const hidden = unread.filter(({ id }) => this.#hidden.includes(buildMessage(`in:${id}`).key)).length;
    const expected = this.#unread - hidden;
    const isAgreed = chats === this.store.ask('countChats', {}).lamp && chats === Math.min(1, expected);
    return shown === expected && messages === expected && isAgreed;
  }

  #write(): void {
    const id = this.#nextId++;
    this.#texts.push({ id, at: NOON + id * MINUTE_MS });
    this.#change(this.#unread + 1);
  }

  #change(unreadCount: number): void {
    this.#unread = unreadCount;
    this.#rows.push({ unreadCount, updatedAt: this.#texts.at(-1)?.at ?? null });
  }

  #bring({ id, at }: { id: number; at: number }): void {
    this.store.run('commitMessages', { messages: [buildMessage(`in:${id}`, { at })], source: 'page' });
  }

  /** `ago`: so many changes before the newest, as a page that was read a while ago says. */
  #tellRow(ago: number): void {
    const said = this.#rows.at(-1 - Math.min(ago, this.#rows.length - 1)) ?? {};
    this.store.run('commitChats', { chats: [buildChat(1, said)] });
  }

  #act(isRead: boolean): void {
    const id = this.store.act(1, { kind: 'read', isRead }, { at: this.store.now });
    // The newer act takes the place of the one before.
    if (id !== null) this.#pending = [{ id, isRead }];
  }

  #settle(pending: { id: number; isRead: boolean }, isTaken: boolean): void {
    if (isTaken) this.#change(pending.isRead ? 0 : Math.max(1, this.#unread));
    this.#pending = this.#pending.filter(({ id }) => id !== pending.id);
    this.store.run('finishActions', { actionIds: [pending.id] });
  }

  #hide(id: number): void {
    const keys = [buildMessage(`in:${id}`).key];
    const at = this.store.now;
    this.#hidden.push(...this.store.run('deleteMessages', { chatId: toChatId(1), keys, at, dueAt: at }).keys);
  }

  #restore(): void {
    this.store.run('restoreMessages', { keys: this.#hidden });
    this.#hidden = [];
  }

  #finish(isDeleted: boolean): void {
    const [key] = this.#hidden;
    if (key === undefined) return;
    const text = this.#texts.find(({ id }) => buildMessage(`in:${id}`).key === key);
    if (isDeleted && text !== undefined) this.#delete(text);
    this.store.run('finishMessageDeletion', { keys: [key], isDeleted });
    this.#hidden = this.#hidden.filter((other) => other !== key);
  }

  #delete(text: { id: number; at: number }): void {
    const isUnread = this.#texts.indexOf(text) >= this.#texts.length - this.#unread;
    this.#texts = this.#texts.filter((other) => other !== text);
    this.#gone.push(text.id);
    this.#change(isUnread ? this.#unread - 1 : Math.min(this.#unread, this.#texts.length));
  }
}

describe('the unread total', () => {
  it('ends as the service has it, in whatever order things were told', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const simulation = new Simulation();
        try {
          for (const one of steps) simulation.play(one);
          simulation.end();
          expect(simulation.isRight).toBe(true);
        } finally {
          simulation.store.close();
        }
      }),
      { numRuns: 60 },
    );
  }, 30_000);
});

import { describe, expect, it } from 'vitest';
import type { CallResult, CommandCall } from '#main/store/protocol.ts';
import { findDiskKind } from '#main/store/errors.ts';
import { WriterQueue } from '#main/store/queue.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { NOON, buildChat, phoneOf } from './builders.ts';

const OK: CallResult = { ok: true, output: undefined, changes: null };

/** A writer that answers when the test says so, and keeps what it was given. */
function createWriter(): {
  groups: CommandCall[][];
  queue: WriterQueue;
  answer: (results?: readonly CallResult[]) => Promise<void>;
  break: () => void;
} {
  const groups: CommandCall[][] = [];
  const waiting: { resolve: (results: readonly CallResult[]) => void; reject: (error: Error) => void }[] = [];
  const queue = new WriterQueue((calls) => {
    groups.push([...calls]);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    groups,
    queue,
    answer: async (results) => {
      await turn();
      const group = groups.at(-1) ?? [];
      waiting.shift()?.resolve(results ?? group.map(() => OK));
      await turn();
    },
    break: () => waiting.shift()?.reject(new Error('gone')),
  };
}

const draft = (number: number): CommandCall => ({
  name: 'saveDraft',
  input: { phone: phoneOf(number), text: 'x', at: NOON },
});
const chats = (count: number): CommandCall => ({
  name: 'commitChats',
  input: { chats: Array.from({ length: count }, (_, index) => buildChat(index + 1)) },
});
const names = (groups: readonly CommandCall[][]): string[] => groups.map((group) => group.map((c) => c.name).join('+'));

describe('the queue in front of the writer', () => {
  it('lets a person go between the parts of a sync commit (STORE-2)', async () => {
    const writer = createWriter();
    const whole = writer.queue.push(chats(250));
    await writer.answer([{ ok: true, output: { changedIds: [1] }, changes: null }]);
    const saved = writer.queue.push(draft(1));
    await writer.answer([{ ok: true, output: { changedIds: [2] }, changes: null }]);
    await writer.answer();
    await saved;
    await writer.answer([{ ok: true, output: { changedIds: [3] }, changes: null }]);
    expect(await whole).toEqual({ changedIds: [1, 2, 3] });
    expect(names(writer.groups)).toEqual(['commitChats', 'commitChats', 'saveDraft', 'commitChats']);
  });

  it('commits what people did at the same time together', async () => {
    const writer = createWriter();
    const all = Promise.all([1, 2, 3].map((number) => writer.queue.push(draft(number))));
    await writer.answer();
    await all;
    expect(names(writer.groups)).toEqual(['saveDraft+saveDraft+saveDraft']);
  });

  it('never has more than one group with the writer', async () => {
    const writer = createWriter();
    const all = [writer.queue.push(chats(1)), writer.queue.push(chats(1))];
    await new Promise((resolve) => setImmediate(resolve));
    expect(writer.groups).toHaveLength(1);
    await writer.answer();
    await writer.answer();
    await Promise.all(all);
    expect(writer.groups).toHaveLength(2);
  });

  it('ends a sync commit at its first failed part, so that its cursor is never written (STORE-3)', async () => {
    const writer = createWriter();
    const whole = writer.queue.push(chats(250));
    const failure = expect(whole).rejects.toSatisfy((error) => isAppError(error, 'disk'));
    await writer.answer([
      { ok: false, error: { code: 'disk', kind: 'full', message: 'commitChats: full', stack: '', cause: null } },
    ]);
    await failure;
    const next = writer.queue.push(draft(1));
    await writer.answer();
    await next;
    expect(names(writer.groups)).toEqual(['commitChats', 'saveDraft']);
  });

  it('fails only the call that failed in a group', async () => {
    const writer = createWriter();
    const outcomes = Promise.allSettled([writer.queue.push(draft(1)), writer.queue.push(draft(2))]);
    await writer.answer([
      { ok: false, error: { code: 'disk', kind: 'logic', message: 'no', stack: '', cause: null } },
      OK,
    ]);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('rejects what is with a writer that is gone, and goes on', async () => {
    const writer = createWriter();
    const lost = writer.queue.push(chats(250));
    const failure = expect(lost).rejects.toThrow('gone');
    await new Promise((resolve) => setImmediate(resolve));
    writer.break();
    await failure;
    const next = writer.queue.push(draft(1));
    await writer.answer();
    await expect(next).resolves.toBeUndefined();
  });

  it('can be asked again for what it did not take: the account is opened again', async () => {
    const { queue } = createWriter();
    await queue.close();
    await expect(queue.push(draft(1))).rejects.toSatisfy((error) => findDiskKind(error) === 'ended');
  });

  it('finishes what waits and takes nothing more once it is closed', async () => {
    const writer = createWriter();
    const waiting = writer.queue.push(draft(1));
    const closing = writer.queue.close();
    await expect(writer.queue.push(draft(2))).rejects.toSatisfy((error) => isAppError(error, 'disk'));
    await writer.answer();
    await closing;
    await expect(waiting).resolves.toBeUndefined();
  });
});

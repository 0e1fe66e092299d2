import { afterEach, describe, expect, it } from 'vitest';
import { createChannel, toLeastBusy } from '#main/store/channel.ts';
import type { Channel } from '#main/store/channel.ts';
import { findDiskKind } from '#main/store/errors.ts';
import type { ThreadEnd } from '#main/store/errors.ts';
import type { WorkerRequest } from '#main/store/protocol.ts';
import { createTestFolder } from '#test/support/store-files.ts';
import { until } from '#test/support/until.ts';
import { NOON } from '#test/unit/store/builders.ts';

const COUNT: WorkerRequest = { type: 'ask', now: NOON, call: { name: 'countMessages', input: {} } };

describe('a thread seen from outside', () => {
  const undo: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  async function start(role: 'writer' | 'reader', folder: string): Promise<Channel> {
    const { channel } = await createChannel({ role, folder, now: NOON });
    undo.push(() => channel.dispose());
    return channel;
  }

  async function startThree(): Promise<[Channel, Channel, Channel]> {
    const { path, remove } = createTestFolder();
    undo.push(remove);
    return [await start('writer', path), await start('reader', path), await start('reader', path)];
  }

  it('rejects what it was asked and what it will be asked when the thread ends', async () => {
    const [, reader] = await startThree();
    const asked = reader.request(COUNT).catch((error: unknown) => findDiskKind(error));
    await reader.kill();
    expect([0, 'ended']).toContain(await asked);
    await expect(reader.request(COUNT)).rejects.toThrow(/reader thread of the store/);
    expect(reader.isAlive).toBe(false);
  });

  it('says of what it was about to do that nobody knows, of what comes later that it is not done', async () => {
    const [writer] = await startThree();
    const request: WorkerRequest = { type: 'run', now: NOON, calls: [] };
    // The last of many: the thread would answer a single one before it ends.
    const asked = Array.from({ length: 500 }, () => writer.request(request).catch((error: unknown) => error));
    const killed = writer.kill();
    expect(await asked.at(-1)).toMatchObject({ code: 'disk', retryable: true, outcome: 'unknown' });
    await killed;
    await expect(writer.request(request)).rejects.toMatchObject({ retryable: true, outcome: 'not-accepted' });
  });

  it('tells once that it has ended, with its exit code and why, and never that it was closed', async () => {
    const [writer, first, second] = await startThree();
    const ends: ThreadEnd[] = [];
    for (const channel of [writer, first, second]) channel.onEnded = (end) => ends.push(end);
    // What it cannot understand.
    await first.request(null as unknown as WorkerRequest).catch(() => undefined);
    await until(() => expect(ends).toHaveLength(1));
    await second.dispose();
    await writer.kill();
    expect(ends.map(({ role, exitCode }) => [role, exitCode])).toEqual([
      ['reader', 1],
      ['writer', 1],
    ]);
    expect(String(ends[0]?.error.cause)).toContain('reader thread');
    expect((ends[0]?.error.cause as Error).cause).toBeInstanceOf(TypeError);
  });

  it('is not asked any more while another one lives', async () => {
    const [, first, second] = await startThree();
    expect(toLeastBusy([first, second])).toBe(first);
    const answer = first.request(COUNT);
    expect(toLeastBusy([first, second])).toBe(second);
    await answer;
    await first.kill();
    expect(toLeastBusy([first, second])).toBe(second);
  });

  it('cannot start as a reader where no writer made the files', async () => {
    const { path, remove } = createTestFolder();
    undo.push(remove);
    const refused: unknown = await createChannel({ role: 'reader', folder: path, now: NOON }).catch(
      (error: unknown) => error,
    );
    expect(findDiskKind(refused)).toBe('full');
  });
});

/**
 * Every operation on chats of the specification is used by something that a person can do: online, and done while the
 * service is away and carried out when it is back.
 */
import { readFile } from 'node:fs/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { inProject } from '#main/start/paths.mjs';
import { isFull } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { SyncedApp, type ChatOperation, type Plan } from './synced-app.ts';
import { chatReads } from './chat-reads.ts';
import { chatWrites } from './chat-writes.ts';

const operations = [...chatReads, ...chatWrites];

/** One operation of each kind of effect: at small counts these alone are also used while the service is away. */
const OF_EACH_KIND: readonly string[] = [
  'GET /chats/search',
  'GET /chats/{phone}/by/phone',
  'POST /chats/close/read',
  'POST /chats/delete',
  'POST /chats/mute',
  'POST /chats/read/bulk',
  'POST /chats/unpin/bulk',
  'POST /chats/{id}/messages/delete',
];
const usedWhileAway = operations.filter(({ row }) => isFull || OF_EACH_KIND.includes(row));

describe('chat operations', () => {
  it('are all of those that the specification has', async () => {
    const map = await readFile(inProject('main/api/README.md'), 'utf8');
    const rows = [...map.matchAll(/^\| `((?:GET|POST) \/chats[^`]*)`/gm)].map(([, row]) => row);
    expect(rows).toHaveLength(22);
    expect(operations.map(({ row }) => row).toSorted()).toEqual(rows.toSorted());
    expect(usedWhileAway).toHaveLength(isFull ? operations.length : OF_EACH_KIND.length);
  });
});

async function open(
  operation: ChatOperation,
  { onTestFinished }: TestContext,
): Promise<{ readonly at: SyncedApp; readonly plan: Plan }> {
  const at = await SyncedApp.open(operation.prepare);
  onTestFinished(() => at.dispose());
  return { at, plan: await operation.plan(at) };
}

// Each test has its own app and service, and mostly waits: for the time to undo, and for the next request to the service.
describe.concurrent.each(operations)('$row', (operation: ChatOperation) => {
  it('is used by what a person does, and the service has it', async (test) => {
    const { at, plan } = await open(operation, test);
    const before = at.markSeen();
    await plan.act();
    await plan.expectShown?.();
    await until(async () => {
      await plan.expectDone();
      expect(at.hasAnswered(operation.row, before)).toBe(true);
    });
    await plan.expectShown?.();
  });
});

describe.concurrent.each(usedWhileAway)('$row', (operation: ChatOperation) => {
  it('is used when the service is back, by what was done while it was away', async (test) => {
    const { at, plan } = await open(operation, test);
    await at.goOffline(plan.refused);
    const before = at.markSeen();
    if (plan.needsAnswer === true) await expect(plan.act()).rejects.toThrow('offline');
    else await plan.act();
    await plan.expectShown?.();
    await expect((async () => await plan.expectDone())()).rejects.toThrow();
    await at.comeBack();
    if (plan.needsAnswer === true) await plan.act();
    await until(async () => {
      await plan.expectDone();
      expect(at.hasAnswered(operation.row, before)).toBe(true);
    });
    await plan.expectShown?.();
  });
});

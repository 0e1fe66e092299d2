/** An import as the whole app runs it: started, ended with the app, gone on with, and shown. */
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestOutput } from '#shared/contract/index.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId } from './app-on-demo.ts';
import type { AppWindow, RunningService } from './app-on-demo.ts';

const COUNT = 600;

async function openFile(window: AppWindow, name: string, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const mimeType = 'text/csv';
  const { handle } = await window.ask('files.stage', { name, mimeType, sizeBytes: bytes.byteLength });
  expect(await window.app.appendBytes({ handle, offset: 0, bytes })).toMatchObject({ ok: true });
  const { draftId } = await window.ask('imports.open', { handle, isPasted: false });
  await until(async () => {
    const draft = await window.ask('imports.getDraft', {});
    expect(draft).toMatchObject({ checkedCount: null, problem: null, isFilling: false });
    expect(draft?.summary?.verdicts.new).toBe(COUNT);
  });
  return draftId;
}

describe.each(listShapes(['spec', 'sdk'], 'spec'))('an import to a service of the shape %s', (shapes) => {
  let app: AppOnDemo;
  afterEach(async () => {
    await app.dispose();
  });

  const get = async (window: AppWindow, importId: number): Promise<NonNullable<RequestOutput<'imports.get'>>> => {
    const run = await window.ask('imports.get', { importId });
    if (run === null) throw new Error('There is no such import');
    return run;
  };

  async function signIn(window: AppWindow, { credentials }: RunningService): Promise<void> {
    await window.signIn(credentials);
    await until(async () => {
      expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'online' });
      expect(await window.ask('contacts.count', {})).toMatchObject({ isFilling: false });
    });
  }

  it('goes on after the app ended in the middle of it, once there is a key, and its list is shown', async () => {
    app = await AppOnDemo.open();
    const running = await app.startService({ shapes, speed: 2 });
    running.service.settings.absent = [shapes === 'spec' ? 'import-normalized' : 'import-raw'];
    const { world } = running.service;
    const first = await app.openWindow();
    await signIn(first, running);
    const before = world.contacts.rows.length;
    const lines = Array.from(
      { length: COUNT },
      (_, index) => `+4474${String(20_000_000 + index)},Person ${String(index)}`,
    );
    const draftId = await openFile(first, 'people.csv', ['Mobile,First name', ...lines].join('\n'));
    const { importId } = await first.ask('imports.start', { requestId: toRequestId(), draftId });
    // The service has begun with the batch.
    await until(() => expect(world.contacts.rows.length).toBeGreaterThan(before));
    expect(first.heard('imports.changed')).toContainEqual({ importId });
    await app.closeApps();

    const second = await app.openWindow();
    await until(async () => {
      expect(await get(second, importId)).toMatchObject({ state: 'waiting', problem: { code: 'unauthorized' } });
    });
    await signIn(second, running);
    const run = await until(async () => {
      const now = await get(second, importId);
      expect(now).toMatchObject({ state: 'finished', step: 'done', problem: null });
      return now;
    });
    expect(run).toMatchObject({
      ...{ created: { planned: COUNT, done: COUNT }, rejectedCount: 0, doneCount: COUNT, totalCount: COUNT },
      list: { isNew: true, membersCount: COUNT },
    });
    expect(world.contacts.rows).toHaveLength(before + COUNT);
    const atService = world.contacts.rows.filter(({ listIds }) => listIds.includes(run.list.id ?? 0));
    expect(atService).toHaveLength(COUNT);
    const { lists } = await second.ask('contacts.count', {});
    expect(lists.find(({ id }) => id === run.list.id)).toMatchObject({ membersCount: COUNT });
  });
});

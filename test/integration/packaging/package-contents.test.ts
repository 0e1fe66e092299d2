import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#main/importing/read/limits.ts';
import { ensureMain, ensureRenderer } from '#main/start/build.mjs';
import { inProject } from '#main/start/paths.mjs';
import { findKeytarFailure } from '#test/support/keytar.ts';
import { extractArchive, pack } from '#test/support/packaging/pack.ts';

/** What the helper says to its first task, as a process of plain Node. */
async function askHelper(file: string, task: object): Promise<unknown> {
  // Nobody's real keyring is asked.
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const helper = fork(file, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [], env });
  helper.send(task);
  const [said] = (await once(helper, 'message')) as unknown[];
  helper.kill('SIGKILL');
  return said;
}

const obstacle = process.platform === 'linux' ? undefined : 'packing is tried out on Linux only';

describe('the package that dist makes', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-package-'));
  let resources = '';

  beforeAll(async () => {
    if (obstacle !== undefined) return;
    await ensureRenderer();
    await ensureMain();
    ({ resources } = await pack(folder, 'linux'));
  }, 180_000);
  beforeEach(({ skip }) => {
    if (obstacle !== undefined) skip(obstacle);
  });
  afterAll(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('holds a keyring helper that runs beside the archive, and loads the packed keytar', async ({ skip }) => {
    const failure = findKeytarFailure();
    if (failure !== null) skip(`keytar cannot be loaded on this machine: ${failure}`);
    const helper = path.join(resources, 'app.asar.unpacked/dist/main/keyring-helper.cjs');
    const said = await askHelper(helper, { act: 'find', account: 'nobody', isExpected: false });
    // The answer comes from GLib, through keytar: there is no bus at that address.
    expect(said).toMatchObject({ state: 'absent', secret: null, detail: expect.stringMatching(/connect/i) as string });
  });

  describe('a thread out of it', () => {
    const bundle = path.join(folder, 'unpacked');

    beforeAll(async () => {
      if (obstacle !== undefined) return;
      await extractArchive(path.join(resources, 'app.asar'), bundle);
    });

    async function hearFirst(name: string, workerData: object): Promise<unknown> {
      const worker = new Worker(path.join(bundle, 'dist/main', name), { workerData });
      const [said] = (await once(worker, 'message')) as unknown[];
      await worker.terminate();
      return said;
    }

    it('of the store runs as it is packed', async () => {
      const data = path.join(folder, 'data');
      fs.mkdirSync(data);
      const setup = { role: 'writer', folder: data, now: Date.UTC(2025, 10, 3) };
      expect(await hearFirst('store-worker.cjs', setup)).toMatchObject({ ok: true });
      expect(fs.readdirSync(data)).toEqual(expect.arrayContaining(['cache.db', 'owned.db']));
    });

    it('that reads tables runs as it is packed', async () => {
      const bytes = new Uint8Array(fs.readFileSync(inProject('test/fixtures/importing/contacts.xlsx')));
      const choice = { sheet: null, encoding: null, delimiter: null, limits: DEFAULT_LIMITS };
      const said = await hearFirst('import-worker.cjs', { name: 'contacts.xlsx', bytes, ...choice });
      expect(said).toMatchObject({ type: 'read', head: { kind: 'xlsx', rowCount: 4 } });
    });

    it('that checks rows runs as it is packed', async () => {
      const bytes = new Uint8Array(fs.readFileSync(inProject('test/fixtures/importing/contacts.xlsx')));
      const choice = { sheet: null, encoding: null, delimiter: null, limits: DEFAULT_LIMITS };
      const said = await hearFirst('check-worker.cjs', { name: 'contacts.xlsx', bytes, ...choice });
      expect(said).toMatchObject({ type: 'read', head: { table: { kind: 'xlsx', rowCount: 4 } } });
    });
  });
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerFilter } from '#shared/contract/index.ts';
import { Ledger } from '#main/services/ledger/ledger.ts';
import { StagedFiles } from '#main/services/files/staged-files.ts';
import { createFakeSession, fail, FakeAccountParts, SIGN_IN } from '../fakes.ts';
import { makeEntry } from './entries.ts';

const EVERYTHING: LedgerFilter = { query: '', outcome: null, fromAt: null, toAt: null };

describe('the ledger', () => {
  let folder: string;
  let fakes: FakeAccountParts;
  let staged: StagedFiles;
  /** Entries that were asked for and not yet answered, at most. */
  let mostAtOnce: number;
  /** Number of the page that cannot be read. */
  let failingPage: number;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-ledger-'));
    fakes = new FakeAccountParts();
    mostAtOnce = 0;
    failingPage = 0;
    staged = new StagedFiles({ dataFolder: folder, onBug: () => undefined });
  });
  afterEach(async () => {
    await staged.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  /** So many entries, told in pages; every second page is empty though there is more below, as in a search that goes on. */
  async function open(count: number): Promise<Ledger> {
    let open = 0;
    let calls = 0;
    const toRow = (index: number) => makeEntry({ row: { sendId: `s${String(index)}`, createdAt: index } }).row;
    fakes.store = {
      listLedger: ({ before, limit }) => {
        calls += 1;
        if (calls === failingPage) return Promise.reject(fail('disk'));
        const from = before?.createdAt ?? count;
        const size = calls % 2 === 0 ? 0 : Math.min(limit, from);
        const rows = Array.from({ length: size }, (_, place) => toRow(from - 1 - place));
        return Promise.resolve({ rows, older: from === size ? null : { createdAt: from - size, sendId: 'x' } });
      },
      getLedgerEntry: async ({ sendId }) => {
        open += 1;
        mostAtOnce = Math.max(mostAtOnce, open);
        await Promise.resolve();
        open -= 1;
        return sendId === 's-gone' ? null : makeEntry({ row: { sendId } });
      },
    };
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    return new Ledger({ session, staged, now: () => Date.UTC(2026, 10, 20, 12) });
  }

  it('is written out whole and in order, over as many pages as it has, few entries at a time', async () => {
    const ledger = await open(1_003);
    const { handle, name, rows } = await ledger.export({ filter: EVERYTHING, format: 'json' });
    expect([name, rows]).toEqual(['switchboard-ledger-2026-11-20.json', 1_003]);
    const written = JSON.parse(await readFile(staged.get(handle).path, 'utf8')) as {
      entries: { row: { sendId: string } }[];
    };
    const ids = written.entries.map(({ row }) => row.sendId);
    expect(ids).toEqual(Array.from({ length: 1_003 }, (_, index) => `s${String(1_002 - index)}`));
    expect(mostAtOnce).toBeLessThanOrEqual(20);
  });

  it('leaves no half of a file where the disk fails in the middle', async () => {
    const ledger = await open(500);
    failingPage = 3;
    await expect(ledger.export({ filter: EVERYTHING, format: 'csv' })).rejects.toMatchObject({ code: 'disk' });
    expect(await readdir(path.join(folder, 'staged'))).toEqual([]);
  });

  it('says that it has no such entry', async () => {
    await expect((await open(1)).get('s-gone')).rejects.toMatchObject({ code: 'not-found' });
  });
});

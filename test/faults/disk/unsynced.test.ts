/** A power cut that takes along every write that was not synced: what the store said is safe is there all the same. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFilePaths } from '#main/store/paths.ts';
import { openForWriting } from '#main/store/open.ts';
import { toBundledCommand } from '#test/support/bundles/command.ts';
import { isFull } from '#test/support/full-counts.ts';
import { findObstacle, readChanges, RecordedDisk, toRecording } from './recorded-writes.ts';

const SCRIPT = fileURLToPath(new URL('./write-sends.ts', import.meta.url));
const [TURNS, EACH] = isFull ? [5, 60] : [2, 8];
const obstacle = findObstacle();

describe('a power cut', () => {
  let home: string;

  beforeEach(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), 'sb-unsynced-')));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** Writes texts in a process of its own, all that it does to owned.db being recorded. */
  function record(): { readonly owned: string; readonly acks: string; readonly trace: string } {
    const folder = path.join(home, 'written');
    mkdirSync(folder);
    const [acks, trace] = [path.join(home, 'acks'), path.join(home, 'trace')];
    const { owned } = toFilePaths(folder);
    const command = toBundledCommand(SCRIPT, [folder, String(TURNS), String(EACH)]);
    const [program = '', ...args] = toRecording(command, trace, [owned, `${owned}-wal`, acks]);
    const out = openSync(acks, 'w');
    const { status, stderr } = spawnSync(program, args, { stdio: ['ignore', out, 'pipe'], encoding: 'utf8' });
    closeSync(out);
    expect(status, stderr).toBe(0);
    return { owned, acks, trace };
  }

  /** Ids of the sends that are found by whoever opens what is left. */
  function listFound(left: ReadonlyMap<string, Buffer>, written: string): string[] {
    const folder = mkdtempSync(path.join(home, 'left-'));
    const { owned } = toFilePaths(folder);
    for (const end of ['', '-wal']) {
      const bytes = left.get(`${written}${end}`);
      if (bytes !== undefined) writeFileSync(`${owned}${end}`, bytes);
    }
    const db = openForWriting(owned, 'FULL');
    try {
      expect(db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      return db.all<{ id: string }>('SELECT id FROM sends').map(({ id }) => id);
    } finally {
      db.close();
    }
  }

  it('loses no text that was said to be safe, whatever of the rest it takes', ({ skip }) => {
    skip(obstacle !== null, obstacle ?? '');
    const { owned, acks, trace } = record();
    const disk = new RecordedDisk();
    const said: string[] = [];
    for (const change of readChanges(trace)) {
      if (change.path !== acks) disk.play(change);
      else if (change.kind === 'write') {
        said.push(change.bytes.toString('utf8').trim());
        for (const share of [0, 0.5, 1]) {
          expect(listFound(disk.cut(share), owned)).toEqual(expect.arrayContaining(said));
        }
      }
    }
    expect(said).toHaveLength(TURNS * EACH);
  });
});

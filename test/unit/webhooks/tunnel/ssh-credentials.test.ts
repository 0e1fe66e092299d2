import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findCredentials } from '#main/webhooks/tunnel/ssh-credentials.ts';

describe('the key of a file', () => {
  it.skipIf(process.platform === 'win32')(
    'is read from files alone: what never ends keeps nobody waiting',
    async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'switchboard-key-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      execFileSync('mkfifo', [path.join(folder, 'id')]);
      const world = { env: {}, platform: 'linux', homeFolder: folder } as const;
      expect(await findCredentials({ keyFile: 'id' }, world, () => new Error('no key'))).toEqual({
        kind: 'fault',
        fault: 'key-unreadable',
        detail: 'not a file',
      });
    },
  );
});

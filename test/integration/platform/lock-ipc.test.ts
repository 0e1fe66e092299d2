import { mkdtemp, rm } from 'node:fs/promises';
import type net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askHolder, stopListening, listenForStarts, type IpcSecret } from '#main/platform/lock-ipc.ts';

const URL = 'http://127.0.0.1:4780/?token=abc';

describe('the server of a held folder, where others may listen at its address', () => {
  let folder: string;
  let address: string;
  let server: net.Server | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-server-'));
    address = path.join(folder, 'server.sock');
  });
  afterEach(async () => {
    if (server !== undefined) await stopListening(server);
    await rm(folder, { recursive: true, force: true });
  });
  const open = async (secret: IpcSecret): Promise<void> => {
    server = await listenForStarts(
      address,
      (question) => ({ pid: 7, url: question === 'reveal' ? URL : null }),
      secret,
    );
  };

  it('LOCK-4: is believed when it answers with the secret of the folder', async () => {
    await open('secret');
    expect(await askHolder(address, 'reveal', 'secret')).toEqual({ pid: 7, url: URL });
    expect(await askHolder(address, 'who', 'secret')).toEqual({ pid: 7, url: null });
  });

  it.each(['guess', null])('LOCK-4: is not believed when it answers with %s', async (secret) => {
    await open(secret);
    expect(await askHolder(address, 'reveal', 'secret')).toBeNull();
  });
});

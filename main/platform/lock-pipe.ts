import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './files.ts';
import { createToken, toStableId } from './ids.ts';
import { stopListening, listenForStarts, type Answer, type Claim } from './lock-ipc.ts';

const NAME = 'lock-pipe.txt';

/** One try on Windows: the pipe's name lives and dies with its process, so there is nothing stale to take over. */
export async function claimPipe(folder: string, answer: Answer): Promise<Claim> {
  const secret = await takeSecret(folder);
  const address = toAddress(secret);
  const server = await listenForStarts(address, answer, secret);
  return server === undefined
    ? { kind: 'busy', address, secret }
    : { kind: 'mine', release: () => stopListening(server) };
}

/**
 * Any user may take any pipe name: one derived from the folder's path could be taken by another user first, to answer in the
 * app's place. So the name is derived from a secret in the folder, which the first start creates. Pipe names can be listed, and
 * this one is the same in each run: a program that takes it after the app's end cannot sign its answers.
 */
export async function toPipeAddress(folder: string): Promise<string> {
  return toAddress(await takeSecret(folder));
}

async function takeSecret(folder: string): Promise<string> {
  const file = path.join(folder, NAME);
  return (await findText(file)) ?? (await makeSecret(file));
}

function toAddress(secret: string): string {
  return `\\\\.\\pipe\\switchboard-${toStableId(secret, 26)}`;
}

/** Written whole before it gets its name: two starts at once both read the secret of the first. */
async function makeSecret(file: string): Promise<string> {
  const draft = `${file}.${createToken(6)}.new`;
  await writeFile(draft, createToken(), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return await readFile(file, 'utf8');
}

async function findText(file: string): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}

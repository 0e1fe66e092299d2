import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from './files.ts';
import { toStableId } from './ids.ts';
import { askHolder, stopListening, isAlive, listenForStarts, type Answer, type Claim } from './lock-ipc.ts';

/** The shortest limit of a socket's path among the systems we run on (macOS: 104 with the final zero). */
const LONGEST_ADDRESS = 103;
const NAME = /^hold-(\d{1,9})\.sock$/;
const LONGEST_NAME = 'hold-999999999.sock'.length;
/** A living process refuses connections for a moment between bind and listen. */
const TRIES = 3;
const BETWEEN_TRIES_MS = 30;

/** One try on systems with socket files (see the rules in lock.ts). `again`: another process is starting too. */
export async function claimSocket(folder: string, answer: Answer): Promise<Claim> {
  const home = await findHome(folder);
  const before = await listNumbers(home);
  const alive = await findAlive(home, before);
  if (alive !== undefined) return { kind: 'busy', address: alive, secret: null };

  const number = (before.at(-1) ?? 0) + 1;
  const address = toAddress(home, number);
  const server = await listenForStarts(address, answer);
  if (server === undefined) return { kind: 'again' };
  if (!(await isStillMine(home, number))) {
    await stopListening(server);
    return { kind: 'again' };
  }
  for (const dead of await listNumbers(home)) {
    if (dead < number) await rm(toAddress(home, dead), { force: true });
  }
  return { kind: 'mine', release: () => stopListening(server) };
}

/** The second check of LOCK-1: no number above, none alive below, and this process answers under the name. */
async function isStillMine(home: string, number: number): Promise<boolean> {
  const now = await listNumbers(home);
  if (now.some((other) => other > number)) return false;
  const below = now.filter((other) => other < number);
  if ((await findAlive(home, below)) !== undefined) return false;
  const answer = await askHolder(toAddress(home, number), 'who');
  return answer?.pid === process.pid;
}

async function findAlive(home: string, numbers: readonly number[]): Promise<string | undefined> {
  for (const number of numbers.toReversed()) {
    const address = toAddress(home, number);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (await isAlive(address)) return address;
      if (attempt + 1 < TRIES) await pause(BETWEEN_TRIES_MS);
    }
  }
  return undefined;
}

const toAddress = (home: string, number: number): string => path.join(home, `hold-${String(number)}.sock`);

async function listNumbers(home: string): Promise<readonly number[]> {
  const names = await readdir(home);
  const numbers = names.map((name) => NAME.exec(name)?.[1]).filter((digits) => digits !== undefined);
  return numbers.map(Number).sort((a, b) => a - b);
}

/**
 * Where the sockets of a data folder stand: inside it, or, where its path is too long for a socket, in a folder of
 * this user's own under /tmp. Not `os.tmpdir()`, which may differ between two starts.
 */
async function findHome(folder: string): Promise<string> {
  if (Buffer.byteLength(folder) + 1 + LONGEST_NAME <= LONGEST_ADDRESS) return folder;
  const owner = process.getuid?.() ?? 0;
  const parent = `/tmp/switchboard-${String(owner)}`;
  await mkdir(parent, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  const found = await lstat(parent);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new Error(`${parent} isn’t private to you. Move it elsewhere, or use a data folder with a shorter path.`);
  }
  const home = path.join(parent, toStableId(folder, 26));
  await mkdir(home, { recursive: true, mode: 0o700 });
  return home;
}

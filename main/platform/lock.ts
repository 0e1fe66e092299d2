/**
 * One process per data folder. The holder is the process that listens on a socket that belongs to the folder, so the system
 * frees the folder when that process dies, however it dies.
 *
 *   Windows   a named pipe, named after a secret in the folder: the name exists as long as its process lives.
 *   elsewhere a socket file stays behind when a process is killed, so the files are numbered:
 *             hold-1.sock (dead)  hold-2.sock (alive: the holder)
 *             All dead → bind the next number → listen → check again.
 *
 * LOCK-1 two processes never both hold: a number can be bound once; after listening a start gives way to any higher
 *        number and to any lower one that is alive. One of these two checks finds the second of two starts.
 * LOCK-2 a killed holder is replaced at once; only the holder of the folder removes files of others.
 * LOCK-3 a second start learns who holds it, and its window is shown.
 * LOCK-4 only this user can answer a second start, and its answer is opened only where it is the address of our page.
 */
import { randomInt } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { findJson, saveJson } from './files.ts';
import { askHolder, type IpcSecret, type HolderAnswer, type Question } from './lock-ipc.ts';
import { claimPipe } from './lock-pipe.ts';
import { claimSocket } from './lock-socket.ts';

/** Shows the holder's window; returns its address where it is a page. */
export type Reveal = () => string | null;

export type LockOutcome =
  | { readonly kind: 'held'; readonly release: () => Promise<void> }
  | { readonly kind: 'busy'; readonly pid: number | null; readonly url: string | null };

const MAX_TRIES = 50;
const NOTE = 'lock.json';
const noteSchema = v.object({ pid: v.number(), startedAt: v.string() });

/**
 * Takes the folder for this process, or says which process has it after asking that one to show its window. Rejects where the
 * folder cannot be used at all.
 */
export async function acquireLock(options: { readonly folder: string; readonly reveal: Reveal }): Promise<LockOutcome> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await realpath(options.folder);
  const claimOnce = process.platform === 'win32' ? claimPipe : claimSocket;
  const answer = (question: Question): HolderAnswer => ({
    pid: process.pid,
    url: question === 'reveal' ? options.reveal() : null,
  });
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const claim = await claimOnce(folder, answer);
    if (claim.kind === 'busy') return await toBusy(folder, claim);
    if (claim.kind === 'mine') {
      await saveJson(path.join(folder, NOTE), { pid: process.pid, startedAt: new Date().toISOString() });
      return { kind: 'held', release: claim.release };
    }
    await pause(randomInt(5, 60));
  }
  return await toBusy(folder, null);
}

async function toBusy(
  folder: string,
  holder: { readonly address: string; readonly secret: IpcSecret } | null,
): Promise<LockOutcome> {
  const answer = holder === null ? null : await askHolder(holder.address, 'reveal', holder.secret);
  if (answer !== null) return { kind: 'busy', ...answer };
  const note = await findJson(path.join(folder, NOTE), noteSchema);
  return { kind: 'busy', pid: note?.pid ?? null, url: null };
}

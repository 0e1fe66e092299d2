/**
 * One process per data folder. Who holds it is whoever listens on a socket that belongs to the folder, so the system
 * itself frees it when that process dies, however it dies.
 *
 *   Windows   a named pipe after a secret in the folder: the name exists as long as its process lives.
 *   elsewhere a socket file stays behind when a process is killed, so the files are numbered:
 *             hold-1.sock (dead)  hold-2.sock (alive: the holder)
 *             Everybody dead → bind the next number → listen → look again.
 *
 * LOCK-1 two processes never both hold: a number can be bound once; after listening a starter gives way to any
 *        higher number and to any lower one that is alive. Who came second is seen by one of these two looks.
 * LOCK-2 a killed holder is replaced at once; nobody's file is removed but by the one who holds the folder.
 * LOCK-3 a second start learns who holds it, and its window is shown.
 * LOCK-4 only this user can answer a second start, and what is answered is opened only where it is a page's address.
 */
import { randomInt } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { findJson, saveJson } from './files.ts';
import { askHolder, type DoorSecret, type HolderAnswer, type Question } from './lock-door.ts';
import { claimPipe } from './lock-pipe.ts';
import { claimSocket } from './lock-socket.ts';

/** Shows the holder's window; answers with the address of one where it is a page. */
export type Reveal = () => string | null;

export type LockOutcome =
  | { readonly kind: 'held'; readonly release: () => Promise<void> }
  | { readonly kind: 'busy'; readonly pid: number | null; readonly url: string | null };

const ROUNDS = 50;
const NOTE = 'lock.json';
const noteSchema = v.object({ pid: v.number(), startedAt: v.string() });

/**
 * Takes the folder for this process, or says who has it after asking that one to reveal itself.
 * Rejects when it cannot be found out (the folder cannot be used at all).
 */
export async function acquireLock(options: { readonly folder: string; readonly reveal: Reveal }): Promise<LockOutcome> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await realpath(options.folder);
  const claimOnce = process.platform === 'win32' ? claimPipe : claimSocket;
  const answer = (question: Question): HolderAnswer => ({
    pid: process.pid,
    url: question === 'reveal' ? options.reveal() : null,
  });
  for (let round = 0; round < ROUNDS; round += 1) {
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
  door: { readonly address: string; readonly secret: DoorSecret } | null,
): Promise<LockOutcome> {
  const answer = door === null ? null : await askHolder(door.address, 'reveal', door.secret);
  if (answer !== null) return { kind: 'busy', ...answer };
  const note = await findJson(path.join(folder, NOTE), noteSchema);
  return { kind: 'busy', pid: note?.pid ?? null, url: null };
}

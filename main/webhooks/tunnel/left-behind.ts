/**
 * Programs that an app which died hard has left running. Each is written down while it runs, with what tells it from every
 * other process of this computer: its number, when it began and since when the computer runs. Whoever starts next ends it.
 *
 * TUNNEL-4 nothing is ended that is not surely ours. Only Linux tells enough for that: elsewhere such a program stays until
 *          somebody ends it, and forwards to a port where nobody listens.
 */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { findJson, saveJson } from '#main/platform/files.ts';
import { Serial } from '#shared/lib/serial.ts';
import { signalGroup } from './process-group.ts';

const identitySchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(2)),
  /** In ticks since the computer started, as the system has it. */
  startedAt: v.pipe(v.string(), v.regex(/^\d+$/)),
  boot: v.pipe(v.string(), v.minLength(8)),
});
type Identity = v.InferOutput<typeof identitySchema>;
const fileSchema = v.object({ processes: v.array(identitySchema) });

/** Place of the time of beginning among the fields after the name (proc(5)): the 22nd of all. */
const STARTED_FIELD = 19;
const GROUP_FIELD = 2;

export interface LeftBehind {
  /** Ends what an earlier run left. Once; never rejects. */
  end(): Promise<void>;
  note(pid: number): Promise<void>;
  forget(pid: number): Promise<void>;
}

/** `file` belongs to one running app alone: the lock on the data folder sees to that. */
export function createLeftBehind(file: string, onTrouble: (error: unknown) => void): LeftBehind {
  const turns = new Serial();
  const known = new Map<number, Identity>();
  let ended: Promise<void> | null = null;
  const save = (): Promise<void> => saveJson(file, { processes: [...known.values()] });
  const safely = (work: () => Promise<void>): Promise<void> => turns.run(work).catch(onTrouble);
  return {
    end: () =>
      (ended ??= safely(async () => {
        const kept = (await findJson(file, fileSchema))?.processes ?? [];
        for (const identity of kept) await endIfOurs(identity);
        if (kept.length > 0) await save();
      })),
    note: (pid) =>
      safely(async () => {
        const identity = await findIdentity(pid);
        if (identity === null) return;
        known.set(pid, identity);
        await save();
      }),
    forget: (pid) =>
      safely(async () => {
        if (known.delete(pid)) await save();
      }),
  };
}

async function endIfOurs(identity: Identity): Promise<void> {
  const now = await findIdentity(identity.pid);
  if (now === null || now.startedAt !== identity.startedAt || now.boot !== identity.boot) return;
  // Nobody waits for it: it had its time to end in good order.
  signalGroup(identity.pid, 'SIGKILL');
}

/** Of a process that leads its group, as ours do; null where there is none, or the system does not tell. */
async function findIdentity(pid: number): Promise<Identity | null> {
  try {
    const [status, boot] = await Promise.all([
      readFile(`/proc/${String(pid)}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The name stands in brackets and may hold anything.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const startedAt = fields[STARTED_FIELD] ?? '';
    return fields[GROUP_FIELD] === String(pid) ? { pid, startedAt, boot: boot.trim() } : null;
  } catch {
    return null;
  }
}

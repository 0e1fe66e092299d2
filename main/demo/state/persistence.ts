import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Timers } from '../behaviour/clock.ts';
import { capture, listPieces } from './capture.ts';
import type { Snapshot } from './model.ts';

const PROGRAM = 'switchboard-demo';
const FORMAT = `${PROGRAM} 2`;
const FILE = 'demo-state.json';
const PAUSE_MS = 1_000;

const DIGEST_LENGTH = 64;
const LINE_END = '\n';

/** The first line: what the file is, and the digest of all that follows. */
function toHead(digest: string): string {
  return `${FORMAT} ${digest}${LINE_END}`;
}

/** What the file of an earlier run holds: its state, nothing (there is none), or something that cannot be used. */
type Loaded = { kind: 'state'; state: Snapshot } | { kind: 'nothing' } | { kind: 'damaged' | 'other-version' };

function load(file: string): Loaded {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { kind: 'nothing' };
    throw error;
  }
  const bodyAt = bytes.indexOf(LINE_END) + LINE_END.length;
  const head = bytes.toString('utf8', 0, bodyAt);
  const body = bytes.subarray(bodyAt);
  if (head.startsWith(`${PROGRAM} `) && !head.startsWith(`${FORMAT} `)) return { kind: 'other-version' };
  // The digest vouches for the shape: only this code writes it, and a file that anyone touched is not read.
  if (head !== toHead(createHash('sha256').update(body).digest('hex'))) return { kind: 'damaged' };
  return { kind: 'state', state: JSON.parse(body.toString('utf8')) as Snapshot };
}

/**
 * Keeps the state of a demo in one file: written a second after a change and at the end, to a new file that then takes
 * the old one's name. What is written is the state of one moment: it is captured at once, which takes some 50 ms for
 * 400,000 rows, and made into JSON in pieces, between which everything else goes on. (To look again for what changed
 * while pieces were made would never end in a service that is busy.) A file that is damaged or of another version is moved aside, never overwritten.
 */
export class StateFile {
  readonly #file: string;
  readonly #timers: Timers;
  readonly #onProblem: (sentence: string) => void;
  #state: Snapshot | undefined;
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isDisposed = false;

  /** @param onProblem Told in a sentence what went wrong while nobody was waiting for it. */
  constructor(folder: string, timers: Timers, onProblem: (sentence: string) => void) {
    this.#onProblem = onProblem;
    mkdirSync(folder, { recursive: true });
    this.#file = path.join(folder, FILE);
    this.#timers = timers;
  }

  /** The state of an earlier run, if there is one. */
  find(): Snapshot | undefined {
    const loaded = load(this.#file);
    if (loaded.kind === 'damaged' || loaded.kind === 'other-version') {
      const aside = `${this.#file}.${loaded.kind}-${this.#timers.nowAt()}`;
      renameSync(this.#file, aside);
      const what = loaded.kind === 'damaged' ? 'was damaged' : 'is from another version';
      this.#onProblem(`The demo state ${what} and has been moved to ${aside}`);
    }
    return loaded.kind === 'state' ? loaded.state : undefined;
  }

  keep(state: Snapshot): void {
    this.#state = state;
  }

  /** Asks for the state to be written soon; once disposed of, the file may be another's, and nothing is. */
  touch(): void {
    if (this.#isDisposed) return;
    this.#cancel ??= this.#timers.after(PAUSE_MS, () => {
      this.#cancel = undefined;
      this.#flush().catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        this.#onProblem(`The demo state could not be saved: ${why}`);
      });
    });
  }

  /** Writes for the last time; rejects when the disk refuses. */
  dispose(): Promise<void> {
    this.#isDisposed = true;
    return this.#flush();
  }

  /** Writes now; rejects when the disk refuses. */
  #flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const write = this.#writing.then(() => this.#write());
    // The next write must not wait for the failure of this one: its caller is told of it.
    this.#writing = write.then(
      () => undefined,
      () => undefined,
    );
    return write;
  }

  async #write(): Promise<void> {
    if (this.#state === undefined) return;
    const state = capture(this.#state);
    const fresh = `${this.#file}.new`;
    const handle = await open(fresh, 'w');
    try {
      await writeState(handle, state);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, this.#file);
  }
}

/** The digest is known last and stands first: until then there is a line that no digest is. */
async function writeState(handle: FileHandle, state: Snapshot): Promise<void> {
  const hash = createHash('sha256');
  await handle.writeFile(toHead(' '.repeat(DIGEST_LENGTH)));
  for (const piece of listPieces(state)) {
    const bytes = Buffer.from(piece);
    hash.update(bytes);
    await handle.writeFile(bytes);
  }
  const head = toHead(hash.digest('hex'));
  const { bytesWritten } = await handle.write(head, 0);
  if (bytesWritten !== head.length) throw new Error('The disk is full');
}

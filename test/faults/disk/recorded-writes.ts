/**
 * What a process wrote to some files, as the system saw it: recorded by strace, and played back as a disk would have it that
 * loses at a power cut whatever was not synced.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TRACED = [
  ...['openat', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'ftruncate', 'fallocate', 'msync', 'lseek'],
  ...['fsync', 'fdatasync', 'unlink', 'unlinkat', 'rename', 'renameat', 'renameat2'],
];
/** Those that change nothing that is played back here. */
const HARMLESS: ReadonlySet<string> = new Set(['openat', 'lseek']);
const LONGEST_WRITE = 1_000_000;

/** Why nothing can be recorded on this computer; null where it can. */
export function findObstacle(): string | null {
  if (process.platform !== 'linux') return 'strace is for Linux';
  const tried = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'strace is not installed';
  return tried.status === 0 ? null : `strace may not trace here: ${tried.stderr.trim().split('\n')[0] ?? ''}`;
}

/** The command that runs `command` and records in `trace` what it does to these files. */
export function toRecording(command: readonly string[], trace: string, files: readonly string[]): string[] {
  const paths = files.flatMap((file) => ['-P', file]);
  const form = ['-f', '-y', '-xx', '-s', String(LONGEST_WRITE), '-o', trace];
  return ['strace', ...form, ...paths, '-e', `trace=${TRACED.join(',')}`, ...command];
}

type Change =
  | { readonly kind: 'write'; readonly path: string; readonly at: number | null; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  | { readonly kind: 'sync' | 'remove'; readonly path: string };

/** Calls in the order in which they ended. Throws for one that it cannot play back. */
export function* readChanges(trace: string): Generator<Change> {
  const begun = new Map<string, string>();
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(rest) ?? [];
    if (start !== undefined) begun.set(pid, start);
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? [];
    const [, call, args, result] =
      /^(\w+)\((.*)\) += (-?\d+)/.exec(end === undefined ? rest : `${begun.get(pid) ?? ''}${end}`) ?? [];
    if (start !== undefined || call === undefined || Number(result) < 0 || HARMLESS.has(call)) continue;
    yield toChange(call, args ?? '');
  }
}

function toChange(call: string, args: string): Change {
  const [, name = '', rest = ''] = /^\d+<([^>]+)>(?:, )?(.*)$/.exec(args) ?? [];
  const path = toText(name);
  const [, hex = '', at] = /^"((?:\\x[0-9a-f]{2})*)", \d+(?:, (\d+))?$/.exec(rest) ?? [];
  const bytes = toBytes(hex);
  switch (call) {
    case 'pwrite64':
      return { kind: 'write', path, at: Number(at), bytes };
    case 'write':
      return { kind: 'write', path, at: null, bytes };
    case 'ftruncate':
      return { kind: 'truncate', path, length: Number(rest) };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path };
    case 'unlink':
      return { kind: 'remove', path: toText(args) };
    default:
      throw new Error(`${call} cannot be played back`);
  }
}

/** strace was told to write every text in hexadecimal. */
const toBytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(/["\\x]/g, ''), 'hex');
const toText = (hex: string): string => toBytes(hex).toString('utf8');

/** One file on a disk: what the process reads from it, and what of that is left after a power cut. */
class RecordedFile {
  content = Buffer.alloc(0);
  #synced = Buffer.alloc(0);
  #unsynced: Change[] = [];

  apply(change: Change): void {
    this.content = applyTo(this.content, change);
    this.#unsynced.push(change);
  }

  sync(): void {
    this.#synced = this.content;
    this.#unsynced = [];
  }

  /** With the first of the writes that were not synced. */
  cut(share: number): Buffer {
    const kept = this.#unsynced.slice(0, Math.floor(this.#unsynced.length * share));
    return kept.reduce(applyTo, this.#synced);
  }
}

function applyTo(content: Buffer, change: Change): Buffer<ArrayBuffer> {
  if (change.kind === 'truncate') {
    const cut = Buffer.alloc(change.length);
    content.copy(cut);
    return cut;
  }
  if (change.kind !== 'write') return Buffer.from(content);
  const at = change.at ?? content.length;
  const grown = Buffer.alloc(Math.max(content.length, at + change.bytes.length));
  content.copy(grown);
  change.bytes.copy(grown, at);
  return grown;
}

/** The files of a process as its calls are played back one by one. */
export class RecordedDisk {
  readonly #files = new Map<string, RecordedFile>();

  play(change: Change): void {
    if (change.kind === 'remove') this.#files.delete(change.path);
    else if (change.kind === 'sync') this.#get(change.path).sync();
    else this.#get(change.path).apply(change);
  }

  /** All files after a power cut that leaves this share of what was not synced. */
  cut(share: number): ReadonlyMap<string, Buffer> {
    return new Map([...this.#files].map(([path, file]) => [path, file.cut(share)]));
  }

  #get(path: string): RecordedFile {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = new RecordedFile();
    this.#files.set(path, file);
    return file;
  }
}

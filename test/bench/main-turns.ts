/** What the probe in the app has to say: how long main was busy in one go, and what the whole process uses. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';

/** The worst uninterrupted stretch of work in a thread. CPU time of the thread counts; wall time tells of the machine. */
export interface Stretch {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** CPU time of the thread all in all. */
  readonly usedMs: number;
}

/** Turns of the event loop over some time. Those of less than two milliseconds are left out of the lists. */
export interface Turns extends Stretch {
  readonly spanMs: number;
  readonly longCpuMs: readonly number[];
  readonly longWallMs: readonly number[];
}

/** The whole process at one moment. */
export interface Usage {
  readonly at: number;
  /** CPU time of all threads since it began. */
  readonly processCpuMs: number;
  readonly rssBytes: number;
  /** JavaScript heap of the main thread. */
  readonly heapBytes: number;
}

const PROBE = new URL('./probe.mjs', import.meta.url).href;
const TOLD_WITHIN_MS = 600;

const turnsSchema = v.object({
  at: v.number(),
  usedMs: v.number(),
  spanMs: v.number(),
  cpuMs: v.number(),
  wallMs: v.number(),
  longCpuMs: v.array(v.number()),
  longWallMs: v.array(v.number()),
});
const usageSchema = v.object({
  at: v.number(),
  processCpuMs: v.number(),
  rssBytes: v.number(),
  heapBytes: v.number(),
});
const lineSchema = v.pipe(v.string(), v.parseJson(), v.union([turnsSchema, usageSchema]));
type Line = v.InferOutput<typeof lineSchema>;

export interface ProbeOptions {
  /** Whether turns are watched: that takes a few per cent of a core. */
  readonly turns: boolean;
}

/** The environment that puts the probe into a Node program, writing to that file. */
export function toProbeEnvironment(file: string, { turns }: ProbeOptions = { turns: true }): Record<string, string> {
  const inherited = process.env['NODE_OPTIONS'] ?? '';
  return {
    SWITCHBOARD_PROBE: file,
    SWITCHBOARD_PROBE_TURNS: turns ? 'on' : 'off',
    NODE_OPTIONS: `${inherited} --import ${PROBE}`.trim(),
  };
}

/** The turns of main's event loop while the work was done. Throws where the probe said nothing. */
export async function watchTurns(file: string, work: () => Promise<unknown>): Promise<Turns> {
  const startedAt = Date.now();
  await work();
  const endedAt = Date.now();
  await wait(TOLD_WITHIN_MS);
  const told = (await readLines(file))
    .filter((line) => 'spanMs' in line)
    .filter(({ at }) => at >= startedAt && at <= endedAt + TOLD_WITHIN_MS);
  if (told.length === 0) throw new Error(`The probe wrote nothing into ${file}`);
  return {
    ...toWorst(told),
    spanMs: told.reduce((sum, { spanMs }) => sum + spanMs, 0),
    longCpuMs: told.flatMap(({ longCpuMs }) => longCpuMs),
    longWallMs: told.flatMap(({ longWallMs }) => longWallMs),
  };
}

/** The newest word about the process. Throws where there is none. */
export async function readUsage(file: string): Promise<Usage> {
  const newest = (await readLines(file)).filter((line) => 'rssBytes' in line).at(-1);
  if (newest === undefined) throw new Error(`The probe wrote nothing of the process into ${file}`);
  return newest;
}

/**
 * What something that comes at a random moment waits until main turns to it, in all but that share of cases: a turn of
 * length L holds up whoever comes within it, by L at most. `spanMs` is the time that all turns lie in.
 */
export function toDelayMs(turnsMs: readonly number[], spanMs: number, share: number): number {
  const allowedMs = (1 - share) * spanMs;
  const toHeldUpMs = (ms: number): number => turnsMs.reduce((sum, turnMs) => sum + Math.max(0, turnMs - ms), 0);
  let [low, high] = [0, Math.max(0, ...turnsMs)];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (toHeldUpMs(middle) > allowedMs) low = middle;
    else high = middle;
  }
  return high;
}

/** Of several stretches. */
export function toWorst(stretches: readonly Stretch[]): Stretch {
  const worst = { cpuMs: 0, wallMs: 0, usedMs: 0 };
  for (const { cpuMs, wallMs, usedMs } of stretches) {
    worst.cpuMs = Math.max(worst.cpuMs, cpuMs);
    worst.wallMs = Math.max(worst.wallMs, wallMs);
    worst.usedMs += usedMs;
  }
  return worst;
}

async function readLines(file: string): Promise<Line[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => v.parse(lineSchema, line));
}

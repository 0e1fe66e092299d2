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

const PROBE = new URL('./probe.mjs', import.meta.url).href;
const TOLD_WITHIN_MS = 600;

const lineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.number(), usedMs: v.number(), cpuMs: v.number(), wallMs: v.number() }),
);

/** The environment that puts the probe into a Node program, writing to that file. */
export function toProbeEnvironment(file: string): Record<string, string> {
  const inherited = process.env['NODE_OPTIONS'] ?? '';
  return { SWITCHBOARD_PROBE: file, NODE_OPTIONS: `${inherited} --import ${PROBE}`.trim() };
}

/** The worst turn of main's event loop while the work was done. Throws where the probe said nothing. */
export async function watchTurns(file: string, work: () => Promise<unknown>): Promise<Stretch> {
  const startedAt = Date.now();
  await work();
  const endedAt = Date.now();
  await wait(TOLD_WITHIN_MS);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const told = lines
    .map((line) => v.parse(lineSchema, line))
    .filter(({ at }) => at >= startedAt && at <= endedAt + TOLD_WITHIN_MS);
  if (told.length === 0) throw new Error(`The probe wrote nothing into ${file}`);
  return toWorst(told);
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

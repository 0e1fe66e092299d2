import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** One thing measured beside the least that it could cost. `ratio` is ours divided by the floor: lower is better. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
  readonly ratio: number;
}

export function toComparison(said: Omit<Comparison, 'ratio'>): Comparison {
  return { ...said, ours: round(said.ours), floor: round(said.floor), ratio: round(said.ours / said.floor) };
}

/** Wall time of one run, in milliseconds. */
export async function time(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Median wall time of many runs after a few that are not counted, in milliseconds. */
export async function timeMedian(runs: number, work: (run: number) => unknown): Promise<number> {
  const WARM_UPS = 5;
  const times: number[] = [];
  for (let run = 0; run < runs + WARM_UPS; run += 1) {
    const elapsedMs = await time(() => work(run));
    if (run >= WARM_UPS) times.push(elapsedMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** The table of ratios to stderr, for people, and the same as JSON to stdout, for programs. */
export function print(comparisons: readonly Comparison[], settings: Readonly<Record<string, number>>): void {
  const rows = [
    ['what', 'unit', 'ours', 'floor', 'ratio'],
    ...comparisons.map(({ name, unit, ours, floor, ratio }) => [name, unit, String(ours), String(floor), `${ratio} ×`]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  process.stderr.write(`${lines.join('\n')}\n`);
  process.stdout.write(`${JSON.stringify({ settings, node: process.version, comparisons }, null, 2)}\n`);
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

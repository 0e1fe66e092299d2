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

/** One thing that a person would notice. `ratio` is the value divided by the target: above 1 the target is missed. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly target: number;
  readonly ratio: number;
  /** For information: wall time beside CPU time, the worst beside the median. */
  readonly details: Readonly<Record<string, number>>;
}

export function toFigure(said: Omit<Figure, 'ratio'>): Figure {
  const details = Object.fromEntries(Object.entries(said.details).map(([name, value]) => [name, round(value)]));
  return { ...said, value: round(said.value), details, ratio: round(said.value / said.target) };
}

/** The middle one and the longest. */
export function toTimes(times: readonly number[]): { readonly median: number; readonly worst: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, worst: sorted.at(-1) ?? Number.NaN };
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
  return toTimes(times).median;
}

export interface Report {
  readonly settings: Readonly<Record<string, number>>;
  readonly comparisons: readonly Comparison[];
  readonly figures: readonly Figure[];
}

/** Tables of ratios to stderr, for people, and the same as JSON to stdout, for programs. */
export function print(report: Report): void {
  const { comparisons, figures } = report;
  printTable([
    ['the app', 'unit', 'figure', 'target', 'ratio', 'beside'],
    ...figures.map(({ name, unit, value, target, ratio, details }) => {
      const beside = Object.entries(details).map(([what, number]) => `${what} ${number}`);
      return [name, unit, String(value), String(target), `${ratio} ×`, beside.join(', ')];
    }),
  ]);
  printTable([
    ['the store', 'unit', 'ours', 'floor', 'ratio'],
    ...comparisons.map(({ name, unit, ours, floor, ratio }) => [name, unit, String(ours), String(floor), `${ratio} ×`]),
  ]);
  process.stdout.write(`${JSON.stringify({ node: process.version, ...report }, null, 2)}\n`);
}

/** Nothing where there is nothing under the heading. */
function printTable(rows: readonly (readonly string[])[]): void {
  if (rows.length === 1) return;
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  process.stderr.write(`\n${lines.join('\n')}\n`);
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

import { availableParallelism } from 'node:os';
import process from 'node:process';

/**
 * One thing that a person would notice, or that is promised. `ratio` is the value divided by the target; null where there is
 * no target, or it is none at all.
 */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** Null: nothing is promised, the figure is for information. `ratio` and `isMet` then are null as well. */
  readonly target: number | null;
  /** Which side of the target is good. */
  readonly bound: 'at most' | 'at least';
  readonly ratio: number | null;
  readonly isMet: boolean | null;
  /** Why it is missed, where this very run has measured it; null where it is met or nobody knows. */
  readonly cause: string | null;
  /** For information: wall time beside CPU time, the worst beside the median. */
  readonly details: Readonly<Record<string, number>>;
}

type Measured = Pick<Figure, 'name' | 'unit' | 'value' | 'target' | 'details'> & {
  /** At most, unless told. */
  readonly bound?: Figure['bound'];
  readonly cause?: string;
};

/** A figure of what was measured. What could not be measured (NaN) is missed. */
export function toFigure({ bound = 'at most', cause, ...said }: Measured): Figure {
  const { value, target } = said;
  const details = Object.fromEntries(Object.entries(said.details).map(([name, number]) => [name, round(number)]));
  const isMet = target === null ? null : bound === 'at most' ? value <= target : value >= target;
  const isExplained = isMet === false && cause !== undefined;
  return {
    ...said,
    value: round(value),
    bound,
    ratio: target === null || target === 0 ? null : round(value / target),
    isMet,
    cause: isExplained ? cause : null,
    details,
  };
}

/** The middle one and the longest. */
export function toTimes(times: readonly number[]): { readonly median: number; readonly worst: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, worst: sorted.at(-1) ?? Number.NaN };
}

/** The value that all but a share of them do not exceed: `toPercentile(times, 0.99)` is the p99. NaN of none. */
export function toPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Report {
  readonly figures: readonly Figure[];
  readonly settings: Readonly<Record<string, number | string>>;
}

/** Tables of ratios to stderr, for people, and the same as JSON to stdout, for programs. */
export function print(report: Report): void {
  const { figures } = report;
  const machine = { node: process.version, platform: process.platform, cores: availableParallelism() };
  printTable([
    ['what', 'unit', 'figure', 'target', 'ratio', '', 'beside'],
    ...figures.map(({ name, unit, value, target, bound, ratio, isMet, details, cause }) => {
      const beside = Object.entries(details).map(([what, number]) => `${what} ${number}`);
      if (cause !== null) beside.push(`cause: ${cause}`);
      const goal = target === null ? '' : `${bound === 'at most' ? '≤' : '≥'} ${String(target)}`;
      const said = isMet === null ? '' : isMet ? 'met' : 'MISSED';
      return [name, unit, String(value), goal, ratio === null ? '' : `${ratio} ×`, said, beside.join(', ')];
    }),
  ]);
  const missed = figures.filter(({ isMet }) => isMet === false).length;
  const met = figures.filter(({ isMet }) => isMet === true).length;
  process.stderr.write(`\n${met} of ${met + missed} targets met, ${missed} missed.\n`);
  process.stdout.write(`${JSON.stringify({ ...machine, ...report }, null, 2)}\n`);
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

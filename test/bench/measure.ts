import { availableParallelism } from 'node:os';
import process from 'node:process';

/** How far on the wrong side of its target a figure may be before it fails the run. Machines are shared. */
const ROOM = 1.5;

/** A figure on the wrong side of its target is missed, one worse than 1.5 times its target failed. */
export type Verdict = 'met' | 'missed' | 'failed';

/**
 * One thing that a person would notice, or that is promised. `ratio` is the value divided by the target; null where there is
 * no target, or it is none at all.
 */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** Null: nothing is promised, the figure is for information. `ratio` and `verdict` then are null as well. */
  readonly target: number | null;
  /** Which side of the target is good. */
  readonly bound: 'at most' | 'at least';
  readonly ratio: number | null;
  readonly verdict: Verdict | null;
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

/** A figure of what was measured. What could not be measured (NaN) is failed. */
export function toFigure({ bound = 'at most', cause, ...said }: Measured): Figure {
  const { value, target } = said;
  const details = Object.fromEntries(Object.entries(said.details).map(([name, number]) => [name, round(number)]));
  const verdict = target === null ? null : toVerdict(bound === 'at most' ? [value, target] : [target, value]);
  const isExplained = verdict !== null && verdict !== 'met' && cause !== undefined;
  return {
    ...said,
    value: round(value),
    bound,
    ratio: target === null || target === 0 ? null : round(value / target),
    verdict,
    cause: isExplained ? cause : null,
    details,
  };
}

/** Of two values the first of which should not be above the second. */
function toVerdict([lower, upper]: readonly [number, number]): Verdict {
  if (lower <= upper) return 'met';
  return lower <= upper * ROOM ? 'missed' : 'failed';
}

/** Whether the bench fails: anything is worse than 1.5 times its target. */
export function hasFailed(figures: readonly Figure[]): boolean {
  return figures.some(({ verdict }) => verdict === 'failed');
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

const WORDS: Readonly<Record<Verdict, string>> = { met: 'met', missed: 'MISSED', failed: 'FAILED' };

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
    ...figures.map(({ name, unit, value, target, bound, ratio, verdict, details, cause }) => {
      const beside = Object.entries(details).map(([what, number]) => `${what} ${number}`);
      if (cause !== null) beside.push(`cause: ${cause}`);
      const goal = target === null ? '' : `${bound === 'at most' ? '≤' : '≥'} ${String(target)}`;
      const said = verdict === null ? '' : WORDS[verdict];
      return [name, unit, String(value), goal, ratio === null ? '' : `${ratio} ×`, said, beside.join(', ')];
    }),
  ]);
  process.stderr.write(`\n${toVerdictLines(figures).join('\n')}\n`);
  process.stdout.write(`${JSON.stringify({ ...machine, ...report }, null, 2)}\n`);
}

/** What is not met, one line each, then how many are: `3 of 5 targets met, 1 missed, 1 failed (worse than 1.5 times).` */
export function toVerdictLines(figures: readonly Figure[]): readonly string[] {
  const having = (wanted: Verdict): readonly Figure[] => figures.filter(({ verdict }) => verdict === wanted);
  const [met, missed, failed] = [having('met'), having('missed'), having('failed')];
  const lines = [...missed, ...failed].map(
    ({ name, unit, value, target, bound, verdict }) =>
      `${WORDS[verdict ?? 'met']}: ${name}: ${String(value)} ${unit}, ${bound} ${String(target)}`,
  );
  const all = met.length + missed.length + failed.length;
  const tail = `${missed.length} missed, ${failed.length} failed (worse than ${ROOM} times)`;
  return [...lines, `${met.length} of ${all} targets met, ${tail}.`];
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

import { inProject } from '../paths.mjs';
import { runQuietly } from '../run.mjs';
import { print, toDuration } from '../console.mjs';

const LANES = 2;
const KEEP_CHARACTERS = 20_000;

/** Unchanged files are not checked again on this machine. */
function cacheIn(name) {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', inProject('.build', 'cache', `${name}.json`)];
}

/** The steps of `check`, longest first so that two lanes end at about the same time. */
const STEPS = [
  { name: 'lint', bin: 'eslint/bin/eslint.js', args: ['.', '--max-warnings', '0', ...cacheIn('eslint')] },
  {
    name: 'format',
    bin: 'prettier/bin/prettier.cjs',
    args: ['--check', '.', '--log-level', 'warn', ...cacheIn('prettier')],
  },
  { name: 'lint with types', bin: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', bin: 'typescript-7/bin/tsc', args: ['-b', '--pretty', 'false'] },
  {
    name: 'component types',
    bin: 'svelte-check/bin/svelte-check',
    args: ['--tsconfig', './renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
  },
  {
    name: 'cycles',
    bin: 'dependency-cruiser/bin/dependency-cruiser.mjs',
    args: ['main', 'shared', 'renderer', 'test', '--output-type', 'err'],
  },
  { name: 'dead code', bin: 'knip/bin/knip.js', args: ['--no-progress'] },
];

/** `check`: every quick check of the sources without running them; one line per step, then the output of failed steps. */
export async function run() {
  const startedAt = Date.now();
  const waiting = [...STEPS];
  const failed = [];
  async function lane() {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const outcome = await runStep(step);
      if (outcome.code !== 0) failed.push({ step, output: outcome.output });
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const { step, output } of failed) print(`\n── ${step.name} ──\n${output.trim()}`);
  const names = failed.map(({ step }) => step.name).join(', ');
  print(`${failed.length === 0 ? 'All checks passed' : `Failed: ${names}`} (${toDuration(Date.now() - startedAt)})`);
  return failed.length === 0 ? 0 : 1;
}

async function runStep({ name, bin, args }) {
  const startedAt = Date.now();
  const outcome = await runQuietly([process.execPath, inProject('node_modules', bin), ...args], {
    keep: KEEP_CHARACTERS,
  });
  print(
    `${outcome.code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${toDuration(Date.now() - startedAt).padStart(9)}`,
  );
  return outcome;
}

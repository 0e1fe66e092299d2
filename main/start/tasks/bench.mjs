import fs from 'node:fs';
import { toNodeCommand } from '../node-args.mjs';
import { inProject } from '../paths.mjs';
import { runForeground } from '../run.mjs';
import { Trouble } from '../say.mjs';

/** `bench`: JSON and a table of ratios on stdout. */
export async function run({ args }) {
  const command = inProject('test', 'bench', 'run.ts');
  if (!fs.existsSync(command)) throw new Trouble('There are no benchmarks in test/bench yet.');
  return await runForeground(toNodeCommand(command, args));
}

import { ensureRenderer } from '../build.mjs';
import { toNodeCommand } from '../node-args.mjs';
import { inProject } from '../paths.mjs';
import { runForeground } from '../run.mjs';

/** `bench`: JSON on stdout, tables of ratios on stderr. `--chats N --messages M --contacts K` make it smaller. */
export async function run({ args }) {
  await ensureRenderer();
  return await runForeground(toNodeCommand(inProject('test', 'bench', 'run.ts'), args));
}

import { toNodeCommand } from '../node-args.mjs';
import { inProject } from '../paths.mjs';
import { runForeground } from '../run.mjs';

/** `service`: the demo service alone. Its one JSON line is all that this prints on stdout. */
export async function run({ args }) {
  const command = inProject('main', 'demo', 'command.ts');
  return await runForeground(toNodeCommand(command, args));
}

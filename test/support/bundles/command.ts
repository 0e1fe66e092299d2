import { pathToFileURL } from 'node:url';
import { toNodeCommand } from '#main/start/node-args.mjs';
import { inProject } from '#main/start/paths.mjs';

const PRELOAD = pathToFileURL(inProject('test/support/bundles/use-bundles.mjs')).href;

/** How Node runs a source of this project in a test: from its bundle where this run has one, its threads too. */
export function toBundledCommand(script: string, args: readonly string[] = []): string[] {
  const command = toNodeCommand(script);
  return [...command.slice(0, -1), '--import', PRELOAD, script, ...args];
}

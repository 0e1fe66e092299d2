import { pathToFileURL } from 'node:url';
import { inProject } from './paths.mjs';

/**
 * Limit in MB of each of the two spaces for short-lived objects. By default V8 takes 64 and more where a computer has much
 * memory and returns it late: an app that is open all day would grow by a hundred for half a minute of updates.
 */
const MAX_SEMI_SPACE_MB = 16;

/**
 * How Node runs a TypeScript source of this project: types come off in `strip-types.mjs`, in every thread, and errors
 * name the lines of the source.
 * @param {string} script absolute
 * @param {readonly string[]} [args]
 * @returns {string[]} program and arguments
 */
export function toNodeCommand(script, args = []) {
  const stripTypes = pathToFileURL(inProject('main', 'start', 'strip-types.mjs')).href;
  const memory = `--max-semi-space-size=${MAX_SEMI_SPACE_MB}`;
  return [process.execPath, memory, '--enable-source-maps', '--import', stripTypes, script, ...args];
}

import { pathToFileURL } from 'node:url';
import { inProject } from './paths.mjs';

/**
 * Room in MB for objects that live for a moment, twice. Left to itself V8 takes 64 and more where a computer has much
 * memory and gives it back late: an app that lies open all day is not to grow by a hundred for half a minute's news.
 */
const MOST_FOR_SHORT_LIVED = 16;

/**
 * How Node runs a TypeScript source of this project: types come off in `strip-types.mjs`, in every thread, and errors
 * name the lines of the source.
 * @param {string} script absolute
 * @param {readonly string[]} [args]
 * @returns {string[]} program and arguments
 */
export function toNodeCommand(script, args = []) {
  const stripTypes = pathToFileURL(inProject('main', 'start', 'strip-types.mjs')).href;
  const memory = `--max-semi-space-size=${MOST_FOR_SHORT_LIVED}`;
  return [process.execPath, memory, '--enable-source-maps', '--import', stripTypes, script, ...args];
}

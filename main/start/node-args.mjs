import { pathToFileURL } from 'node:url';
import { inProject } from './paths.mjs';

/**
 * How Node runs a TypeScript source of this project: types come off in `strip-types.mjs`, in every thread, and errors
 * name the lines of the source.
 * @param {string} script absolute
 * @param {readonly string[]} [args]
 * @returns {string[]} program and arguments
 */
export function toNodeCommand(script, args = []) {
  const stripTypes = pathToFileURL(inProject('main', 'start', 'strip-types.mjs')).href;
  return [process.execPath, '--enable-source-maps', '--import', stripTypes, script, ...args];
}

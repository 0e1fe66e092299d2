import fs from 'node:fs';
import path from 'node:path';
import { UserError } from './console.mjs';

/**
 * The command line of npm: its JavaScript run by the given Node, so that no shell and no `npm.cmd` is involved.
 * Uses the npm that started us, else the one beside this Node, else the one on PATH.
 */
export function getNpmCommand(node = process.execPath) {
  const cli = [fromEnvironment, besideNode, onPath].map((find) => find()).find((found) => found !== undefined);
  if (cli === undefined) throw new UserError('npm wasn’t found. Install Node with npm from nodejs.org and try again.');
  return [node, cli];
}

function fromEnvironment() {
  const started = process.env.npm_execpath;
  if (started === undefined) return undefined;
  return existing(path.join(path.dirname(started), 'npm-cli.js'));
}

function besideNode() {
  const bin = path.dirname(process.execPath);
  return (
    existing(path.join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js')) ??
    existing(path.join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'))
  );
}

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const link = existing(path.join(folder, 'npm'));
    if (link === undefined) continue;
    const real = fs.realpathSync(link);
    const beside = existing(path.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'));
    const found = real.endsWith('.js') ? existing(path.join(path.dirname(real), 'npm-cli.js')) : beside;
    if (found !== undefined) return found;
  }
  return undefined;
}

function existing(file) {
  return fs.existsSync(file) ? file : undefined;
}

const KNOWN_REASONS = {
  ENOTFOUND: 'no network',
  EAI_AGAIN: 'no network',
  ECONNREFUSED: 'the registry refused the connection',
  ECONNRESET: 'the registry dropped the connection',
  ETIMEDOUT: 'the registry is not responding',
  ERR_SOCKET_TIMEOUT: 'the registry is not responding',
  E404: 'the registry doesn’t have it',
  ENOSPC: 'the disk is full',
  EACCES: 'a folder is not writable',
};

/** Why npm failed, in a few words; its own output where there are none. */
export function toNpmReason(output) {
  const code = /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1];
  return KNOWN_REASONS[code] ?? `npm says:\n${output.trim()}\n`;
}

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { print, toDuration } from '../console.mjs';
import { findPacked, hasXvfb, measurePacked, toScreenCommand, tryOut } from '../packed.mjs';
import { inProject } from '../paths.mjs';

/**
 * `start:packed`: starts the program that `npm run dist` left in `release/` (or in the folder that is named), on the demo,
 * waits for its window and ends it. One line says how large it is, one whether it did, or why not; not being here is no failure.
 */
export async function run({ args }) {
  const folder = path.resolve(args[0] ?? inProject('release'));
  const program = findPacked(folder);
  if (program === undefined) return skip(`none found in ${folder}; make one with npm run dist -- --dir`);
  print(toSizes(measurePacked(path.join(folder, path.relative(folder, program).split(path.sep)[0]))));
  const { platform, env } = process;
  const start = toScreenCommand(program, { platform, env, uid: process.getuid?.(), hasXvfb: hasXvfb() });
  if (start.reason !== undefined) return skip(start.reason);
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-packed-'));
  try {
    const outcome = await tryOut(start.command, data);
    const words = outcome.failure ?? `its window opened after ${toDuration(outcome.windowMs)} and it quit cleanly`;
    print(`The packed program was started: ${words}.`);
    return outcome.failure === undefined ? 0 : 1;
  } finally {
    fs.rmSync(data, { recursive: true, force: true, maxRetries: 3 });
  }
}

function toSizes({ archive, beside, program }) {
  const toMb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  return `The archive is ${toMb(archive)}, with ${toMb(beside)} beside it. The whole program is ${toMb(program)}.`;
}

function skip(reason) {
  print(`The packed program wasn’t started: ${reason}.`);
  return 0;
}

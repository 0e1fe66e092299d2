import fs from 'node:fs';
import path from 'node:path';
import { RUNTIME_DIR } from './paths.mjs';
import { createProgress } from './console.mjs';

const POLL_MS = 200;

/**
 * Runs `work` while no other script of this project holds the lock of that name: two terminals may start at once,
 * and only one of them may install or build. A lock whose owner is gone is taken over.
 */
export async function withLock(name, work) {
  fs.mkdirSync(RUNTIME_DIR, { recursive: true });
  const file = path.join(RUNTIME_DIR, `${name}.lock`);
  const end = createProgress('Waiting for another start to finish');
  while (!tryTake(file)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  end();
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function tryTake(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAbandoned(file)) return false;
    fs.rmSync(file, { force: true });
    return false;
  }
}

function isAbandoned(file) {
  try {
    const owner = Number(fs.readFileSync(file, 'utf8'));
    if (owner === 0) return Date.now() - fs.statSync(file).mtimeMs > 5_000;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    // ESRCH: no such process. EPERM: it lives, and belongs to someone else. ENOENT: just released.
    return error.code === 'ESRCH';
  }
}

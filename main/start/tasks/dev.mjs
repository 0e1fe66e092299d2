import { spawn } from 'node:child_process';
import net from 'node:net';
import { inProject, ROOT } from '../paths.mjs';
import { runForeground } from '../run.mjs';
import { createProgress, print, UserError } from '../console.mjs';
import { toBrowserHostCommand } from './open.mjs';

const READY_WITHIN_MS = 30_000;

/**
 * `dev`: vite serves the renderer with hot reload, the browser host runs on the demo service and takes its page
 * from vite (`--renderer-url`). Ending either ends both.
 */
export async function run({ args }) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const vite = startVite(port);
  try {
    await waitUntilReady(url, vite);
    print(`Vite is serving the renderer at ${url} and reloads it as you edit.`);
    return await runForeground(toBrowserHostCommand(['--demo', '--renderer-url', url, ...args]));
  } finally {
    vite.kill();
  }
}

function startVite(port) {
  const bin = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const args = ['--port', String(port), '--strictPort', '--clearScreen', 'false', '--logLevel', 'warn'];
  // stdout is the host's: what vite prints goes to stderr.
  return spawn(process.execPath, [bin, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] });
}

async function waitUntilReady(url, vite) {
  const end = createProgress('Starting vite');
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && vite.exitCode === null) {
    const answered = await fetch(`${url}/@vite/client`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return end();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  end('failed');
  throw new UserError('Vite didn’t start. See its message above.');
}

async function findFreePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
